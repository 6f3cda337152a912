import { describe, expect, test } from 'vitest';
import { checkFormsSize, parseForms } from '../../../../src/engine/games/forms/setup.ts';
import { makePosition } from '../../../../src/engine/written.ts';

describe('boards of Forms', () => {
  test.each([
    [2, 1],
    [1, 2],
    [3, 4],
    [26, 25],
    [18, 18],
  ])('%i x %i will do', (cols, rows) => {
    expect(checkFormsSize({ cols, rows })).toEqual({ ok: true, value: { cols, rows } });
  });

  test.each([
    [0, 2, 'bad-size', { sideMin: 1, sideMax: 26 }],
    [27, 27, 'bad-size', { sideMin: 1, sideMax: 26 }],
    [7, 27, 'bad-size', { sideMin: 1, sideMax: 26 }],
    [7, 7, 'odd-size', {}],
    [1, 1, 'odd-size', {}],
  ])('%i x %i will not: %s', (cols, rows, code, limits) => {
    const error = { code, facts: { cols, rows, ...limits } };
    expect(checkFormsSize({ cols, rows })).toEqual({ ok: false, error });
  });
});

describe('set-ups of Forms', () => {
  test.each([
    'forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w',
    'forms 4x4 4/.xx./.ww./4 x',
    'forms 2x1 x. w',
    'forms 2x1 x. x',
  ])('%s is a position', (text) => {
    const position = parseForms('forms', text.slice('forms '.length));
    expect(position.ok && makePosition(position.value)).toBe(text);
  });

  test.each([
    ['forms 4x1 x.w. x', 'not-one-group', { groups: 2 }],
    ['forms 2x2 x./.w x', 'not-one-group', { groups: 2 }],
    ['forms 6x1 x.w.xw x', 'not-one-group', { groups: 3 }],
    ['forms 2x2 ../.. x', 'no-stones', {}],
    ['forms 2x2 xx/xw x', 'too-many-stones', { colour: 'black', stones: 3, stonesMax: 2 }],
    ['forms 3x1 x.w x', 'odd-size', { cols: 3, rows: 1 }],
  ])('%s is none: %s', (text, code, facts) => {
    const error = { code, facts };
    expect(parseForms('forms', text.slice('forms '.length))).toEqual({ ok: false, error });
  });
});
