import type { Position } from './types.ts';

/**
 * The positions of a search for a good move, one behind the other in an array of words: the one in
 * question, the ones its moves lead to, then those that the moves of one of these lead to, and so on.
 * A position is known by the place where it begins.
 */
export interface Arena<P extends Position = Position> {
  /** All positions. Another array after each `add` and `push`, which may need more room. */
  readonly words: Int32Array;
  /** How many words a position fills. */
  readonly positionWords: number;
  /** How many of these, from its beginning on, tell it from all others. */
  readonly keyWords: number;
  /** Where the next position comes; who sets it back forgets all that stand behind. */
  top: number;

  /** Adds a position in which the game goes on. */
  add(position: P): void;
  /**
   * Adds the positions that some moves lead to from the one at `at`, the opponent to move in them.
   * The moves are done part by part, always in the same order: the first part is number 0, and what
   * comes back is the number of the next one, or `NO_MORE`. Moves that lose at once are left out
   * where that is quicker: so nothing is added where all moves do, and where the game is over.
   */
  push(at: number, part: number): number;
  /**
   * How good a position looks for who is to move: the larger, the better, and less than half of
   * `WON`; or where the game is over `WON`, -`WON`, or 0 for a draw.
   */
  look(at: number): number;
  /** Whether the game has ended there without a winner. Without this function none does. */
  isDrawn?(at: number): boolean;
  /** Whether that look can be trusted without playing on. */
  isQuiet(at: number): boolean;
  /** Whether the opponent would win at once if who is to move, who cannot, did nothing about it. */
  isForced?(at: number): boolean;
  /** Whether who is to move is seen at little cost to win at once; when it is false he may as well. */
  isWon?(at: number): boolean;
}

/** What a position is worth to somebody who has won. */
export const WON = 2 ** 40;

/** No part of the moves is left. */
export const NO_MORE = -1;
