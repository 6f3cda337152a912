import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Effort } from '../../../src/engine/shape/solution.ts';
import { solveGame } from '../../../src/engine/solve/solve.ts';
import { lookBack } from '../../../src/engine/solve/solve-text.ts';
import { grow } from '../../support/toy/grow.ts';
import { offerToys } from '../../support/toy/offer-toys.ts';
import { anyPosition } from '../arbitraries.ts';
import { first, legal, played } from '../given.ts';
import { referenceFor } from '../reference.ts';

offerToys(grow);

const LIMITS = { nodesMax: 100_000 };

describe('solving a game that its rules may call a draw', () => {
  it('finds the value and the moves that keep it, as a slow reference does', () => {
    fc.assert(
      fc.property(anyPosition(grow, 3), (position) => {
        const reference = referenceFor(grow, position);
        const value = reference(position);
        const kept = { win: 'loss', draw: 'draw', loss: undefined }[value];
        const bestMoves = grow
          .legalMoves(position)
          .filter((move) => reference(grow.play(position, move).position) === kept);
        if (grow.outcome(position)) expect(solveGame(position, LIMITS).value).toBe(value);
        else
          expect(solveGame(position, LIMITS)).toMatchObject({ kind: 'solved', value, bestMoves });
      }),
      { numRuns: 50 },
    );
  });

  it('tells a draw from a loss in hindsight', () => {
    const start = first(grow, 4, 1);
    const b1 = legal(start, 'b1');
    const d1 = legal(played(start, 'b1').position, 'd1');
    expect(lookBack(start, [b1, d1], new Effort(LIMITS))).toEqual({
      knownFrom: 1,
      couldWinUntil: {},
      slips: [],
    });
  });
});
