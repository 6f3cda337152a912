import { gameOf } from '../engine/registry.ts';
import type { RulesId } from '../engine/shape/rules.ts';
import type { Position, Size } from '../engine/shape/types.ts';
import { ok, type Result } from '../result.ts';
import type { Sentence } from '../sentence.ts';
import type { Challenge, Match, Seat } from './types.ts';

/** A new match at its first position; refused when the rules do not know boards of this size. */
export function startMatch(
  board: number,
  rules: RulesId,
  size: Size,
  seats: Seats,
): Result<Match, Sentence> {
  const start = gameOf(rules).start(size);
  return start.ok ? ok(startFrom(board, start.value, seats)) : start;
}

/** A new match from any position; who has `black` among the seats makes its first move. */
function startFrom(board: number, start: Position, { black: first, white: second }: Seats): Match {
  const seats =
    start.turn === 'black' ? { black: first, white: second } : { black: second, white: first };
  const { rules } = start;
  return {
    board,
    rules,
    ...seats,
    start,
    moves: [],
    position: start,
    revision: 1,
    outcome: undefined,
  };
}

interface Seats {
  readonly black: Seat;
  readonly white: Seat;
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
  const { challenger, first, pace, rated, hints } = challenge;
  const challengerFirst = first === 'random' ? heads : first === 'me';
  const seats = challengerFirst
    ? { black: challenger, white: challenged }
    : { black: challenged, white: challenger };
  const match = challenge.start
    ? ok(startFrom(challenge.number, challenge.start, seats))
    : startMatch(challenge.number, challenge.rules, challenge.size, seats);
  return match.ok
    ? ok({ ...match.value, pace, ...(rated && { rated }), ...(hints && { hints }) })
    : match;
}
