import type { Cell, Colour, Size } from '../shape/ground.ts';
import { type CellSet, hasCell, union } from './cellset.ts';

/**
 * A board with its stones, as a set of cells for each colour. The sets are disjoint and within the board.
 * Immutable.
 */
export interface Board extends Size {
  readonly black: CellSet;
  readonly white: CellSet;
}

export const opposite = (colour: Colour): Colour => (colour === 'black' ? 'white' : 'black');

/** A board filled by a function of the cell; undefined: empty. */
export const fillBoard = (
  { cols, rows }: Size,
  colourOn: (file: number, rank: number) => Colour | undefined,
): Board => {
  const black = new Array<number>(rows).fill(0);
  const white = new Array<number>(rows).fill(0);
  for (let rank = 0; rank < rows; rank++) {
    for (let file = 0; file < cols; file++) {
      const colour = colourOn(file, rank);
      if (colour === 'black') black[rank] = (black[rank] ?? 0) | (1 << file);
      if (colour === 'white') white[rank] = (white[rank] ?? 0) | (1 << file);
    }
  }
  return { cols, rows, black, white };
};

/** A full board in alternating colours, Black at the top left. */
export const checkerboard = (size: Size): Board =>
  fillBoard(size, (file, rank) => ((size.rows - 1 - rank + file) % 2 === 0 ? 'black' : 'white'));

/** The colour of the stone on a cell; undefined if empty or off the board. */
export const colourAt = (board: Board, cell: Cell): Colour | undefined => {
  if (hasCell(board.black, cell)) return 'black';
  return hasCell(board.white, cell) ? 'white' : undefined;
};

/** All stones, of either colour. */
export const stonesOf = (board: Board): CellSet => union(board.black, board.white);

/** All cells without a stone. */
export const emptiesOf = (board: Board): CellSet => {
  const full = fullRow(board);
  return board.black.map((row, rank) => full & ~(row | (board.white[rank] ?? 0)));
};

/** The bits of a full rank. */
export const fullRow = (size: Size): number => (1 << size.cols) - 1;
