import type { Cell, Colour, Size } from '../shape/ground.ts';
import type { Position } from '../shape/types.ts';

/** A state of play that may be illegal: not checked by rules. */
export interface Setup {
  readonly board: Board;
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

export interface CellMove {
  readonly cell: Cell;
}

/** The longest side of a board: files end at `z`, and a rank fits one integer. */
export const SIDE_MAX = 26;

/** The cell of a file and a rank, both counted from 0. */
export const cellOf = (file: number, rank: number): Cell => rank * 32 + file;

/** The file of a cell, from 0. */
export const fileOf = (cell: Cell): number => cell & 31;

/** The rank of a cell, from 0. */
export const rankOf = (cell: Cell): number => cell >> 5;

export const onBoard = (size: Size, cell: Cell): boolean =>
  cell >= 0 && fileOf(cell) < size.cols && rankOf(cell) < size.rows;

/**
 * The eight directions, as steps between cells. Boards have at most 26 of 32 numbered files, so a step over the edge
 * never lands on another cell.
 */
export const DIRECTIONS = [-33, -32, -31, -1, 1, 31, 32, 33] as const;

/** Whether two cells share a side. */
export const adjacent = (one: Cell, other: Cell): boolean =>
  Math.abs(fileOf(one) - fileOf(other)) + Math.abs(rankOf(one) - rankOf(other)) === 1;

/** The cell of the last file and rank, the last one in numeric order. */
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

/**
 * A set of cells: one integer per rank, index 0 = rank 1, bit 0 = file a. A rank of at most 26 files fits a
 * 32-bit integer with room for a carry.
 */
export type CellSet = readonly number[];

export const makeSet = (ranks: number, cell?: Cell): CellSet => {
  const set = new Array<number>(ranks).fill(0);
  if (cell !== undefined) set[rankOf(cell)] = 1 << fileOf(cell);
  return set;
};

export const hasCell = (set: CellSet, cell: Cell): boolean =>
  (((set[rankOf(cell)] ?? 0) >> fileOf(cell)) & 1) === 1;

export const withCell = (set: CellSet, cell: Cell): CellSet => {
  const more = set.slice();
  more[rankOf(cell)] = (more[rankOf(cell)] ?? 0) | (1 << fileOf(cell));
  return more;
};

export const withoutCell = (set: CellSet, cell: Cell): CellSet => {
  const less = set.slice();
  less[rankOf(cell)] = (less[rankOf(cell)] ?? 0) & ~(1 << fileOf(cell));
  return less;
};

export const union = (one: CellSet, other: CellSet): CellSet =>
  one.map((row, rank) => row | (other[rank] ?? 0));

export const intersection = (one: CellSet, other: CellSet): CellSet =>
  one.map((row, rank) => row & (other[rank] ?? 0));

export const difference = (one: CellSet, other: CellSet): CellSet =>
  one.map((row, rank) => row & ~(other[rank] ?? 0));

export const isEmpty = (set: CellSet): boolean => {
  for (const row of set) if (row !== 0) return false;
  return true;
};

/** Counts the cells of a rank: in pairs of bits, then fours, then bytes. */
export const countRow = (row: number): number => {
  const pairs = row - ((row >> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333);
  return Math.imul((fours + (fours >> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

export const countCells = (set: CellSet): number => {
  let count = 0;
  for (const row of set) count += countRow(row);
  return count;
};

/** The leftmost file of a non-empty rank. */
const lowestFile = (row: number): number => 31 - Math.clz32(row & -row);

/** The cells of a set in numeric order: ranks from the bottom, each from the left. */
export const cellsOf = (set: CellSet): Cell[] => {
  const cells: Cell[] = [];
  for (let rank = 0; rank < set.length; rank++) {
    for (let row = set[rank] ?? 0; row !== 0; row &= row - 1) {
      cells.push(cellOf(lowestFile(row), rank));
    }
  }
  return cells;
};

/** The first cell in numeric order; undefined if empty. */
export const firstCell = (set: CellSet): Cell | undefined => {
  const rank = set.findIndex((row) => row !== 0);
  return rank < 0 ? undefined : cellOf(lowestFile(set[rank] ?? 0), rank);
};

/**
 * A board with its stones, as a set of cells for each colour. The sets are disjoint and within the board.
 * Immutable.
 */
export interface Board extends Size {
  readonly black: CellSet;
  readonly white: CellSet;
}

/** The board after a stone of a colour has moved, and taken an enemy stone on its cell if it captures. */
export const moveStone = (
  { cols, rows, black, white }: Board,
  colour: Colour,
  { from, to, captures }: StoneMove,
): Board => {
  const isBlack = colour === 'black';
  const mine = withCell(withoutCell(isBlack ? black : white, from), to);
  const others = isBlack ? white : black;
  const theirs = captures ? withoutCell(others, to) : others;
  return { cols, rows, black: isBlack ? mine : theirs, white: isBlack ? theirs : mine };
};

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
