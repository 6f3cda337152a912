import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { formsOriginal } from '../../../src/engine/games/forms/forms-original.ts';
import { Effort } from '../../../src/engine/shape/solution.ts';
import { oracleFor, winner } from '../../../src/engine/solve/solve.ts';
import { onlyInFull } from '../../support/run/seed.ts';
import { anyPosition } from '../arbitraries.ts';
import { first, stonesIn } from '../given.ts';

/** It takes as long as all the rest. */
const full = onlyInFull();

const NODES_MAX = 30_000_000;

/** Room for hundreds of positions, where a whole search keeps thousands. */
const FEW_BYTES = 16 * 1024;

describe.each([forms, formsOriginal])('a search in $name', (game) => {
  test('finds the same winner when it has to forget most of what it finds', () => {
    const somewhatLarge = anyPosition(game, 6).filter(
      (position) => stonesIn(position) >= 10 && stonesIn(position) <= 15,
    );
    fc.assert(
      fc.property(somewhatLarge, (position) => {
        const whole = winner(position, new Effort({ nodesMax: NODES_MAX }));
        const forgetful = new Effort({ nodesMax: NODES_MAX, bytesMax: FEW_BYTES });
        expect(whole).toBeDefined();
        expect(winner(position, forgetful)).toBe(whole);
      }),
      { numRuns: 10 },
    );
  });
});

describe('a search', () => {
  test('forgets, looks again and still comes to the end', () => {
    const start = first(forms, 4, 4);
    const whole = new Effort({ nodesMax: NODES_MAX });
    const forgetful = new Effort({ nodesMax: NODES_MAX, bytesMax: FEW_BYTES });
    expect(winner(start, whole)).toBe('black');
    expect(winner(start, forgetful)).toBe('black');
    expect(forgetful.nodes).toBeGreaterThan(whole.nodes);
  });

  test('tells the work that went into a position and into its images', () => {
    const start = first(forms, 4, 5);
    const effort = new Effort({ nodesMax: NODES_MAX });
    const oracle = oracleFor(start, effort);
    expect(oracle.work?.(start)).toBe(0);
    oracle.evaluate(start);
    const work = oracle.work?.(start) ?? 0;
    expect(work).toBeGreaterThan(effort.nodes / 2);
    const next = forms
      .legalMoves(start)
      .map((move) => oracle.work?.(forms.play(start, move).position) ?? 0);
    expect(Math.max(...next)).toBeGreaterThan(0);
    expect(Math.max(...next)).toBeLessThan(work);
    for (const image of forms.equivalents?.(start) ?? []) {
      if (image.board.cols === 4) expect(oracle.work?.(image)).toBe(work);
    }
  });

  test.each([
    { cols: 4, rows: 4, nodesMax: 30_000 },
    { cols: 3, rows: 6, nodesMax: 60_000 },
    { cols: 4, rows: 5, nodesMax: 600_000 },
  ])('finds the winner of $cols x $rows in $nodesMax nodes', ({ cols, rows, nodesMax }) => {
    expect(winner(first(forms, cols, rows), new Effort({ nodesMax }))).toBe('black');
  });

  test.skipIf(!full)('finds the winner of 4 x 7 in thirteen million nodes', () => {
    expect(winner(first(forms, 4, 7), new Effort({ nodesMax: 13_000_000 }))).toBe('black');
  });
});
