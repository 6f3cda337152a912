import type { Cell, Colour } from '../shape/ground.ts';
import type { Position } from '../shape/types.ts';
import type { Board } from './board.ts';

/** A state of play that may be illegal: not checked by rules. */
export interface Setup {
  readonly board: Board;
  /** Whose turn it is. */
  readonly turn: Colour;
}

export interface StonePosition extends Position {
  readonly board: Board;
}

/** A move that takes a stone from one cell to another. */
export interface StoneMove {
  readonly from: Cell;
  readonly to: Cell;
  /** Whether it takes the enemy stone on `to`. */
  readonly captures: boolean;
}

/** A move that picks a cell. */
export interface CellMove {
  readonly cell: Cell;
}
