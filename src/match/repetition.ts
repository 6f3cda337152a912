import { makePosition } from '../engine/notation.ts';
import { engineOf } from '../engine/registry.ts';
import type { Match } from './types.ts';

/** So often may a position stand with the same player to move; then the match is drawn. */
export const OCCURRENCES_MAX = 3;

/**
 * How often the newest position has stood in this match with the same player to move, this time
 * included. Only games that can go round in circles need to ask.
 */
export function occurrences({ rules, start, moves, position }: Match): number {
  const engine = engineOf(rules);
  const newest = makePosition(position);
  let count = makePosition(start) === newest ? 1 : 0;
  let at = start;
  for (const text of moves) {
    const move = engine.parseMove(at, text);
    if (!move.ok) throw new Error(`damaged record: ${text} is not legal (${move.error.code})`);
    at = engine.play(at, move.value).position;
    if (makePosition(at) === newest) count++;
  }
  return count;
}
