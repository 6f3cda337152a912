import { describe, expect, test } from 'vitest';
import { ProofTable } from '../../../src/engine/search/proof-table.ts';

const MIB = 1024 * 1024;

/** A position of three words, different for each number, with room for what is known of it. */
const entry = (number: number, first = 0, second = 0): Int32Array =>
  Int32Array.of(number, number >> 3, ~number, first, second);

/** Which numbers up to `count` are known, each with itself and 1. */
const knownUpTo = (table: ProofTable, count: number): number[] => {
  const known: number[] = [];
  for (let number = 1; number <= count; number++) {
    const words = entry(number);
    if (table.read(words, 0) && words[3] === number && words[4] === 1) known.push(number);
  }
  return known;
};

describe('what a search knows', () => {
  test('is found again after the table has grown many times, but for a few', () => {
    const table = new ProofTable(3, 64 * MIB);
    for (let number = 1; number <= 100_000; number++) table.write(entry(number, number, 1), 0, 1);
    expect(knownUpTo(table, 100_000).length).toBeGreaterThan(98_000);
  });

  test('has its bound, and what has cost most stays', () => {
    const table = new ProofTable(3, MIB);
    for (let number = 1; number <= 1000; number++) table.write(entry(number, number, 1), 0, 1000);
    for (let number = 1001; number <= 100_000; number++) {
      table.write(entry(number, number, 1), 0, 1 + (number % 10));
    }
    const known = knownUpTo(table, 100_000);
    // A slot has six words.
    expect(known.length).toBeLessThanOrEqual(MIB / 24);
    expect(known.length).toBeGreaterThan(MIB / 24 / 4);
    expect(known.slice(0, 1000)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  });

  test('adds up the work of a position that is written again', () => {
    const table = new ProofTable(3, 1);
    table.write(entry(1, 1, 1), 0, 50);
    table.write(entry(1, 1, 1), 0, 51);
    for (let number = 2; number <= 1000; number++) table.write(entry(number, number, 1), 0, 100);
    const known = knownUpTo(table, 1000);
    expect(known.slice(0, 1)).toEqual([1]);
    expect(known.at(-1)).toBe(1000);
    expect(known.length).toBeLessThan(100);
  });
});
