import type { Puzzle } from './puzzle.ts';
import stock from './stock.json' with { type: 'json' };

/** Where a puzzle comes from; each has its words, in `puzzle-about`. */
export type PuzzleSource =
  | 'example'
  | 'slide'
  | 'disconnection'
  | 'problem'
  | 'taylor'
  | 'robot'
  | 'match';

/** A puzzle that is there before anybody has played. */
export interface StockPuzzle extends Puzzle {
  readonly source: PuzzleSource;
  /** Worked out when it was made (`grade.ts`), since there are many. */
  readonly grade: number;
}

/**
 * The puzzles that every server begins with, those of the sources first; `npm run bench puzzles` adds
 * to them. The number of a puzzle is its place, counted from 1: players name it, so no place changes.
 */
export const STOCK = stock as unknown as readonly StockPuzzle[];
