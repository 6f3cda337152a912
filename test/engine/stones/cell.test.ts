import { describe, expect, test } from 'vitest';
import {
  adjacent,
  cellOf,
  fileOf,
  lastCellOf,
  makeCell,
  onBoard,
  parseCell,
  rankOf,
} from '../../../src/engine/stones/board.ts';

describe('cells', () => {
  test.each([
    ['a1', 0],
    ['b1', 1],
    ['a2', 32],
    ['e4', 100],
    ['z26', 825],
  ])('%s is %i', (name, cell) => {
    expect(parseCell(name)).toBe(cell);
    expect(parseCell(name.toUpperCase())).toBe(cell);
    expect(makeCell(cell)).toBe(name);
  });

  test('every cell of the largest board round-trips', () => {
    for (let rank = 0; rank < 26; rank++) {
      for (let file = 0; file < 26; file++) {
        const cell = cellOf(file, rank);
        expect(parseCell(makeCell(cell))).toBe(cell);
        expect([fileOf(cell), rankOf(cell)]).toEqual([file, rank]);
      }
    }
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

  test('lie on a board or off it', () => {
    const size = { cols: 8, rows: 4 };
    expect(
      ['a1', 'h4', 'i1', 'a5', 'z26'].map((name) => onBoard(size, parseCell(name) ?? -1)),
    ).toEqual([true, true, false, false, false]);
    expect(onBoard(size, cellOf(0, 0) - 1)).toBe(false);
    expect(makeCell(lastCellOf(size))).toBe('h4');
  });

  test('are adjacent when they share a side', () => {
    const beside = (one: string, next: string) =>
      adjacent(parseCell(one) ?? -1, parseCell(next) ?? -1);
    expect(beside('e4', 'e5')).toBe(true);
    expect(beside('e4', 'd4')).toBe(true);
    expect(beside('e4', 'e4')).toBe(false);
    expect(beside('e4', 'f5')).toBe(false);
    expect(beside('e4', 'e6')).toBe(false);
  });
});
