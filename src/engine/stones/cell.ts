import type { Cell, Size } from '../shape/ground.ts';

/** The longest side of a board: files end at `z`, and a rank fits one integer (see cellset.ts). */
export const SIDE_MAX = 26;

/** The cell of a file and a rank, both counted from 0. */
export const cellOf = (file: number, rank: number): Cell => rank * 32 + file;

/** The file of a cell, from 0. */
export const fileOf = (cell: Cell): number => cell & 31;

/** The rank of a cell, from 0. */
export const rankOf = (cell: Cell): number => cell >> 5;

/** Whether a board of this size has the cell. */
export const onBoard = (size: Size, cell: Cell): boolean =>
  cell >= 0 && fileOf(cell) < size.cols && rankOf(cell) < size.rows;

/** Whether two cells share a side. */
export const adjacent = (one: Cell, other: Cell): boolean =>
  Math.abs(fileOf(one) - fileOf(other)) + Math.abs(rankOf(one) - rankOf(other)) === 1;

/** The top right cell of a board, the last one in numeric order. */
export const lastCellOf = (size: Size): Cell => cellOf(size.cols - 1, size.rows - 1);

/**
 * Reads the name of a cell, `e4` or `E4`; undefined if malformed. Accepts ranks up to 99, so that `e44` is
 * refused as off the board.
 */
export const parseCell = (text: string): Cell | undefined => {
  if (!/^[a-z][1-9][0-9]?$/i.test(text)) return undefined;
  return cellOf((text.charCodeAt(0) | 32) - 97, Number(text.slice(1)) - 1);
};

/** Writes the name of a cell: file letter, then rank number. */
export const makeCell = (cell: Cell): string =>
  `${String.fromCharCode(97 + fileOf(cell))}${rankOf(cell) + 1}`;
