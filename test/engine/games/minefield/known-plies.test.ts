import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KnownPlies } from '../../../../src/engine/games/minefield/known-plies.ts';

const KEYS = 20_000;
const keyOf = (key: number) => Int32Array.of(key % 7, key);

test('a table that is full forgets, but never says what was not written', () => {
  const known = new KnownPlies(2, 200_000);
  for (let key = 0; key < KEYS; key++) {
    known.write(keyOf(key), 1, 9);
    known.write(keyOf(key), (key % 4) as 0 | 1 | 2 | 3, 1 + (key % 200));
  }
  let kept = 0;
  const untrue: number[][] = [];
  for (let key = 0; key < KEYS; key++) {
    const numbers = ([0, 1, 2, 3] as const).map((number) => known.read(keyOf(key), number));
    const written = [0, 9, 0, 0];
    written[key % 4] = 1 + (key % 200);
    if (numbers.every((number) => number === 0)) continue;
    kept++;
    if (numbers.join() !== written.join()) untrue.push(numbers);
  }
  expect(untrue).toEqual([]);
  expect(kept).toBeGreaterThan(1000);
  expect(kept).toBeLessThan(KEYS);
});

test('of two hundred times as many positions, those that look far ahead are kept', () => {
  const known = new KnownPlies(2, 200_000);
  for (let key = 0; key < 100; key++) known.write(keyOf(key), 0, 200);
  for (let key = 100; key < KEYS; key++) known.write(keyOf(key), 0, 3);
  for (let key = 0; key < 100; key++) expect(known.read(keyOf(key), 0)).toBe(200);
});

test('while there is room nothing is forgotten', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { maxLength: 300 }), (keys) => {
      const known = new KnownPlies(1);
      for (const [index, key] of keys.entries())
        known.write(Int32Array.of(key), 3, 1 + (index % 255));
      for (const [index, key] of keys.entries()) {
        expect(known.read(Int32Array.of(key), 3)).toBe(1 + (index % 255));
      }
    }),
  );
});
