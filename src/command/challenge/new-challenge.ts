import type { RulesId } from '../../engine/shape/ground.ts';
import type { Intent, Recipient, ShownTerms } from '../../intent.ts';
import { challengesToAnotherPerDayMax, openChallengesMax } from '../../limits.ts';
import type { Challenge, RatingBand } from '../../match/types.ts';
import type { Player } from '../../player/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Terms } from '../shape/terms.ts';
import type { Change, Queries } from '../shape/types.ts';
import { takesNoChallenge } from './limit.ts';

/**
 * Why a player may not make a challenge now: to this opponent, or to everybody when there is none.
 * Undefined when nothing is in the way.
 */
export function challengeHindrance(
  player: Player,
  opponent: Player | undefined,
  rules: RulesId,
  queries: Queries,
): Sentence | undefined {
  if (opponent?.id === player.id) return say('challenge-yourself');
  if (opponent && queries.isSuspended(opponent.id)) {
    return say('takes-no-challenges', { userid: opponent.userid });
  }
  const unwilling = opponent && takesNoChallenge(opponent, player, rules, queries);
  if (unwilling) return unwilling;
  const mine = queries
    .openChallenges(player.id)
    .filter(({ challenger }) => challenger.id === player.id);
  const same = opponent && mine.find(({ challenged }) => challenged?.id === opponent.id);
  if (same) {
    return say('challenge-again', { number: same.number, userid: opponent.userid });
  }
  const count = challengesToAnotherPerDayMax;
  const hours = opponent ? queries.hoursToAct(player.id, 'challenge', count, opponent.id) : 0;
  if (opponent && hours > 0) {
    return say('challenge-enough', { userid: opponent.userid, count, hours });
  }
  return mine.length < openChallengesMax
    ? undefined
    : say('too-many-challenges', { count: openChallengesMax });
}

/**
 * A new challenge on these terms, to one player or, when there is none, to everybody, or to everybody
 * with a rating in the band.
 */
export const newChallenge = (
  player: Player,
  opponent: Player | undefined,
  { game, size, first, pace, rated, hints }: Terms,
  queries: Queries,
  band?: RatingBand,
): Challenge => ({
  number: queries.nextNumber(),
  challenger: { id: player.id, userid: player.userid },
  challenged: opponent && { id: opponent.id, userid: opponent.userid },
  rules: game.rules,
  size,
  first,
  pace: pace === 'none' ? undefined : pace,
  ...(rated && { rated }),
  ...(hints && { hints }),
  ...(band && { band }),
  state: 'open',
});

/** What a challenge to one player changes: it is made, and counted. */
export const challengeChanges = (challenge: Challenge): readonly Change[] => {
  const { challenger, challenged } = challenge;
  return [
    { do: 'put-challenge', challenge },
    {
      do: 'note-act',
      playerId: challenger.id,
      act: 'challenge',
      ...(challenged && { otherId: challenged.id }),
    },
  ];
};

/** The letter that a challenge makes; a reply to it may be as short as `accept`. */
export const challengeLetter = (to: Recipient, challenge: Challenge, comment: string): Intent => ({
  to,
  message: {
    kind: 'challenge',
    facts: { ...shownTerms(challenge), challenger: challenge.challenger.userid, comment },
  },
  reply: { purpose: 'account', number: challenge.number },
});

/** What a letter shows of a challenge. */
export const shownTerms = (challenge: Challenge): ShownTerms => {
  const { number, rules, size, first, pace, rated = false, hints } = challenge;
  const terms = { number, rules, ...size, first, rated, ...(pace && { pace }) };
  return hints ? { ...terms, hints } : terms;
};
