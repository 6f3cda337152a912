import { defineConfig } from 'vitest/config';

// `--mode full` takes every case of the lists that are otherwise sampled; see test/support/seed.ts.
export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/support/skipped.ts'],
    testTimeout: mode === 'full' ? 3_600_000 : 60_000,
    // Thousands of mailboxes take their time to be removed.
    hookTimeout: mode === 'full' ? 600_000 : 60_000,
    env: { TEST_FULL: mode === 'full' ? '1' : '0' },
  },
}));
