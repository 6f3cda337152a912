import fc from 'fast-check';
import { full } from './seed.ts';

/** How often a property is tried that does not say it itself: fast-check's usual 100, or fewer. */
fc.configureGlobal({ numRuns: full ? 100 : 20 });
