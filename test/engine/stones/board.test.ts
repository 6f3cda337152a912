import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CellSet,
  cellOf,
  cellsOf,
  countCells,
  difference,
  fileOf,
  firstCell,
  hasCell,
  intersection,
  makeCell,
  makeSet,
  parseCell,
  rankOf,
  union,
  withCell,
  withoutCell,
} from '../../../src/engine/stones/board.ts';

describe('cells', () => {
  test.each([
    ['a1', 0],
    ['b1', 1],
    ['a2', 32],
    ['z26', 825],
  ])('%s is %i', (name, cell) => {
    expect(parseCell(name)).toBe(cell);
    expect(parseCell(name.toUpperCase())).toBe(cell);
    expect(makeCell(cell)).toBe(name);
    expect(cellOf(fileOf(cell), rankOf(cell))).toBe(cell);
  });

  test('a rank that no board has is still a name', () => {
    expect(makeCell(parseCell('e44') ?? -1)).toBe('e44');
  });

  test.each(['', 'e', '4', 'e0', 'e04', 'e100', '4e', 'e4 ', 'ee4', 'é4', 'e-1', 'e４'])(
    '"%s" is no cell',
    (text) => {
      expect(parseCell(text)).toBeUndefined();
    },
  );
});

const RANKS = 26;
const anyCell = fc.tuple(fc.nat(25), fc.nat(RANKS - 1)).map(([file, rank]) => cellOf(file, rank));
const anyCells = fc.uniqueArray(anyCell, { maxLength: 60 });
const setOf = (cells: readonly number[]): CellSet => cells.reduce(withCell, makeSet(RANKS));
const ordered = (cells: Iterable<number>): number[] => [...cells].sort((one, next) => one - next);

test('a set of cells is a set, in order', () => {
  fc.assert(
    fc.property(anyCells, anyCells, anyCell, (one, next, cell) => {
      const [set, other] = [setOf(one), setOf(next)];
      expect(countCells(set)).toBe(one.length);
      expect(firstCell(set)).toBe(ordered(one)[0]);
      expect(hasCell(set, cell)).toBe(one.includes(cell));
      expect(cellsOf(withCell(set, cell))).toEqual(ordered(new Set([...one, cell])));
      expect(cellsOf(withoutCell(set, cell))).toEqual(ordered(one.filter((each) => each !== cell)));
      expect(cellsOf(union(set, other))).toEqual(ordered(new Set([...one, ...next])));
      expect(cellsOf(intersection(set, other))).toEqual(
        ordered(one.filter((each) => next.includes(each))),
      );
      expect(cellsOf(difference(set, other))).toEqual(
        ordered(one.filter((each) => !next.includes(each))),
      );
      expect(cellsOf(set)).toEqual(ordered(one));
    }),
  );
});
