import { expect, test } from 'vitest';
import { checkSides } from '../../../src/engine/stones/notation.ts';

test.each([
  [2, 2],
  [26, 2],
  [26, 26],
])('%d x %d is a size', (cols, rows) => {
  expect(checkSides({ cols, rows }, 2)).toEqual({ ok: true, value: { cols, rows } });
});

test.each([
  [1, 2],
  [2, 1],
  [27, 2],
  [2, 27],
  [2.5, 2],
  [Number.NaN, 2],
  [2, Number.POSITIVE_INFINITY],
])('%d x %d is none when sides have 2 cells or more', (cols, rows) => {
  const error = { code: 'bad-size', facts: { cols, rows, sideMin: 2, sideMax: 26 } };
  expect(checkSides({ cols, rows }, 2)).toEqual({ ok: false, error });
});
