import { rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, type Plugin } from 'vitest/config';
import { LongFirst } from './test/support/run/long-first.ts';
import { patienceMs } from './test/support/run/patience.ts';
import { SLOW } from './test/support/run/slow.ts';

/**
 * What lies in a folder of one run is not there in the next, and its copies would heap up. A file that
 * imports by a name in a variable would know no file that is new.
 */
const keepNoCopies: Plugin = {
  name: 'keep-no-copies',
  configureVitest: ({ experimental_defineCacheKeyGenerator: keep }) =>
    keep(({ id }) => (/\/\.tmp-|\/engine\/facts\.ts$/.test(id) ? false : undefined)),
};

/** Where Vitest keeps what files without types are; it empties the folder when packages have changed. */
const CACHE = 'node_modules/.experimental-vitest-cache';
const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
// Vitest 4.1 removes the folder without making it again, and then every test file fails once.
if (changedAt('node_modules/.package-lock.json') > changedAt(`${CACHE}/_metadata.json`)) {
  rmSync(CACHE, { recursive: true, force: true });
}

/** As long as a part of .ci/full may take with all of its tests. */
const TEST_MS_MAX = 600_000;

/** Whether the command line names files or folders of tests. */
const named = process.argv.some((word) => /^(?:\.\/)?test\//.test(word));
const leavesSlow = (mode: string): boolean => mode === 'test' && !named;

// `--mode slow` takes the slow files alone. `--mode full` takes every case of the lists that are otherwise sampled; see test/support/run/seed.ts.
export default defineConfig(({ mode }) => ({
  plugins: [keepNoCopies],
  test: {
    include: mode === 'slow' ? [...SLOW] : ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(leavesSlow(mode) ? SLOW : [])],
    setupFiles: ['property-runs', 'remove-folders', 'walks'].map(
      (name) => `test/support/run/${name}.ts`,
    ),
    // The modules are loaded once a worker and not once a file, which took longer than most tests.
    isolate: false,
    // What a file without types is comes from the last run, below node_modules, while it is the same.
    experimental: { fsModuleCache: true },
    // Tests keep little of what they make: a large young generation is collected less often.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // Tests of real processes wait more than they work.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongFirst },
    reporters: ['default', ['./test/support/run/skipped.ts', { leavesSlow: leavesSlow(mode) }]],
    // What is waited for has a limit of its own; these are for what never comes back.
    testTimeout: TEST_MS_MAX,
    hookTimeout: TEST_MS_MAX,
    expect: { poll: { timeout: patienceMs } },
    env: { TEST_FULL: mode === 'full' ? '1' : '0' },
  },
}));
