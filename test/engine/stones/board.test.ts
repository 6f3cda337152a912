import { describe, expect, test } from 'vitest';
import {
  cellOf,
  cellsOf,
  checkerboard,
  colourAt,
  countCells,
  emptiesOf,
  fillBoard,
  opposite,
  parseCell,
  stonesOf,
} from '../../../src/engine/stones/board.ts';
import { makeBoard } from '../../../src/engine/stones/notation.ts';
import { board } from '../given.ts';

describe('a board', () => {
  test('is filled cell by cell', () => {
    const filled = fillBoard({ cols: 3, rows: 2 }, (file, rank) => {
      if (file === 1) return undefined;
      return rank === 0 ? 'black' : 'white';
    });
    expect(makeBoard(filled)).toBe('w.w/x.x');
  });

  test.each([
    [{ cols: 4, rows: 4 }, 'xwxw/wxwx/xwxw/wxwx'],
    [{ cols: 3, rows: 2 }, 'xwx/wxw'],
    [{ cols: 2, rows: 3 }, 'xw/wx/xw'],
    [{ cols: 1, rows: 2 }, 'x/w'],
  ])('as a checkerboard has Black in the top left corner', (size, diagram) => {
    expect(makeBoard(checkerboard(size))).toBe(diagram);
  });

  test('knows the stone on each cell', () => {
    const small = board('x.w/.ww');
    const on = (name: string) => colourAt(small, parseCell(name) ?? -1);
    expect(['a2', 'b2', 'c2', 'a1', 'b1'].map(on)).toEqual([
      'black',
      undefined,
      'white',
      undefined,
      'white',
    ]);
    expect(['d1', 'a3', 'z26'].map(on)).toEqual([undefined, undefined, undefined]);
  });

  test('falls into stones and empty cells', () => {
    const wide = board('x24w/26');
    expect(cellsOf(stonesOf(wide))).toEqual([cellOf(0, 1), cellOf(25, 1)]);
    expect(countCells(emptiesOf(wide))).toBe(50);
  });

  test('has two colours', () => {
    expect([opposite('black'), opposite('white')]).toEqual(['white', 'black']);
  });
});
