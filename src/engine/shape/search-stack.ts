import type { Position } from './types.ts';

/**
 * The position stack of a search for a good move, as words in one array: the root, its successors, then the
 * successors of one of these, and so on. A position is addressed by the index of its first word.
 */
export interface SearchStack<P extends Position = Position> {
  /** All positions. `add` and `push` may replace the array. */
  readonly words: Int32Array;
  /** Words per position. */
  readonly positionLength: number;
  /** How many of these, from the first on, identify the position. */
  readonly keyLength: number;
  /** Index of the next position; setting it back removes all positions after it. */
  top: number;

  /** Adds a position that does not end the game. */
  add(position: P): void;
  /**
   * Adds successors of the position at `at`, the opponent to move. Moves come in parts, in a fixed order.
   * Moves that lose at once may be left out; a finished game has no successors.
   *
   * @param part number of the part, from 0
   * @returns the number of the next part, or `NO_MORE`
   */
  push(at: number, part: number): number;
  /**
   * Static evaluation for the player to move, below `WON` / 2 in magnitude; `WON`, -`WON` or 0 (draw) if the
   * game is over.
   */
  evaluate(at: number): number;
  /** Whether the game has ended in a draw. Without this function it never does. */
  isDrawn?(at: number): boolean;
  /** Whether the evaluation can be trusted without searching on. */
  isQuiet(at: number): boolean;
  /** Whether the player to move cannot win at once, and loses at once without parrying a threat. */
  isThreatened?(at: number): boolean;
  /** Whether the player to move is cheaply seen to win at once; false proves nothing. */
  isWon?(at: number): boolean;
}

/** Evaluation of a won game. */
export const WON = 2 ** 40;

/** No part is left. */
export const NO_MORE = -1;
