import { describe, expect, test } from 'vitest';
import { readStoneMove } from '../../../../src/engine/games/forms/move.ts';
import { given } from '../../given.ts';

const read = (position: string, text: string) => readStoneMove(given(position), text);

describe('a move of either game of Forms', () => {
  const position = 'forms 4x4 4/.xw./.xww/4 x';

  test.each(['b2c2', 'b2-a1', 'b3xc2'])('%s takes a stone of the mover elsewhere', (text) => {
    expect(read(position, text).ok).toBe(true);
  });

  test.each([
    ['pass', 'not-a-move', {}],
    ['b2', 'not-a-move', {}],
    ['e1a1', 'off-board', { cell: 'e1', cols: 4, rows: 4, lastCell: 'd4' }],
    ['b2-b44', 'off-board', { cell: 'b44', cols: 4, rows: 4, lastCell: 'd4' }],
    ['b2b2', 'same-cell', { cell: 'b2' }],
    ['a1a2', 'no-stone', { cell: 'a1' }],
    ['c2b2', 'not-yours', { cell: 'c2', owner: 'white' }],
    ['b2b3', 'own-stone', { to: 'b3' }],
  ])('%s is refused: %s', (text, code, facts) => {
    expect(read(position, text)).toEqual({ ok: false, error: { code, facts } });
  });

  test('after the end any move is refused, and what is none is called so', () => {
    const over = 'forms 4x4 4/4/.xx./4 w';
    expect(read(over, 'b2a1')).toEqual({ ok: false, error: { code: 'game-over', facts: {} } });
    expect(read(over, 'thanks!')).toEqual({ ok: false, error: { code: 'not-a-move', facts: {} } });
  });
});
