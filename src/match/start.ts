import { engineOf } from '../engine/registry.ts';
import type { Size } from '../engine/types.ts';
import { ok, type Result } from '../result.ts';
import type { Sentence } from '../sentence.ts';
import type { Challenge, Match, Seat } from './types.ts';

/** A new match at its first position; refused when the rules do not know boards of this size. */
export function startMatch(
  board: number,
  rules: string,
  size: Size,
  seats: { readonly black: Seat; readonly white: Seat },
): Result<Match, Sentence> {
  const start = engineOf(rules).start(size);
  if (!start.ok) return start;
  return ok({
    board,
    rules,
    ...seats,
    start: start.value,
    moves: [],
    position: start.value,
    revision: 1,
    outcome: undefined,
  });
}

/**
 * The match that a challenge becomes when somebody takes it up. `heads` decides who is Black when
 * chance shall.
 */
export function acceptChallenge(
  challenge: Challenge,
  challenged: Seat,
  heads: boolean,
): Result<Match, Sentence> {
  const { challenger, first } = challenge;
  const challengerFirst = first === 'random' ? heads : first === 'me';
  const seats = challengerFirst
    ? { black: challenger, white: challenged }
    : { black: challenged, white: challenger };
  return startMatch(challenge.number, challenge.rules, challenge.size, seats);
}
