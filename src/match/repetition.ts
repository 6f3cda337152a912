import { gameOf, makePosition } from '../engine/registry.ts';
import type { Game } from '../engine/shape/game.ts';
import type { Position } from '../engine/shape/types.ts';
import type { Match, MatchOutcome } from './types.ts';

/** Occurrences of a position, with the same player to move, that draw the match. */
const OCCURRENCES_MAX = 3;

/**
 * The outcome of a position by the rules, including repetition; undefined if play goes on.
 *
 * @param timesSeen occurrences of the position, including this one; called only if needed
 */
export function outcomeByRules(
  game: Game,
  position: Position,
  timesSeen: (position: Position) => number,
): MatchOutcome | undefined {
  const outcome = game.outcome(position);
  if (outcome) return { winner: outcome.winner, ending: outcome.reason };
  const circling = game.circles && timesSeen(position) >= OCCURRENCES_MAX;
  return circling ? { winner: undefined, ending: 'repetition' } : undefined;
}

/** The outcome of the current position of a match by the rules. */
export const outcomeHere = (match: Match): MatchOutcome | undefined =>
  outcomeByRules(gameOf(match.rules), match.position, () => occurrences(match));

/** A counter of occurrences, called once for each position of a match in order. */
export function countSeen(game: Game): (position: Position) => number {
  const times = new Map<string, number>();
  return (position) => {
    const key = keyOf(game, position);
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    return count;
  };
}

/** The key of a position for repetition. */
const keyOf = (game: Game, position: Position): string =>
  game.key?.(position) ?? makePosition(position);

function occurrences({ rules, start, moves, position }: Match): number {
  const game = gameOf(rules);
  const newest = keyOf(game, position);
  let count = keyOf(game, start) === newest ? 1 : 0;
  let at = start;
  for (const text of moves) {
    const move = game.parseMove(at, text);
    if (!move.ok) throw new Error(`damaged record: ${text} is not legal (${move.error.code})`);
    at = game.play(at, move.value).position;
    if (keyOf(game, at) === newest) count++;
  }
  return count;
}
