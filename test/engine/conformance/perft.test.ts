import { describe, expect, test } from 'vitest';
import { perft } from '../../../src/engine/perft.ts';
import { engineOf } from '../../../src/engine/registry.ts';
import { skipping } from '../../support/present.ts';
import { first } from '../given.ts';
import { PERFT } from './conformance.ts';

/** The largest takes two seconds, on a busy machine some more. */
const TIMEOUT_MS = 30_000;

/** Rows with more nodes take seconds: bench/engine.ts proves them. */
const NODES_MAX = 20_000_000;
skipping('the largest counts are proved by npm run bench engine');

describe.each(PERFT)('perft of $rules $cols x $rows', ({ rules, cols, rows, nodes }) => {
  const engine = engineOf(rules);
  for (const [plies, count] of nodes.entries()) {
    test.skipIf(count > NODES_MAX)(
      `${plies} plies: ${count} nodes`,
      { timeout: TIMEOUT_MS },
      () => {
        expect(perft(engine, first(engine, cols, rows), plies)).toBe(count);
      },
    );
  }
});
