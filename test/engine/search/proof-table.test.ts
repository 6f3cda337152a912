import { describe, expect, test } from 'vitest';
import { ProofTable } from '../../../src/engine/search/proof-table.ts';

/** A position of three words, different for each number, with room for what is known of it. */
const entry = (number: number, first = 0, second = 0): Int32Array =>
  Int32Array.of(number, number >> 3, ~number, first, second);

describe('what a search knows', () => {
  test('is found again after the table has grown many times', () => {
    const table = new ProofTable(3);
    for (let number = 1; number <= 100_000; number++) table.write(entry(number, number, 1), 0);
    const lost: number[] = [];
    for (let number = 1; number <= 100_000; number++) {
      const words = entry(number);
      const isFound = table.read(words, 0) && words[3] === number && words[4] === 1;
      if (!isFound) lost.push(number);
    }
    expect(lost).toEqual([]);
    expect(table.isFull).toBe(false);
  });

  test('is nothing of a position that was never written', () => {
    const table = new ProofTable(3);
    table.write(entry(5, 1, 1), 0);
    const words = entry(6, 7, 8);
    expect(table.read(words, 0)).toBe(false);
    expect(words).toEqual(entry(6, 7, 8));
  });

  test('is what was written last', () => {
    const table = new ProofTable(3);
    table.write(entry(5, 1, 1), 0);
    table.write(entry(5, 0, 9), 0);
    const words = entry(5);
    table.read(words, 0);
    expect(words).toEqual(entry(5, 0, 9));
  });

  test('is read and written anywhere in an array', () => {
    const table = new ProofTable(3);
    const words = Int32Array.of(0, 0, ...entry(5, 1, 2), ...entry(5));
    table.write(words, 2);
    expect(table.read(words, 7)).toBe(true);
    expect([...words.subarray(10)]).toEqual([1, 2]);
  });
});
