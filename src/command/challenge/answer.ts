import { gameOf } from '../../engine/registry.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { Intent } from '../../intent.ts';
import { challengeLimits } from '../../limits.ts';
import { OFFER_KINDS, type OfferKind } from '../../match/offer.ts';
import { acceptChallenge } from '../../match/start.ts';
import type { Challenge } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { acceptOffer, declineOffer, type OfferMeant, withdrawOffer } from '../board/board-offer.ts';
import { noticesTo } from '../letters/letters.ts';
import { openMatch } from '../letters/with-robot.ts';
import { parsed, refuse, refuseWith } from '../shape/decision.ts';
import { openChallengeTo, outsideBand } from '../shape/open-challenge.ts';
import type {
  Command,
  CommandLine,
  Decision,
  LetterContext,
  ParsedCommand,
  PlayerContext,
  Queries,
} from '../shape/types.ts';
import { onlyNumber } from '../shape/words.ts';

const ACCEPT_POLICIES = ['all', 'none'] as const;

/** Reads `accept all` and `accept none`: whether challenges reach the sender. Undefined for other words. */
function readAcceptPolicy({ words }: CommandLine): Result<ParsedCommand, Sentence> | undefined {
  const [first, ...rest] = words;
  const value = ACCEPT_POLICIES.find((each) => each === first?.toLowerCase());
  if (value === undefined || rest.length > 0) return undefined;
  const text = `accept ${value}`;
  return parsed(text, ({ player }) => ({
    changes: [{ do: 'put-setting', playerId: player.id, name: 'accept', value }],
    section: { says: [say('setting-accept', { value })] },
  }));
}

/**
 * Reads the number and the kind of offer that `accept` and `decline` take. A board where the sender has a
 * seat takes precedence over a challenge.
 */
function readAnswer(
  command: 'accept' | 'decline',
  line: CommandLine,
  letterContext: LetterContext,
  settleOffer: typeof acceptOffer,
  decide: (number: number, context: PlayerContext) => Decision,
): Result<ParsedCommand, Sentence> {
  const named = OFFER_KINDS.find((each) => each === line.words.at(-1)?.toLowerCase());
  const rest = named ? { ...line, words: line.words.slice(0, -1) } : line;
  const number = onlyNumber(rest, letterContext, 'received');
  if (number === undefined) return err(say('challenge-number-missing', { command }));
  const kind = offerMeant(named, number, letterContext);
  const text = [command, number, named].filter((word) => word !== undefined).join(' ');
  return parsed({ text, board: number }, (context) => {
    const onBoard = settleOffer(number, kind, context);
    if (onBoard) return onBoard;
    return named ? refuse(say('no-open-offer', { board: number })) : decide(number, context);
  });
}

/**
 * The kind of offer that a line names, or that the answered letter shows; `unseen` if that letter shows the
 * board without an offer: one that is there now is newer than the letter.
 */
function offerMeant(
  named: OfferKind | undefined,
  board: number,
  { number, revision, asks }: LetterContext,
): OfferMeant {
  if (named || number !== board || revision === undefined) return named;
  return OFFER_KINDS.find((kind) => kind === asks) ?? 'unseen';
}

/**
 * Accepts a challenge, whose number becomes that of the board; or the draw or undo that is offered on a
 * board.
 */
export const accept: Command = {
  name: 'accept',
  usage: 'accept N [draw/undo]',
  summary: 'takes up a challenge, or what is offered on a board',
  example: 'accept 13',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  values: [...OFFER_KINDS, ...ACCEPT_POLICIES],

  read: (line, letterContext) =>
    readAcceptPolicy(line) ??
    readAnswer('accept', line, letterContext, acceptOffer, (number, context) => {
      const { player, heads, queries, trialReply } = context;
      const challenge = openChallengeTo(player, number, queries);
      if (!challenge.ok) {
        return refuseWith({
          says: [challenge.error, ...otherOpenChallenges(player, number, queries)],
        });
      }
      const outside = outsideBand(challenge.value, player, queries);
      if (outside) return refuse(outside);
      const { id, userid } = player;
      const challenged = { id, userid };
      const match = acceptChallenge(challenge.value, challenged, heads);
      if (!match.ok) return refuse(match.error);
      const accepted = say(trialReply ? 'invitation-taken' : 'accepted', { userid });
      const rated = match.value.rated ? [say('match-rated')] : [];
      const opening = openMatch(match.value, context, [accepted, ...rated], player);
      const taken = { ...challenge.value, challenged, state: 'accepted' } as const;
      return {
        ...opening,
        changes: [{ do: 'put-challenge', challenge: taken }, ...opening.changes],
      };
    }),
};

/** Other open challenges, for a player who was late for one to everybody: one sentence that names a few. */
function otherOpenChallenges(
  player: Player,
  number: number,
  queries: Queries,
): readonly Sentence[] {
  const missed = queries.challenge(number);
  if (!missed || missed.state === 'open') return [];
  if ([missed.challenger.id, missed.challenged?.id].includes(player.id)) return [];
  const others = queries
    .challengesToAll()
    .filter(
      (challenge) =>
        challenge.challenger.id !== player.id && !outsideBand(challenge, player, queries),
    );
  const [first] = others;
  if (!first) return [say('others-open-none')];
  const named = others.slice(0, challengeLimits.othersNamed).map(shortTerms).join(', ');
  const more = Math.max(0, others.length - challengeLimits.othersNamed);
  return [say('others-open', { named, number: first.number, more })];
}

const shortTerms = ({ number, rules, size }: Challenge): string =>
  `${number} (${gameOf(rules).name} ${makeSize(size)})`;

/**
 * Declines a challenge, or the draw or undo that is offered on a board; its maker is notified, with the
 * comment.
 */
export const decline: Command = {
  name: 'decline',
  aliases: ['reject'],
  usage: 'decline N',
  summary: 'turns down a challenge, or what is offered on a board',
  example: 'decline 13',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  values: OFFER_KINDS,

  read: (line, letterContext) =>
    readAnswer('decline', line, letterContext, declineOffer, (number, context) => {
      const { player, queries, comment } = context;
      const { userid } = player;
      const challenge = openChallengeTo(player, number, queries);
      if (!challenge.ok) return refuse(challenge.error);
      const { challenger, challenged } = challenge.value;
      if (!challenged) return refuse(say('open-needs-no-answer', { number }));
      const isCommentBlocked = comment !== '' && queries.blocks(challenger.id, player.id);
      const words = comment === '' || isCommentBlocked ? undefined : { by: userid, text: comment };
      const told = [say('declined', { userid, number })];
      return {
        changes: [{ do: 'put-challenge', challenge: { ...challenge.value, state: 'declined' } }],
        letters: noticesTo(queries.playerById(challenger.id), told, words),
        section: {
          says: [
            say('you-declined', { userid: challenger.userid, number }),
            ...(isCommentBlocked ? [say('takes-no-comments', { userid: challenger.userid })] : []),
          ],
        },
      };
    }),
};

/** Withdraws one's own challenge, or one's own offer on a board, before it is answered. */
export const withdraw: Command = {
  name: 'withdraw',
  usage: 'withdraw N',
  summary: 'takes a challenge of yours back',
  example: 'withdraw 13',
  audience: 'player',
  need: 'proof',

  read(line, letterContext) {
    const number = onlyNumber(line, letterContext, 'sent');
    if (number === undefined) return err(say('challenge-number-missing', { command: 'withdraw' }));
    return parsed({ text: `withdraw ${number}`, board: number }, (context) => {
      const { player, queries } = context;
      const onBoard = withdrawOffer(number, context);
      if (onBoard && queries.pendingOn(number).offer) return onBoard;
      const challenge = queries.challenge(number);
      if (!challenge || challenge.challenger.id !== player.id) {
        return onBoard ?? refuse(say('not-your-challenge', { number }));
      }
      const { state, challenged } = challenge;
      if (state !== 'open') return refuse(say(`challenge-${state}`, { number }));
      const withdrawn = challenged
        ? say('you-withdrew', { number, userid: challenged.userid })
        : say('you-withdrew-open', { number });
      return {
        changes: [{ do: 'put-challenge', challenge: { ...challenge, state: 'withdrawn' } }],
        letters: withdrawnLetters(challenge, queries),
        section: { says: [withdrawn] },
      };
    });
  },
};

/**
 * The notice of a withdrawn challenge to the challenged player. None if it was open to everybody, or if its
 * letter has not gone out.
 */
export function withdrawnLetters(challenge: Challenge, queries: Queries): readonly Intent[] {
  const { number, challenger, challenged, rules, size } = challenge;
  if (!challenged || queries.isUnannounced(challenge)) return [];
  const game = gameOf(rules).name;
  const facts = { number, userid: challenger.userid, game, size: makeSize(size) };
  return noticesTo(queries.playerById(challenged.id), [say('withdrawn', facts)]);
}
