import type { Move, Position } from './types.ts';

/**
 * What a position is worth to the player to move when both play best. In a draw neither can force
 * the end that he wants, and who would have to give way repeats the position instead.
 */
export type Value = 'win' | 'loss' | 'draw';

/** What was found out about a position. */
export type Solution = Solved | GaveUp;

/** How a position goes on that is won or lost. */
export interface Course {
  /**
   * Plies to the end with best play, the least for the winner and the greatest for the loser. Undefined
   * where it is not known exactly, and in a draw.
   */
  readonly distance?: number | undefined;
  /** A move of best play. Undefined in a draw, and where the effort did not suffice. */
  readonly move?: Move | undefined;
  /**
   * One line of best play, to the end of the game. Where the distance is known it is as long. Elsewhere
   * the winner has a proof for each of his moves, and the loser gives the moves that were hardest to
   * refute. Undefined in a draw, and where the effort did not suffice.
   */
  readonly line?: readonly Move[] | undefined;
}

interface Solved extends Course {
  readonly kind: 'solved';
  readonly value: Value;
  /**
   * Every move that keeps the value, in the order of `legalMoves`: all winning moves of a win, all
   * drawing moves of a draw, and none of a loss. Where positions can come again, a winning move keeps
   * the win but need not bring the end nearer.
   */
  readonly bestMoves: readonly Move[];
  /** How many positions were looked at. */
  readonly nodes: number;
}

/** The nodes or the memory ran out. What is told is true, but it is not all. */
interface GaveUp extends Course {
  readonly kind: 'gave-up';
  /** The value, when at least that was found. */
  readonly value: Value | undefined;
  /** The moves that are known to keep the value. */
  readonly bestMoves: readonly Move[];
  /** The moves of which nothing is known. Those in neither list are known to be worse. */
  readonly openMoves: readonly Move[];
  readonly nodes: number;
}

/**
 * Finds exact values for one game, and remembers what it has found. It is made for a position, with
 * an effort that it may spend, and is asked about positions that play can lead to from there and in
 * which the game goes on.
 */
export interface Oracle<P extends Position = Position> {
  /** The value of a position, or undefined when the effort was spent before it was found. */
  evaluate(position: P): Value | undefined;
  /**
   * How many plies a position lasts with best play that `evaluate` has found won or lost, at least one.
   * Undefined when the effort was spent before it was found; an oracle without this function knows none.
   */
  distance?(position: P): number | undefined;
  /**
   * A move that keeps the distance of a position for which that was found: the end comes one ply
   * nearer. Undefined when the effort was spent.
   */
  bestMove?(position: P): Move | undefined;
  /** How much work it was to find the value of a position, in a unit of the oracle's own. */
  work?(position: P): number;
}
