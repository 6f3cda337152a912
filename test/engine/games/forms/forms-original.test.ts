import { describe, expect, test } from 'vitest';
import { formsOriginal } from '../../../../src/engine/games/forms/forms-original.ts';
import { makeBoard } from '../../../../src/engine/stones/notation.ts';
import { first, given, played, refusal, written } from '../../given.ts';

describe('Forms (original): the set-up', () => {
  test.each([
    [6, 6, 'wwwwww/wwwwww/wwwwww/xxxxxx/xxxxxx/xxxxxx'],
    [3, 2, 'www/xxx'],
    [4, 3, 'xxww/xxww/xxww'],
    [2, 1, 'xw'],
  ])('%i x %i has one half of each colour', (cols, rows, diagram) => {
    expect(makeBoard(first(formsOriginal, cols, rows).board)).toBe(diagram);
  });
});

describe('Forms (original): moves', () => {
  test('a stone replaces any enemy stone, and what is not in its group goes', () => {
    const { position, effects } = played(given('forms-original 5x2 ww.../xxwxx x'), 'e1xa2');
    expect(effects().reached).toEqual(['a2']);
    expect(effects().vacated).toEqual(['e1']);
    expect(makeBoard(position.board)).toBe('xw3/xxwx.');
    const next = played(position, 'c1xa1');
    expect(next.effects().vacated).toEqual(['c1', 'd1']);
    expect(next.effects().told).toEqual({ code: 'played', facts: { lost: 2 } });
    expect(makeBoard(next.position.board)).toBe('xw3/wx3');
  });

  test('every stone of the mover can take every enemy stone', () => {
    expect(written(given('forms-original 3x2 w.w/xxx w'))).toEqual([
      'a2xa1',
      'a2xb1',
      'a2xc1',
      'c2xa1',
      'c2xb1',
      'c2xc1',
    ]);
  });

  test('who has no stone left has won', () => {
    const { position } = played(given('forms-original 2x2 w./xx x'), 'a1xa2');
    expect(makeBoard(position.board)).toBe('x./2');
    expect(formsOriginal.outcome(position)).toEqual({ winner: 'white', reason: 'last-stone-gone' });
    expect(formsOriginal.legalMoves(position)).toEqual([]);
  });
});

test('Forms (original): a move to an empty cell is refused', () => {
  const position = given('forms-original 3x2 w.w/xxx x');
  expect(refusal(position, 'a1b2')).toEqual({ code: 'no-enemy', facts: { to: 'b2' } });
});
