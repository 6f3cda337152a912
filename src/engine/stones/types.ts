import type { Cell, Colour } from '../shape/ground.ts';
import type { Position } from '../shape/types.ts';
import type { Board } from './board.ts';

/** A state of play as a text tells it, which may be illegal: no rules have looked at it. */
export interface Setup {
  readonly board: Board;
  /** Whose turn it is. */
  readonly turn: Colour;
}

/** A position of stones on squares. */
export interface StonePosition extends Position {
  readonly board: Board;
}

/** A move that takes a stone from one cell to another. */
export interface StoneMove {
  readonly from: Cell;
  readonly to: Cell;
  /** It takes the enemy stone that stands on `to`. */
  readonly captures: boolean;
}

/** A move that picks a cell. */
export interface CellMove {
  readonly cell: Cell;
}
