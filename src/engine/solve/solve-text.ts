import { ok, type Result } from '../../result.ts';
import { gameOf } from '../registry.ts';
import type { SolveLimits } from '../shape/effort.ts';
import type { Course, Value } from '../shape/solution.ts';
import type { Move, Position } from '../shape/types.ts';
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
  /** Plies to the end with best play, where they are known exactly. */
  readonly distance?: number;
  /** A move of best play, where one was found. */
  readonly move?: string;
  /** One line of best play to the end, where one was found. */
  readonly line?: readonly string[];
  readonly nodes: number;
}

/**
 * Solves a position in notation. Text goes in and plain data comes out, for a thread of its own.
 *
 * @param more the other limits, where they are not the usual ones
 * @param onValue is told the value and a move, before the other moves are looked at
 */
export const solveText = (
  positionText: string,
  nodesMax: number,
  more?: Omit<SolveLimits, 'nodesMax'>,
  onValue: (found: Pick<SolutionText, 'value' | 'distance' | 'move'>) => void = () => {},
): Result<SolutionText, PositionError> => {
  const position = parsePosition(positionText);
  if (!position.ok) return position;
  const game = gameOf(position.value.rules);
  const write = (move: Move) => game.makeMove(move, position.value);
  const courseText = ({ distance, move }: Course) => ({
    ...(distance !== undefined && { distance }),
    ...(move && { move: write(move) }),
  });
  const solution = solve(position.value, { ...more, nodesMax }, (value, course) =>
    onValue({ value, ...courseText(course) }),
  );
  const { kind, value = null, line, bestMoves, nodes } = solution;
  const openMoves = solution.kind === 'solved' ? [] : solution.openMoves;
  return ok({
    kind,
    value,
    bestMoves: bestMoves.map(write),
    openMoves: openMoves.map(write),
    nodes,
    ...courseText(solution),
    ...(line && { line: writeLine(position.value, line) }),
  });
};

/** The moves of a line, each as it is written in the position where it is played. */
const writeLine = (start: Position, line: readonly Move[]): string[] => {
  const game = gameOf(start.rules);
  let position = start;
  return line.map((move) => {
    const text = game.makeMove(move, position);
    position = game.play(position, move).position;
    return text;
  });
};
