import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { fieldAround, packCells } from '../../../src/engine/search/field.ts';
import { cellsOf, countRow, stonesOf } from '../../../src/engine/stones/board.ts';
import { anyPosition } from '../arbitraries.ts';
import { given } from '../given.ts';

const countWords = (words: Int32Array): number =>
  words.reduce((sum, word) => sum + countRow(word), 0);

describe('a field', () => {
  test('is the rectangle around the stones and its margin, within the board', () => {
    const { board } = given('forms 8x8 8/8/8/2xw4/2x5/8/8/8 x');
    expect(countWords(fieldAround(board, 0).cells)).toBe(2 * 2);
    expect(countWords(fieldAround(board, 1).cells)).toBe(4 * 4);
    expect(countWords(fieldAround(board, 9).cells)).toBe(8 * 8);
  });

  test('keeps every set of stones, each cell under its own number', () => {
    fc.assert(
      fc.property(anyPosition(forms, 8), ({ board }) => {
        const field = fieldAround(board, 1);
        const stones = stonesOf(board);
        const words = new Int32Array(field.words);
        packCells(field, stones, words, 0);
        expect(countWords(words)).toBe(cellsOf(stones).length);
        const numbers = cellsOf(stones).map(field.numberOf);
        expect(
          numbers.every((number) => (((words[number >> 5] ?? 0) >> (number & 31)) & 1) === 1),
        ).toBe(true);
      }),
    );
  });

  test('gives each cell two to four neighbours, each of the other', () => {
    const field = fieldAround(given('forms 5x4 xwxwx/wxwxw/xwxwx/wxwxw x').board, 0);
    const neighboursOf = (number: number): number[] => {
      const found: number[] = [];
      for (let other = 0; other < field.words * 32; other++) {
        const word = field.neighbours[number * field.words + (other >> 5)] ?? 0;
        if (((word >> (other & 31)) & 1) === 1) found.push(other);
      }
      return found;
    };
    const counts = new Map<number, number>();
    for (let number = 0; number < field.stride * 5; number++) {
      const neighbours = neighboursOf(number);
      if (neighbours.length === 0) continue;
      counts.set(neighbours.length, (counts.get(neighbours.length) ?? 0) + 1);
      for (const other of neighbours) expect(neighboursOf(other)).toContain(number);
    }
    expect([...counts].sort()).toEqual([
      [2, 4],
      [3, 10],
      [4, 6],
    ]);
  });
});
