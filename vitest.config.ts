import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/support/run/long-first.ts';

// `--mode full` takes every case of the lists that are otherwise sampled; see test/support/run/seed.ts.
export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/run/property-runs.ts'],
    // The modules are loaded once a worker and not once a file, which took longer than most tests.
    isolate: false,
    // Tests of real processes wait more than they work.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFirst },
    reporters: ['default', './test/support/run/skipped.ts'],
    testTimeout: mode === 'full' ? 3_600_000 : 60_000,
    // Thousands of mailboxes take their time to be removed.
    hookTimeout: mode === 'full' ? 600_000 : 60_000,
    env: { TEST_FULL: mode === 'full' ? '1' : '0' },
  },
}));
