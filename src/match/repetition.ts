import { gameOf } from '../engine/registry.ts';
import type { Game } from '../engine/shape/game.ts';
import type { Position } from '../engine/shape/types.ts';
import { makePosition } from '../engine/written.ts';
import type { Match, MatchOutcome } from './types.ts';

/** So often may a position stand with the same player to move; then the match is drawn. */
const OCCURRENCES_MAX = 3;

/**
 * How the rules end a match in a position, if they do. A game that can go round in circles ends at
 * the third time.
 *
 * @param timesSeen how often the position has stood, this time included; asked only where it matters
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

/** The same for the newest position of a match. */
export const outcomeHere = (match: Match): MatchOutcome | undefined =>
  outcomeByRules(gameOf(match.rules), match.position, () => occurrences(match));

/** Counts the positions of a match that is played through, with one look at each. */
export function countSeen(game: Game): (position: Position) => number {
  const times = new Map<string, number>();
  return (position) => {
    const key = keyOf(game, position);
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    return count;
  };
}

/** What positions have in common that count as the same. */
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
