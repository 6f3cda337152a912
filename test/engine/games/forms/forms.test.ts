import { expect, test } from 'vitest';
import { forms } from '../../../../src/engine/games/forms/forms.ts';
import { solveGame } from '../../../../src/engine/solve/solve.ts';
import { given, played, written } from '../../given.ts';

/** The example of Games of Soldiers. */
const example = given('forms 8x8 8/8/8/4xxx./4wx2/4x3/8/8 w');

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
  expect(written(example, solution.bestMoves)).toEqual(['e4-e2', 'e4-d3', 'e4-g4', 'e4-f6']);
});
