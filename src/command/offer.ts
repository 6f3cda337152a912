import type { Challenge } from '../match/types.ts';
import type { Player } from '../player/types.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import type { Reading } from './types.ts';

/**
 * The open challenge of this number, if it was made to this player. Everybody else is told that
 * there is none, but for the challenger, who knows of it, and a board that was once a challenge.
 */
export function offerTo(
  player: Player | undefined,
  number: number,
  reading: Reading,
): Result<Challenge, Sentence> {
  const challenge = reading.challenge(number);
  if (!player || !challenge) return err(say('no-such-challenge', { number }));
  const { challenger, challenged, state } = challenge;
  if (player.id === challenger.id && state === 'open') {
    return err(say('own-challenge', { number, userid: challenged.userid }));
  }
  if (player.id !== challenged.id) return err(say('no-such-challenge', { number }));
  return state === 'open' ? ok(challenge) : err(say(`challenge-${state}`, { number }));
}
