import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePosition } from '../../../src/engine/registry.ts';
import {
  makeBoard,
  makeSetup,
  makeSize,
  POSITION_CHARS_MAX,
  parseBoard,
  parseSetup,
  parseSize,
} from '../../../src/engine/stones/notation.ts';
import { processorMs } from '../../support/process/processor.ts';
import { board, value } from '../given.ts';

const anyDiagram = fc
  .record({ cols: fc.integer({ min: 1, max: 26 }), rows: fc.integer({ min: 1, max: 26 }) })
  .chain(({ cols, rows }) => {
    const cell = fc.constantFrom('x', 'w', '.');
    const rank = fc.string({ unit: cell, minLength: cols, maxLength: cols });
    return fc.array(rank, { minLength: rows, maxLength: rows });
  })
  .map((ranks) => ranks.join('/'));

describe('the notation of positions', () => {
  test.each([
    '8x8 xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx x',
    '8x8 8/8/8/4xxx./4wx2/4x3/8/8 w',
    '4x4 4/.xx./.ww./4 x',
    '26x2 x24w/12x13 w',
    '2x1 xw w',
    '1x1 . x',
  ])('%s round-trips', (text) => {
    expect(makeSetup(value(parseSetup(text)))).toBe(text);
  });

  test('every board round-trips', () => {
    fc.assert(
      fc.property(anyDiagram, fc.constantFrom('black', 'white'), (diagram, turn) => {
        const parsed = value(parseBoard(diagram));
        expect(board(makeBoard(parsed))).toEqual(parsed);
        const setup = { board: parsed, turn };
        expect(parseSetup(makeSetup(setup))).toEqual({ ok: true, value: setup });
      }),
    );
  });

  test('empty cells are read as points and as numbers, marked stones as stones', () => {
    expect(board('3./x1W1/4')).toEqual(board('..../x.w./....'));
  });

  test.each([
    ['', 'not-a-position', {}],
    ['forms 2x1 xw', 'not-a-position', {}],
    ['forms  2x1 xw x', 'not-a-position', {}],
    ['forms', 'not-a-position', {}],
    ['poker 8x8 8/8/8/8/8/8/8/8 w', 'no-such-game', {}],
    ['forms 2x1 xw b', 'bad-turn', {}],
    ['forms 27x1 xw x', 'not-a-size', { sideMax: 26 }],
    ['forms 0x1 xw x', 'not-a-size', { sideMax: 26 }],
    ['forms 2x2 xw x', 'bad-ranks', { rows: 2 }],
    ['forms 3x1 xw x', 'bad-rank', { rank: 1, cols: 3 }],
    ['forms 2x2 x./xw. x', 'bad-rank', { rank: 1, cols: 2 }],
    ['forms 2x2 xo/xw x', 'bad-character', { rank: 2 }],
    ['forms 2x1 x0w x', 'bad-character', { rank: 1 }],
    [`forms 2x1 ${'x'.repeat(POSITION_CHARS_MAX)} x`, 'too-long', { charsMax: POSITION_CHARS_MAX }],
  ])('%j is refused: %s', (text, code, facts) => {
    expect(parsePosition(text)).toEqual({ ok: false, error: { code, facts } });
  });

  test.each([
    ['', 'bad-rank'],
    ['27', 'bad-rank'],
    ['x'.repeat(27), 'bad-rank'],
    ['x/xw', 'bad-rank'],
    ['xw!/xw', 'bad-character'],
    ['/'.repeat(POSITION_CHARS_MAX), 'bad-ranks'],
    [Array(27).fill('x').join('/'), 'bad-ranks'],
  ])('the board %j is refused: %s', (text, code) => {
    expect(parseBoard(text)).toMatchObject({ ok: false, error: { code } });
  });

  test('any text is answered, the longest in a moment', () => {
    const positionLike = fc.stringMatching(/^[a-z]{0,6} [0-9x]{0,5} [xw.0-9/]{0,40} [xw]?$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), positionLike), (text) => {
        for (const read of [parseSetup(text), parseBoard(text)])
          if (read.ok) expect(text).toMatch(/^[xw\d./ ]+$/i);
      }),
    );
    // A hundred times as many characters take a hundred times as long at most, and some chance.
    for (const filling of ['9', '1', '/', ' ', 'x', '!']) {
      for (const parse of [parsePosition, parseSetup, parseBoard]) {
        const [long = 0, longest = 0] = [10_000, 1_000_000].map((length) => {
          const text = filling.repeat(length);
          return processorMs(() => parse(text));
        });
        expect(longest, `${parse.name} of ${filling}`).toBeLessThan(300 * long + 30);
      }
    }
  });
});

describe('sizes', () => {
  test.each(['1x1', '26x3', '12X10'])('%s round-trips', (text) => {
    expect(makeSize(parseSize(text) ?? { cols: 0, rows: 0 })).toBe(text.toLowerCase());
  });

  test.each(['', '8', '8x', '8x08', '0x8', '27x8', '8x100', '8 x 8', '8x8 '])(
    '"%s" is no size',
    (text) => {
      expect(parseSize(text)).toBeUndefined();
    },
  );
});
