import type { Move, Position } from './types.ts';

/** Limits of a search. */
export interface SolveLimits {
  /** Positions to search; the last step may search a few more. */
  readonly nodesMax: number;
  /** Bytes of the table of a search; default 512 MiB. */
  readonly bytesMax?: number;
  /**
   * Further positions to search once the value is found, for the line and again for the other moves; each
   * time at least as many as were searched so far. Never more than `nodesMax` in all. Default `nodesMax`.
   */
  readonly moreNodesMax?: number;
  /** Called from time to time with the number of positions searched. */
  readonly onProgress?: (nodes: number) => void;
}

/** Counts the work of a search against its limits. */
export class Effort {
  /** Positions searched. */
  nodes = 0;
  /** Limit of positions; may be lowered for a part of the work. */
  nodesMax: number;
  /** Limit of table bytes. */
  readonly bytesMax: number;
  private readonly onProgress: (nodes: number) => void;
  private reported = 0;

  constructor({ nodesMax, bytesMax = BYTES_MAX, onProgress }: SolveLimits) {
    this.nodesMax = nodesMax;
    this.bytesMax = bytesMax;
    this.onProgress = onProgress ?? (() => {});
  }

  get isSpent(): boolean {
    return this.nodes >= this.nodesMax;
  }

  spend(nodes: number): void {
    this.nodes += nodes;
    if (this.nodes - this.reported < REPORT_NODES) return;
    this.reported = this.nodes;
    this.onProgress(this.nodes);
  }
}

/** A few reports per second. */
const REPORT_NODES = 2 ** 20;

/** `searchCost` of a game that does not say: positions and moves are a few small sets of cells. */
export const PLAIN_COST = 20;

/** Below 1 GiB while a growing table is copied. */
const BYTES_MAX = 512 * 1024 * 1024;

/**
 * The value of a position for the player to move, with best play. In a draw neither can force a win: the side
 * that would have to give way repeats the position.
 */
export type Value = 'win' | 'loss' | 'draw';

/** The result of solving a position. */
export type Solution = Solved | GaveUp;

/** The continuation of a won or lost position. */
export interface Course {
  /**
   * Plies to the end with best play, which the winner minimises and the loser maximises. Undefined if not
   * known exactly, and in a draw.
   */
  readonly distance?: number | undefined;
  /** A move of best play. Undefined in a draw, and if the effort ran out. */
  readonly move?: Move | undefined;
  /**
   * One line of best play to the end of the game, of length `distance` if that is known. Otherwise the
   * winner's moves are proven, and the loser's are those hardest to refute. Undefined in a draw, and if the
   * effort ran out.
   */
  readonly line?: readonly Move[] | undefined;
}

interface Solved extends Course {
  readonly kind: 'solved';
  readonly value: Value;
  /**
   * All moves that keep the value, in the order of `legalMoves`: winning moves of a win, drawing moves of a
   * draw, none of a loss. Where positions can repeat, a winning move keeps the win but need not bring the end
   * nearer.
   */
  readonly bestMoves: readonly Move[];
  /** Positions searched. */
  readonly nodes: number;
}

/** The nodes or the memory ran out. The result is correct but incomplete. */
interface GaveUp extends Course {
  readonly kind: 'gave-up';
  /** The value, if it was found. */
  readonly value: Value | undefined;
  /** Moves known to keep the value. */
  readonly bestMoves: readonly Move[];
  /** Moves not decided. Those in neither list are known to be worse. */
  readonly openMoves: readonly Move[];
  readonly nodes: number;
}

/**
 * A solver with memory for one game. It is made for a position and an effort, and evaluates unfinished
 * positions that follow from there.
 */
export interface Oracle<P extends Position = Position> {
  /** The value of a position; undefined if the effort ran out. */
  evaluate(position: P): Value | undefined;
  /**
   * Plies to the end with best play, at least 1, of a position that `evaluate` has found won or lost.
   * Undefined if the effort ran out.
   */
  distance?(position: P): number | undefined;
  /**
   * A move of best play in a position whose distance was found: the end comes one ply nearer. Undefined if
   * the effort ran out.
   */
  bestMove?(position: P): Move | undefined;
  /** The work spent on the value of a position, in any unit. */
  work?(position: P): number;
}
