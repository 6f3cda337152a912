import { legal } from '../shape/legal.ts';
import { type Board, colourAt, fillBoard, opposite } from './board.ts';
import { cellOf } from './cell.ts';
import type { StonePosition } from './types.ts';

/**
 * What changes of a board do to a game. Its mirror images, left to right and upside down, are always
 * the same game. After other changes it may be the same only when the seats change places, which
 * for a position means that the other player is to move.
 */
export interface Symmetry {
  /** Whether a quarter turn, or a mirror image over a diagonal, swaps the seats. */
  readonly turnSwapsSeats: boolean;
  /** Whether swapping the colours of all stones swaps the seats. */
  readonly coloursSwapSeats: boolean;
}

/**
 * Every form of a position that is the same game, the position itself first: mirrored, turned, and
 * with other colours. The player to move has the same value in all. Equal forms may come more than
 * once; a quarter turn of a board of 4x6 is one of 6x4.
 */
export const equivalentsUnder =
  (symmetry: Symmetry) =>
  ({ rules, board, turn }: StonePosition): readonly StonePosition[] =>
    CHANGES.map((change) => {
      const turnSwaps = change.overDiagonal && symmetry.turnSwapsSeats;
      const coloursSwap = change.otherColours && symmetry.coloursSwapSeats;
      const swapsSeats = turnSwaps !== coloursSwap;
      return legal(rules, changeBoard(board, change), swapsSeats ? opposite(turn) : turn);
    });

/** Mirror images over up to three lines, one after the other, make every quarter turn too. */
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
  return fillBoard(size, (file, rank) => {
    const fileBefore = change.leftToRight ? size.cols - 1 - file : file;
    const rankBefore = change.upsideDown ? size.rows - 1 - rank : rank;
    const colour = change.overDiagonal
      ? colourAt(board, cellOf(rankBefore, fileBefore))
      : colourAt(board, cellOf(fileBefore, rankBefore));
    return colour && change.otherColours ? opposite(colour) : colour;
  });
};
