import { describe, expect, test } from 'vitest';
import { makeBoard } from '../../../../src/engine/stones/notation.ts';
import { given, played } from '../../given.ts';

describe('Forms (original): moves', () => {
  test('a stone replaces any enemy stone, and what is not in its group goes', () => {
    const { position, effects } = played(given('forms-original 5x2 ww.../xxwxx x'), 'e1xa2');
    expect(effects().reached).toEqual(['a2']);
    expect(effects().vacated).toEqual(['e1']);
    expect(makeBoard(position.board)).toBe('xw3/xxwx.');
    const next = played(position, 'c1xa1');
    expect(next.effects().vacated).toEqual(['c1', 'd1']);
    expect(next.effects().report).toEqual({ code: 'played', facts: { lost: 2 } });
    expect(makeBoard(next.position.board)).toBe('xw3/wx3');
  });
});
