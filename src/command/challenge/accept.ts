import { gameOf } from '../../engine/registry.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import { othersNamedMax } from '../../limits.ts';
import { OFFER_KINDS } from '../../match/offer.ts';
import { acceptChallenge } from '../../match/start.ts';
import type { Challenge } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { acceptOffer, offerMeant, takeOfferKind } from '../board/board-offer.ts';
import { boardLetters } from '../letters/letters.ts';
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
      const events = [accepted, ...agreedHints(opening.match), ...opening.events];
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
