import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell } from '../../../src/engine/shape/types.ts';
import {
  adjacent,
  type CellSet,
  cellsOf,
  hasCell,
  parseCell,
  stonesOf,
  withoutCell,
} from '../../../src/engine/stones/board.ts';
import {
  crowded,
  flood,
  groupAt,
  groupsOf,
  linkedAround,
  touching,
} from '../../../src/engine/stones/connection.ts';
import { board } from '../given.ts';

const ROWS = 7;
const COLS = 9;
const anySet: fc.Arbitrary<CellSet> = fc.array(fc.nat((1 << COLS) - 1), {
  minLength: ROWS,
  maxLength: ROWS,
});

/** The plain way, cell by cell, to hold the shifts against. */
const linkedTo = (seeds: readonly Cell[], within: readonly Cell[]): Cell[] => {
  const found = new Set(seeds.filter((cell) => within.includes(cell)));
  for (const cell of found) {
    for (const next of within) if (adjacent(cell, next)) found.add(next);
  }
  return [...found].sort((one, next) => one - next);
};

describe('connection', () => {
  test('touching finds the cells beside a set, crowded those beside two of its cells', () => {
    fc.assert(
      fc.property(anySet, anySet, (set, within) => {
        const beside = (cell: Cell) => cellsOf(set).filter((next) => adjacent(cell, next)).length;
        const cells = cellsOf(within);
        expect(cellsOf(touching(set, within))).toEqual(cells.filter((cell) => beside(cell) >= 1));
        expect(cellsOf(crowded(set, within))).toEqual(cells.filter((cell) => beside(cell) >= 2));
      }),
    );
  });

  test('flood finds what chains of steps link to a seed', () => {
    fc.assert(
      fc.property(anySet, anySet, (seed, within) => {
        expect(cellsOf(flood(seed, within))).toEqual(linkedTo(cellsOf(seed), cellsOf(within)));
      }),
    );
  });

  test('flood follows a spiral to its end', () => {
    const spiral = stonesOf(
      board(
        'xxxxxxxxx/x......../x.xxxxxxx/x.x.....x/x.x.xxx.x/x.x...x.x/x.xxxxx.x/x.......x/xxxxxxxxx',
      ),
    );
    expect(groupAt(parseCell('i9') ?? -1, spiral)).toEqual(spiral);
  });

  test('flood fills ranks of 26 files', () => {
    const full = stonesOf(board(Array(26).fill('x'.repeat(26)).join('/')));
    for (const corner of ['a1', 'z1', 'a26', 'z26']) {
      expect(groupAt(parseCell(corner) ?? -1, full)).toEqual(full);
    }
  });

  test('groups part a set into what hangs together', () => {
    fc.assert(
      fc.property(anySet, (stones) => {
        const groups = groupsOf(stones);
        expect(groups.flatMap((group) => cellsOf(group)).sort((one, next) => one - next)).toEqual(
          cellsOf(stones),
        );
        for (const group of groups) {
          expect(flood(group, stones)).toEqual(group);
          expect(groupAt(cellsOf(group)[0] ?? -1, stones)).toEqual(group);
        }
      }),
    );
  });

  test('stones linked around a cell stay one group without it', () => {
    fc.assert(
      fc.property(anySet, (stones) => {
        for (const cell of cellsOf(stones)) {
          const rest = withoutCell(stones, cell);
          expect(linkedAround(cell, rest)).toBe(linkedAround(cell, stones));
          if (!linkedAround(cell, stones)) continue;
          const beside = cellsOf(rest).filter((next) => adjacent(next, cell));
          const group = beside[0] === undefined ? rest : groupAt(beside[0], rest);
          expect(beside.every((next) => hasCell(group, next))).toBe(true);
          expect(groupsOf(rest).length).toBe(
            groupsOf(stones).length - (beside.length === 0 ? 1 : 0),
          );
        }
      }),
    );
  });

  test.each([
    ['.../xx./...', true],
    ['.../xxx/...', false],
    ['xx./xxx/...', false],
    ['xxx/xxx/...', true],
    ['.xx/.xx/...', true],
    ['xxx/xxx/xx.', true],
    ['.x./xxx/.x.', false],
  ])('around b2 of %s: linked %s', (diagram, linked) => {
    expect(linkedAround(parseCell('b2') ?? -1, stonesOf(board(diagram)))).toBe(linked);
  });
});
