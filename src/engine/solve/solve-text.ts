import { ok, type Result } from '../../result.ts';
import { gameOf } from '../registry.ts';
import type { SolveLimits } from '../shape/effort.ts';
import type { Value } from '../shape/solution.ts';
import type { Move } from '../shape/types.ts';
import { type PositionError, parsePosition } from '../written.ts';
import { solve } from './solve.ts';

/** A solution as plain data, which can be sent between threads or written as JSON. */
export interface SolutionText {
  readonly kind: 'solved' | 'gave-up';
  /** Null when it was not found. */
  readonly value: Value | null;
  /** The moves that keep the value, as the game writes them. */
  readonly bestMoves: readonly string[];
  /** The moves of which nothing is known, none when the position is solved. */
  readonly openMoves: readonly string[];
  readonly nodes: number;
}

/** Solves a position in notation. Text goes in and plain data comes out, for a thread of its own. */
export const solveText = (
  positionText: string,
  nodesMax: number,
  onProgress?: SolveLimits['onProgress'],
): Result<SolutionText, PositionError> => {
  const position = parsePosition(positionText);
  if (!position.ok) return position;
  const game = gameOf(position.value.rules);
  const solution = solve(position.value, { nodesMax, ...(onProgress && { onProgress }) });
  const { kind, value = null, bestMoves, nodes } = solution;
  const write = (move: Move) => game.makeMove(move, position.value);
  const openMoves = solution.kind === 'solved' ? [] : solution.openMoves;
  return ok({
    kind,
    value,
    bestMoves: bestMoves.map(write),
    openMoves: openMoves.map(write),
    nodes,
  });
};
