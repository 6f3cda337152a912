import { describe, expect, test } from 'vitest';
import { engineOf } from '../../src/engine/registry.ts';
import { VALUES } from './conformance.ts';
import { first } from './given.ts';
import { solver, solveWithCycles } from './solve.ts';

/** Each takes ten seconds: bench/engine.ts proves them. */
const SLOW = ['forms 4x5', 'forms-original 4x4'];

describe('exact values of small boards', () => {
  for (const { rules, cols, rows, winner } of VALUES) {
    const name = `${rules} ${cols}x${rows}`;
    test.skipIf(SLOW.includes(name))(`${name}: the ${winner} player wins`, () => {
      const engine = engineOf(rules);
      const start = first(engine, cols, rows);
      const firstWins = engine.drawable ? solveWithCycles(engine, start) : solver(engine)(start);
      expect(firstWins).toBe(winner === 'first');
    });
  }
});
