import { legalPosition } from '../shape/game.ts';
import type { Size } from '../shape/ground.ts';
import { type Board, type CellSet, opposite, type StonePosition } from './board.ts';

/**
 * Symmetries of a game. Mirror images, left to right and upside down, are always the same game. Others may
 * require swapping the seats, that is, the player to move.
 */
interface Symmetry {
  /** Whether a quarter turn, or a mirror image over a diagonal, swaps the seats. */
  readonly turnSwapsSeats: boolean;
  /** Whether swapping the colours of all stones swaps the seats. */
  readonly coloursSwapSeats: boolean;
}

/**
 * All forms of a position that are the same game, itself first: mirrored, turned, colours swapped. The player
 * to move has the same value in all. May contain duplicates; a quarter turn of a 4x6 board is a 6x4 board.
 */
export const equivalentsUnder =
  (symmetry: Symmetry) =>
  ({ rules, board, turn }: StonePosition): readonly StonePosition[] =>
    CHANGES.map((change) => {
      const turnSwaps = change.overDiagonal && symmetry.turnSwapsSeats;
      const coloursSwap = change.otherColours && symmetry.coloursSwapSeats;
      const swapsSeats = turnSwaps !== coloursSwap;
      return legalPosition(rules, changeBoard(board, change), swapsSeats ? opposite(turn) : turn);
    });

/** Up to three reflections, which also compose every turn, and a swap of the colours. */
interface Change {
  readonly overDiagonal: boolean;
  readonly leftToRight: boolean;
  readonly upsideDown: boolean;
  readonly otherColours: boolean;
}

const EITHER = [false, true] as const;

const CHANGES: readonly Change[] = EITHER.flatMap((overDiagonal) =>
  EITHER.flatMap((leftToRight) =>
    EITHER.flatMap((upsideDown) =>
      EITHER.map((otherColours) => ({ overDiagonal, leftToRight, upsideDown, otherColours })),
    ),
  ),
);

const changeBoard = (board: Board, change: Change): Board => {
  const size = change.overDiagonal ? { cols: board.rows, rows: board.cols } : board;
  const turned = (set: CellSet): CellSet => {
    const mirrored = change.leftToRight ? set.map((row) => reverseRow(row, board.cols)) : set;
    const flipped = change.upsideDown ? mirrored.toReversed() : mirrored;
    return change.overDiagonal ? transpose(flipped, board) : flipped;
  };
  const [black, white] = [turned(board.black), turned(board.white)];
  const { cols, rows } = size;
  return change.otherColours
    ? { cols, rows, black: white, white: black }
    : { cols, rows, black, white };
};

/** Reverses a rank: bits are swapped by ones, twos, fours ... */
const reverseRow = (row: number, cols: number): number => {
  const ones = ((row >>> 1) & 0x55555555) | ((row & 0x55555555) << 1);
  const twos = ((ones >>> 2) & 0x33333333) | ((ones & 0x33333333) << 2);
  const fours = ((twos >>> 4) & 0x0f0f0f0f) | ((twos & 0x0f0f0f0f) << 4);
  const bytes = ((fours >>> 8) & 0x00ff00ff) | ((fours & 0x00ff00ff) << 8);
  return ((bytes >>> 16) | (bytes << 16)) >>> (32 - cols);
};

/** Ranks become files. */
const transpose = (set: CellSet, { cols }: Size): CellSet => {
  const ranks = new Array<number>(cols).fill(0);
  for (const [rank, row] of set.entries()) {
    for (let left = row; left !== 0; left &= left - 1) {
      const file = 31 - Math.clz32(left & -left);
      ranks[file] = (ranks[file] ?? 0) | (1 << rank);
    }
  }
  return ranks;
};
