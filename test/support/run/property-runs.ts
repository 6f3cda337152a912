import fc from 'fast-check';
import { full } from './seed.ts';

const seed = process.env['SEED'];

/**
 * How often a property is tried that does not say it itself: fast-check's usual 100, or fewer; and
 * by which seed, where one is in the environment. A property that fails prints its own.
 */
fc.configureGlobal({
  numRuns: full ? 100 : 20,
  ...(seed !== undefined && { seed: Number(seed) }),
});
