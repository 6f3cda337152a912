import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formsOriginal } from '../../../src/engine/games/forms/forms-original.ts';
import { minefield } from '../../../src/engine/games/minefield/minefield.ts';
import { makeCell, makeSet, union, withCell } from '../../../src/engine/stones/board.ts';
import { POSITION_CHARS_MAX, parseDiagram } from '../../../src/engine/stones/notation.ts';
import { board, first, given, played, value } from '../given.ts';

/** Every diagram string of the pages "Forms" and "Minefield" of Games of Soldiers. */
const CHECKERBOARD =
  'lurd,8,8,xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx';
const FORMS_EXAMPLE = 'lurd,8,8,8/8/8/4xxx./4wx2/4x3/8/8';
const FORMS_PUZZLE = ',4,4,4/.xx./.ww./4';
const FORMS_ORIGINAL = 'lurd,6,6,wwwwww/wwwwww/wwwwww/xxxxxx/xxxxxx/xxxxxx';
const MINEFIELD_EXAMPLE =
  'lurd,8,8,wwxwxwxw/wwWWwxwx/xWXWWWxw/wxWxxxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx';

describe('the diagrams of the rule pages', () => {
  test.each([
    [CHECKERBOARD, first(minefield, 8, 8).board],
    [FORMS_EXAMPLE, board('8/8/8/4xxx./4wx2/4x3/8/8')],
    [FORMS_PUZZLE, board('4/.xx./.ww./4')],
    [FORMS_ORIGINAL, first(formsOriginal, 6, 6).board],
  ])('%s', (text, expected) => {
    expect(value(parseDiagram(text))).toEqual({ board: expected, marked: [] });
  });

  test('the marked example of Minefield: the black one was picked, the others turn with it', () => {
    const { board: after, marked } = value(parseDiagram(MINEFIELD_EXAMPLE));
    // The page draws the picked stone as it is after the move. Before it, the stone was white.
    const before = given(
      'minefield 8x8 wwxwxwxw/wwwwwxwx/xwwwwwxw/wxwxxxwx/xwxwxwxw/wxwxwxwx/xwxwxwxw/wxwxwxwx x',
    );
    const { position, effects } = played(before, 'c6');
    const cells = 'c5 b6 c6 d6 e6 f6 c7 d7';
    expect(marked.map(makeCell).join(' ')).toBe(cells);
    expect(effects().report.facts).toEqual({ flipped: 8, side: 'black', cells });
    expect(position.board.black).toEqual(union(after.black, marked.reduce(withCell, makeSet(8))));
  });
});

describe('a diagram', () => {
  test('may be the board alone, its size told by its ranks', () => {
    expect(parseDiagram('X.w/2W')).toEqual({
      ok: true,
      value: { board: board('x.w/2w'), marked: [2, 32] },
    });
  });

  test('says how many ranks it has before it says how many files', () => {
    expect(value(parseDiagram('lr,2,3,x.w/2w')).board).toMatchObject({ cols: 3, rows: 2 });
    expect(parseDiagram('lr,3,2,x.w/2w')).toMatchObject({ error: { code: 'bad-ranks' } });
  });

  test('has marked stones beside numbers of empty cells', () => {
    expect(value(parseDiagram(',1,26,X12W1x10')).marked).toEqual([0, 13]);
  });

  test.each([
    ['lurd', 'bad-character', { rank: 1 }],
    ['lurd,8,8', 'not-a-diagram', {}],
    ['west,1,1,x', 'not-a-diagram', {}],
    ['lurdl,1,1,x', 'not-a-diagram', {}],
    ['lurd,27,1,x', 'not-a-size', { sideMax: 26 }],
    ['lurd,,1,x', 'not-a-size', { sideMax: 26 }],
    ['lurd,2,2,xw', 'bad-ranks', { rows: 2 }],
    ['lurd,2,2,xw/xwx', 'bad-rank', { rank: 1, cols: 2 }],
    ['lurd,1,2,Xo', 'bad-character', { rank: 1 }],
    ['', 'bad-rank', { rank: 1, cols: 1 }],
    [`lurd,1,1,${'.'.repeat(POSITION_CHARS_MAX)}`, 'too-long', { charsMax: POSITION_CHARS_MAX }],
  ])('%j is refused: %s', (text, code, facts) => {
    expect(parseDiagram(text)).toEqual({ ok: false, error: { code, facts } });
  });

  test('marks only cells that have a stone, on every board', () => {
    const cell = fc.constantFrom('x', 'w', 'X', 'W', '.', '1');
    const size = fc.record({
      cols: fc.integer({ min: 1, max: 26 }),
      rows: fc.integer({ min: 1, max: 26 }),
    });
    const ranks = size.chain(({ cols, rows }) =>
      fc.array(fc.string({ unit: cell, minLength: cols, maxLength: cols }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
    fc.assert(
      fc.property(ranks, (lines) => {
        // Two ones in a row would be read as eleven.
        const text = lines.join('/').replaceAll('11', '..').replaceAll('11', '..');
        const cols = lines[0]?.length;
        const diagram = value(parseDiagram(text));
        expect(value(parseDiagram(`lurd,${lines.length},${cols},${text}`))).toEqual(diagram);
        expect(diagram.board).toEqual(board(text));
        const marked = lines.flatMap((line, index) =>
          [...line].flatMap((sign, file) =>
            /[XW]/.test(sign) ? [(lines.length - 1 - index) * 32 + file] : [],
          ),
        );
        expect(diagram.marked).toEqual(marked.sort((one, next) => one - next));
      }),
    );
  });
});
