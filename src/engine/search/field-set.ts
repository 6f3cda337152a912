import type { Field } from './field.ts';

/**
 * Sets of cells of a field, a few words each. They are changed in place, unlike those of cellset.ts,
 * because a search makes millions of them.
 */
export type FieldSet = Int32Array;

export const makeFieldSet = ({ words }: Field): FieldSet => new Int32Array(words);

/** The number of the first cell in a word that is not 0: word 1 begins with cell 32. */
export const firstNumber = (word: number, bits: number): number =>
  (word << 5) + 31 - Math.clz32(bits & -bits);

export const hasNumber = (set: FieldSet, number: number): boolean =>
  (((set[number >> 5] ?? 0) >> (number & 31)) & 1) === 1;

export const addSet = (target: FieldSet, set: FieldSet): void => {
  for (let word = 0; word < target.length; word++) {
    target[word] = (target[word] ?? 0) | (set[word] ?? 0);
  }
};

export const removeSet = (target: FieldSet, set: FieldSet): void => {
  for (let word = 0; word < target.length; word++) {
    target[word] = (target[word] ?? 0) & ~(set[word] ?? 0);
  }
};

/** Makes `target` the first cell of `source` alone. False when there is none. */
export const takeFirst = (target: FieldSet, source: FieldSet): boolean => {
  let found = false;
  for (let word = 0; word < target.length; word++) {
    const bits: number = found ? 0 : (source[word] ?? 0);
    target[word] = bits & -bits;
    found ||= bits !== 0;
  }
  return found;
};

/**
 * Adds to `found` the cells that chains of steps inside `within` link to it, until it holds all of
 * `goal` or has them all. Says whether it holds all of `goal`; if so, it may not have them all.
 */
export const spread = (
  { words, stride }: Field,
  found: FieldSet,
  within: FieldSet,
  goal: FieldSet,
): boolean => {
  for (;;) {
    let grown = 0;
    let missing = 0;
    let below = 0;
    for (let word = 0; word < words; word++) {
      const old = found[word] ?? 0;
      const above = word + 1 < words ? (found[word + 1] ?? 0) : 0;
      const now = old | (stepsFrom(old, below, above, stride) & (within[word] ?? 0));
      found[word] = now;
      grown |= now ^ old;
      missing |= (goal[word] ?? 0) & ~now;
      below = old;
    }
    if (missing === 0) return true;
    if (grown === 0) return false;
  }
};

/** Makes `target` the cells of `within` that share a side with a cell of `set`. */
export const touch = (
  { words, stride }: Field,
  target: FieldSet,
  set: FieldSet,
  within: FieldSet,
): void => {
  let below = 0;
  for (let word = 0; word < words; word++) {
    const bits = set[word] ?? 0;
    const above = word + 1 < words ? (set[word + 1] ?? 0) : 0;
    target[word] = stepsFrom(bits, below, above, stride) & (within[word] ?? 0);
    below = bits;
  }
};

/**
 * One step in each direction from the cells of a word, and what steps into it from the words below
 * and above. A shift by a negative number is one by 32 more: it brings what the other shift lost.
 */
export const stepsFrom = (bits: number, below: number, above: number, stride: number): number =>
  (bits << 1) |
  (below >>> 31) |
  (bits >>> 1) |
  (above << 31) |
  (bits << stride) |
  (below >>> -stride) |
  (bits >>> stride) |
  (above << -stride);
