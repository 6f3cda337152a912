import { describe, expect, test } from 'vitest';
import { gameOf } from '../../../src/engine/registry.ts';
import { perft } from '../../../src/engine/solve/solve.ts';
import { skipping } from '../../support/run/present.ts';
import { full } from '../../support/run/seed.ts';
import { first } from '../given.ts';
import { PERFT } from './conformance.ts';

/** Rows with more nodes take seconds; the largest of all are proved by bench/engine.ts. */
const NODES_MAX = full ? 20_000_000 : 500_000;
skipping('the largest counts are proved by npm run test:full and npm run bench engine');

describe.each(PERFT)('perft of $rules $cols x $rows', ({ rules, cols, rows, nodes }) => {
  const game = gameOf(rules);
  for (const [plies, count] of nodes.entries()) {
    test.skipIf(count > NODES_MAX)(`${plies} plies: ${count} nodes`, () => {
      expect(perft(game, first(game, cols, rows), plies)).toBe(count);
    });
  }
});
