import { skipping } from './present.ts';

/** Numbers that look random and are the same again for the same seed (mulberry32). */
export interface Dice {
  readonly seed: number;
  /** A whole number of 1 to `most`. */
  upTo(most: number): number;
  /** Some of a list, in its order, none of them twice. */
  some<T>(list: readonly T[], count: number): readonly T[];
  /** The same, or all of the list where every case is wanted. */
  sample<T>(list: readonly T[], count: number): readonly T[];
  /** Whether a long test is run this time: about a quarter of them are, or all where every case is wanted. */
  takes(): boolean;
}

/** Throws by the seed in the environment, or by a new one, and prints which. */
export function throwDice(what: string): Dice {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  console.info(`${what}: SEED=${seed}`);
  // Two files with one seed throw differently.
  let state = seed ^ hashOf(what);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const some = <T>(list: readonly T[], count: number): readonly T[] => {
    const left = list.map((_, index) => index);
    const taken: number[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(Math.floor(next() * left.length), 1));
    }
    const chosen = new Set(taken);
    return list.filter((_, index) => chosen.has(index));
  };
  return {
    seed,
    upTo: (most) => 1 + Math.floor(next() * most),
    some,
    sample: (list, count) => (full ? list : some(list, count)),
    takes() {
      if (full || next() < 1 / 4) return true;
      skipping('a quarter of the long ones are run, and all of them by npm run test:full');
      return false;
    },
  };
}

/** FNV-1a of a text. */
const hashOf = (text: string): number =>
  [...text].reduce(
    (hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619),
    0x811c9dc5 | 0,
  );

/** Whether every case is wanted, and not a sample: `npm run test:full`. */
export const full = process.env['TEST_FULL'] === '1';

/** The same for tests that are not even sampled otherwise; then their file says so. */
export function onlyInFull(): boolean {
  if (!full) skipping('they are run by npm run test:full');
  return full;
}
