import { gameOf } from '../../engine/registry.ts';
import { type Challenge, isInBand, makeBand } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Queries } from './types.ts';

/**
 * The open challenge of this number, if it was made to this player or to everybody. The error gives its
 * state to the challenger and to a late player; for others it does not exist.
 */
export function openChallengeTo(
  player: Player,
  number: number,
  queries: Queries,
): Result<Challenge, Sentence> {
  const challenge = queries.challenge(number);
  if (!challenge) return err(say('no-such-challenge', { number }));
  const { challenger, challenged, state } = challenge;
  if (player.id === challenger.id) {
    if (state !== 'open') return err(say(`challenge-${state}`, { number }));
    const own = challenged && say('own-challenge', { number, userid: challenged.userid });
    return err(own ?? say('own-open', { number }));
  }
  if (state === 'open') {
    const meant = challenged === undefined || challenged.id === player.id;
    return meant ? ok(challenge) : err(say('no-such-challenge', { number }));
  }
  if (challenged !== undefined && challenged.id !== player.id) {
    // A board is public; a challenge between two others is not.
    const taken = state === 'accepted';
    return err(say(taken ? 'challenge-taken' : 'no-such-challenge', { number }));
  }
  return err(say(`challenge-${state}`, { number }));
}

/** Why the rating of a player rules out a challenge, or undefined. */
export function outsideBand(
  { number, band, rules }: Challenge,
  player: Player,
  queries: Queries,
): Sentence | undefined {
  const rating = queries.ratings.of(player.id, rules);
  if (!band || isInBand(band, rating)) return undefined;
  const shown = Math.round(rating.rating);
  const game = gameOf(rules).name;
  return say('outside-band', { number, band: makeBand(band), game, rules, rating: shown });
}
