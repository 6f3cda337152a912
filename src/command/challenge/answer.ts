import { gameOf } from '../../engine/registry.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { Intent } from '../../intent.ts';
import { othersNamedMax } from '../../limits.ts';
import { OFFER_KINDS } from '../../match/offer.ts';
import { acceptChallenge } from '../../match/start.ts';
import type { Challenge } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import {
  acceptOffer,
  declineOffer,
  offerMeant,
  takeOfferKind,
  withdrawOffer,
} from '../board/board-offer.ts';
import { boardLetters, noticesTo } from '../letters/letters.ts';
import { agreedHints, beginMatch } from '../letters/with-robot.ts';
import { parsed, refuse, refuseWith } from '../shape/decision.ts';
import { openChallengeTo, outsideBand } from '../shape/open-challenge.ts';
import type { Command, CommandLine, ParsedCommand, Queries } from '../shape/types.ts';
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
    section: { understood: text, says: [say('setting-accept', { value })] },
  }));
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

  read(line, letterContext) {
    const policy = readAcceptPolicy(line);
    if (policy) return policy;
    const { kind: named, rest } = takeOfferKind(line);
    const number = onlyNumber(rest, letterContext, 'received');
    if (number === undefined) return err(say('challenge-number-missing', { command: 'accept' }));
    const kind = offerMeant(named, number, letterContext);
    const text = ['accept', number, named].filter((word) => word !== undefined).join(' ');
    return parsed({ text, board: number }, (context) => {
      const onBoard = acceptOffer(text, number, kind, context);
      if (onBoard) return onBoard;
      if (named) return refuse(text, say('no-open-offer', { board: number }));
      const { player, heads, queries, trialReply } = context;
      const challenge = openChallengeTo(player, number, queries);
      if (!challenge.ok) {
        const says = [challenge.error, ...otherOpenChallenges(player, number, queries)];
        return refuseWith({ understood: text, says });
      }
      const outside = outsideBand(challenge.value, player, queries);
      if (outside) return refuse(text, outside);
      const challenged = { id: player.id, userid: player.userid };
      const match = acceptChallenge(challenge.value, challenged, heads);
      if (!match.ok) return refuse(text, match.error);
      const opening = beginMatch(match.value);
      const { userid } = player;
      const accepted = say(trialReply ? 'invitation-taken' : 'accepted', { userid });
      const rated = opening.match.rated ? [say('match-rated')] : [];
      const events = [accepted, ...rated, ...agreedHints(opening.match), ...opening.events];
      return {
        changes: [
          {
            do: 'put-challenge',
            challenge: { ...challenge.value, challenged, state: 'accepted' },
          },
          ...opening.changes,
        ],
        letters: boardLetters(opening.match, context, events, player),
      };
    });
  },
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
  const named = others.slice(0, othersNamedMax).map(shortTerms).join(', ');
  const more = Math.max(0, others.length - othersNamedMax);
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

  read(line, letterContext) {
    const { kind: named, rest } = takeOfferKind(line);
    const number = onlyNumber(rest, letterContext, 'received');
    if (number === undefined) return err(say('challenge-number-missing', { command: 'decline' }));
    const kind = offerMeant(named, number, letterContext);
    const text = ['decline', number, named].filter((word) => word !== undefined).join(' ');
    return parsed({ text, board: number }, (context) => {
      const onBoard = declineOffer(text, number, kind, context);
      if (onBoard) return onBoard;
      if (named) return refuse(text, say('no-open-offer', { board: number }));
      const { player, queries, comment } = context;
      const challenge = openChallengeTo(player, number, queries);
      if (!challenge.ok) return refuse(text, challenge.error);
      if (!challenge.value.challenged) return refuse(text, say('open-needs-no-answer', { number }));
      const challenger = queries.playerById(challenge.value.challenger.id);
      const { userid } = player;
      const isCommentAllowed =
        comment === '' || !queries.blocks(challenge.value.challenger.id, player.id);
      const words = comment !== '' && isCommentAllowed ? { by: userid, text: comment } : undefined;
      return {
        changes: [{ do: 'put-challenge', challenge: { ...challenge.value, state: 'declined' } }],
        letters: noticesTo(challenger, [say('declined', { userid, number })], words),
        section: {
          understood: text,
          says: [
            say('you-declined', { userid: challenge.value.challenger.userid, number }),
            ...(isCommentAllowed
              ? []
              : [say('takes-no-comments', { userid: challenge.value.challenger.userid })]),
          ],
        },
      };
    });
  },
};

/** Withdraws one's own challenge before it is answered. */
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
    const text = `withdraw ${number}`;
    return parsed({ text, board: number }, (context) => {
      const { player, queries } = context;
      const onBoard = withdrawOffer(text, number, context);
      if (onBoard && queries.pendingOn(number).offer) return onBoard;
      const challenge = queries.challenge(number);
      if (!challenge || challenge.challenger.id !== player.id) {
        return onBoard ?? refuse(text, say('not-your-challenge', { number }));
      }
      const { state, challenged } = challenge;
      if (state !== 'open') return refuse(text, say(`challenge-${state}`, { number }));
      return {
        changes: [{ do: 'put-challenge', challenge: { ...challenge, state: 'withdrawn' } }],
        letters: withdrawnLetters(challenge, queries),
        section: {
          understood: text,
          says: [
            challenged
              ? say('you-withdrew', { number, userid: challenged.userid })
              : say('you-withdrew-open', { number }),
          ],
        },
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
