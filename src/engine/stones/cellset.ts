import type { Cell } from '../shape/ground.ts';
import { cellOf, fileOf, rankOf } from './cell.ts';

/**
 * A set of cells: one integer per rank, index 0 = rank 1, bit 0 = file a. A rank of at most 26 files fits a
 * 32-bit integer with room for a carry.
 */
export type CellSet = readonly number[];

/** A set that is empty or has one cell. */
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
