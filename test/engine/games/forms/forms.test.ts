import { describe, expect, test } from 'vitest';
import { forms } from '../../../../src/engine/games/forms/forms.ts';
import { solveGame } from '../../../../src/engine/solve/solve.ts';
import { makeBoard } from '../../../../src/engine/stones/notation.ts';
import { board, given, played, written } from '../../given.ts';

describe('Forms: the set-up', () => {
  test.each([
    [18, 18],
    [8, 8],
    [12, 12],
    [4, 4],
    [26, 26],
  ])('%i x %i can start', (cols, rows) => {
    expect(forms.start({ cols, rows }).ok).toBe(true);
  });
});

describe('Forms: the example of Games of Soldiers', () => {
  const example = given('forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w');

  test('e4e2 removes the black group and leaves the stone that it meets', () => {
    const { position, effects } = played(example, 'e4e2');
    expect(effects().vacated).toEqual(['e4', 'f4', 'e5', 'f5', 'g5']);
    expect(effects().report).toEqual({ code: 'played', facts: { lost: 4 } });
    expect(makeBoard(position.board)).toBe('8/8/8/8/8/4x3/4w3/8');
  });

  test('each of the 60 black replies to e4e2 loses at once', () => {
    const { position } = played(example, 'e4e2');
    const replies = forms.legalMoves(position);
    expect(replies).toHaveLength(60);
    for (const reply of replies) {
      const outcome = forms.outcome(forms.play(position, reply).position);
      expect(outcome).toEqual({ winner: 'white', reason: 'last-stone-gone' });
    }
  });

  test('four moves win', () => {
    const solution = solveGame(example, { nodesMax: 10_000 });
    expect(solution).toMatchObject({ kind: 'solved', value: 'win' });
    const winning = written(example, solution.bestMoves);
    expect(winning).toEqual(['e4-e2', 'e4-d3', 'e4-g4', 'e4-f6']);
  });
});

describe('Forms: examples of the sources', () => {
  test('Meyers 2011, first illustration: only the stone that is left behind is removed', () => {
    const { position: after, effects } = played(given('forms 4x4 wx2/.x2/.w2/xww. x'), 'b4 d1');
    expect(effects().vacated).toEqual(['a4', 'b4']);
    expect(after.board).toEqual(board('EEEE/EBEE/EwEE/BwwB'));
  });

  test('Meyers 2011, second illustration: what is apart on the way does not count', () => {
    const position = given('forms 4x4 4/4/ww../x... w');
    const { position: after, effects } = played(position, 'a2c2');
    expect(effects().vacated).toEqual(['a1', 'a2']);
    expect(makeBoard(after.board)).toBe('4/4/.ww./4');
    expect(forms.outcome(after)).toEqual({ winner: 'black', reason: 'last-stone-gone' });
  });

  test('a slide that touches nothing removes everything else, and loses', () => {
    const { position, effects } = played(given('forms 4x4 4/4/.xw./4 x'), 'b2d4');
    expect(effects().report).toEqual({ code: 'played', facts: { lost: 1 } });
    expect(forms.outcome(position)).toEqual({ winner: 'white', reason: 'last-stone-gone' });
  });
});

describe('Forms: moves', () => {
  test('a capture takes the stone beside it and removes what it cuts off', () => {
    const { position, effects } = played(given('forms 4x1 wxwx x'), 'b1xc1');
    expect(effects()).toEqual({
      reached: ['c1'],
      vacated: ['a1', 'b1'],
      report: { code: 'played', facts: { lost: 2 } },
    });
    expect(makeBoard(position.board)).toBe('2xx');
    expect(position.turn).toBe('white');
  });
});
