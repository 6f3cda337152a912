import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CellSet,
  cellOf,
  cellsOf,
  countCells,
  difference,
  firstCell,
  hasCell,
  intersection,
  isEmpty,
  makeSet,
  union,
  withCell,
  withoutCell,
} from '../../../src/engine/stones/board.ts';

const RANKS = 26;
const anyCell = fc.tuple(fc.nat(25), fc.nat(RANKS - 1)).map(([file, rank]) => cellOf(file, rank));
const anyCells = fc.uniqueArray(anyCell, { maxLength: 60 });
const setOf = (cells: readonly number[]): CellSet => cells.reduce(withCell, makeSet(RANKS));
const ordered = (cells: Iterable<number>): number[] => [...cells].sort((one, next) => one - next);

describe('a set of cells', () => {
  test('holds what was put in, in order', () => {
    fc.assert(
      fc.property(anyCells, anyCell, (cells, cell) => {
        const set = setOf(cells);
        expect(cellsOf(set)).toEqual(ordered(cells));
        expect(countCells(set)).toBe(cells.length);
        expect(firstCell(set)).toBe(ordered(cells)[0]);
        expect(isEmpty(set)).toBe(cells.length === 0);
        expect(hasCell(set, cell)).toBe(cells.includes(cell));
        expect(hasCell(withCell(set, cell), cell)).toBe(true);
        expect(hasCell(withoutCell(set, cell), cell)).toBe(false);
        expect(cellsOf(set)).toEqual(ordered(cells));
      }),
    );
  });

  test('is joined, met and subtracted like any set', () => {
    fc.assert(
      fc.property(anyCells, anyCells, (one, next) => {
        const [set, other] = [setOf(one), setOf(next)];
        expect(cellsOf(union(set, other))).toEqual(ordered(new Set([...one, ...next])));
        expect(cellsOf(intersection(set, other))).toEqual(
          ordered(one.filter((cell) => next.includes(cell))),
        );
        expect(cellsOf(difference(set, other))).toEqual(
          ordered(one.filter((cell) => !next.includes(cell))),
        );
      }),
    );
  });

  test('has no cells beyond its ranks', () => {
    expect(hasCell(makeSet(2, cellOf(3, 1)), cellOf(3, 2))).toBe(false);
    expect(hasCell(makeSet(2), cellOf(3, 1))).toBe(false);
  });
});
