import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  breakthrough,
  breakthroughOracle,
} from '../../../src/engine/games/breakthrough/breakthrough.ts';
import { Effort } from '../../../src/engine/shape/solution.ts';
import { Lookahead, winner } from '../../../src/engine/solve/solve.ts';
import { onlyInFull } from '../../support/run/seed.ts';
import { first } from '../given.ts';

const full = onlyInFull();

/** A position that random play leads to. */
const somewhere = fc
  .tuple(
    fc.constantFrom([3, 4], [4, 4], [3, 5], [5, 4], [4, 5], [3, 6], [5, 5]),
    fc.array(fc.nat(99), { maxLength: 24 }),
  )
  .map(([[cols = 0, rows = 0], picks]) =>
    picks.reduce(
      (position, pick) => {
        const moves = breakthrough.legalMoves(position);
        const move = moves[pick % moves.length];
        const next = move && breakthrough.play(position, move).position;
        return next && !breakthrough.outcome(next) ? next : position;
      },
      first(breakthrough, cols, rows),
    ),
  );

describe('the oracle of Breakthrough', () => {
  test('finds what full search finds', () => {
    fc.assert(
      fc.property(somewhere, (position) => {
        const known = new Lookahead(breakthrough, new Effort({ nodesMax: 5000 })).evaluate(
          position,
        );
        const oracle = breakthroughOracle(position, new Effort({ nodesMax: 20_000_000 }));
        if (known) expect(oracle?.evaluate(position)).toBe(known);
      }),
      { numRuns: full ? 500 : 200 },
    );
  });

  // 5x5: Little Golem, forum 120, 2006. The others are from a program that shares nothing with this one.
  test.runIf(full).each([
    [4, 5, 'white'],
    [3, 6, 'black'],
    [5, 5, 'white'],
  ])('knows who wins on %i x %i', (cols, rows, colour) => {
    const effort = new Effort({ nodesMax: 1_000_000_000 });
    expect(winner(first(breakthrough, cols, rows), effort)).toBe(colour);
  });
});
