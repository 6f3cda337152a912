import { ok, type Result } from '../../result.ts';
import { gameOf } from '../registry.ts';
import type { Effort, SolveLimits } from '../shape/effort.ts';
import type { Course, Value } from '../shape/solution.ts';
import type { Colour, Move, Position } from '../shape/types.ts';
import { type PositionError, parsePosition } from '../written.ts';
import { oracleFor, solveGame, winnerBy } from './solve.ts';

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
  const solution = solveGame(position.value, { ...more, nodesMax }, (value, course) =>
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

/** What best play would have made of a game, as far back from its end as that was found out. */
export interface Hindsight {
  /** The first ply, counted from 1, whose position is known. Nothing is said of those before it. */
  readonly knownFrom: number;
  /**
   * The last ply at which each side was to move and had a winning move. When it is the one after the
   * last of the game, that side could still have won at the end. A side that is missing had none from
   * `knownFrom` on; from ply 1 on means never.
   */
  readonly couldWinUntil: { readonly [Side in Colour]?: number };
  /** Every move that gave something away, in the order of the game. */
  readonly slips: readonly Slip[];
}

/** A move after which the mover could no longer get what he could have had. */
interface Slip {
  readonly ply: number;
  readonly by: Colour;
  readonly could: 'win' | 'draw';
}

/**
 * Looks back at a game, from its last position to its first, for as long as the effort lasts. Each
 * move is legal where it was played; the game may have ended otherwise than by the rules.
 *
 * @returns undefined when not even the last position could be judged
 * @throws Error when there is no game of these rules
 */
export const lookBack = (
  start: Position,
  moves: readonly Move[],
  effort: Effort,
): Hindsight | undefined => {
  const positions = positionsOf(start, moves);
  const oracle = oracleFor(start, effort);
  const couldWinUntil: { [Side in Colour]?: number } = {};
  const slips: Slip[] = [];
  let knownFrom: number | undefined;
  let winnerAfter: Colour | 'draw' | undefined;
  for (const [index, position] of [...positions.entries()].reverse()) {
    const { turn } = position;
    // Who has played a winning move had one.
    const winner = winnerAfter === turn ? turn : winnerBy(oracle, position);
    if (!winner) break;
    knownFrom = index + 1;
    if (winner === turn) couldWinUntil[turn] ??= knownFrom;
    if (winnerAfter && winner !== winnerAfter) {
      slips.unshift({ ply: knownFrom, by: turn, could: winner === turn ? 'win' : 'draw' });
    }
    winnerAfter = winner;
  }
  return knownFrom === undefined ? undefined : { knownFrom, couldWinUntil, slips };
};

/** The position before each move, and the last one. */
const positionsOf = (start: Position, moves: readonly Move[]): Position[] => {
  const game = gameOf(start.rules);
  let position = start;
  return [start, ...moves.map((move) => (position = game.play(position, move).position))];
};
