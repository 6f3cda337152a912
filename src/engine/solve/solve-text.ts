import { ok, type Result } from '../../result.ts';
import { gameOf, type PositionError, parsePosition } from '../registry.ts';
import type { Course, Effort, SolveLimits, Value } from '../shape/solution.ts';
import type { Colour, Move, Position } from '../shape/types.ts';
import { oracleFor, solveGame, winnerBy } from './solve.ts';

/** A solution as plain data, for another thread or JSON. */
export interface SolutionData {
  readonly kind: 'solved' | 'gave-up';
  /** Null if not found. */
  readonly value: Value | null;
  /** Moves that keep the value, as the game writes them. */
  readonly bestMoves: readonly string[];
  /** Moves not decided; empty if solved. */
  readonly openMoves: readonly string[];
  /** Plies to the end with best play, if known exactly. */
  readonly distance?: number;
  /** A move of best play, if found. */
  readonly move?: string;
  /** A line of best play to the end, if found. */
  readonly line?: readonly string[];
  readonly nodes: number;
}

/**
 * Solves a position in notation. Takes text and returns plain data, for a thread of its own.
 *
 * @param more other limits than the default
 * @param onValue called with the value and a move, before the other moves are searched
 */
export const solveText = (
  positionText: string,
  nodesMax: number,
  more?: Omit<SolveLimits, 'nodesMax'>,
  onValue: (found: Pick<SolutionData, 'value' | 'distance' | 'move'>) => void = () => {},
): Result<SolutionData, PositionError> => {
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

/** The moves of a line as text. */
const writeLine = (start: Position, line: readonly Move[]): string[] => {
  const game = gameOf(start.rules);
  let position = start;
  return line.map((move) => {
    const text = game.makeMove(move, position);
    position = game.play(position, move).position;
    return text;
  });
};

/** An analysis of a game, as far back from its end as the effort allowed. */
export interface Hindsight {
  /** The first ply, counted from 1, whose position was solved. */
  readonly knownFrom: number;
  /**
   * The last ply at which each side had a winning move. The ply after the last of the game: it could still
   * have won at the end. Missing: it had none from `knownFrom` on.
   */
  readonly couldWinUntil: { readonly [Side in Colour]?: number };
  /** All moves that worsened the mover's value, in order. */
  readonly slips: readonly Slip[];
}

/** A move that worsened the mover's value. */
interface Slip {
  readonly ply: number;
  readonly by: Colour;
  readonly could: 'win' | 'draw';
}

/**
 * Analyses a game of legal moves, from its last position back, while the effort lasts. It may have ended by
 * resignation or the like.
 *
 * @returns undefined if the last position was not solved
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
    // The move played was a winning one.
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

/** All positions of a game, the last one included. */
const positionsOf = (start: Position, moves: readonly Move[]): Position[] => {
  const game = gameOf(start.rules);
  let position = start;
  return [start, ...moves.map((move) => (position = game.play(position, move).position))];
};
