/** Bound types: the true value is at most, exactly, or at least the stored one. */
export const AT_MOST = 1;
export const EXACT = 2;
export const AT_LEAST = 3;

/**
 * Transposition table of alpha-beta search, by the exact words of positions. Fixed size: a new entry always
 * replaces the old one.
 */
export class TranspositionTable {
  private readonly keys: Int32Array;
  private readonly values: Float64Array;
  /** For each slot: depth, bound (0 if empty) and best move. */
  private readonly entries: Int32Array;
  private readonly mask: number;
  private readonly keyLength: number;

  constructor(keyLength: number, positions: number) {
    const slots = slotsFor(keyLength, positions);
    this.keyLength = keyLength;
    this.keys = new Int32Array(slots * keyLength);
    this.values = new Float64Array(slots);
    this.entries = new Int32Array(slots * ENTRY_WORDS);
    this.mask = slots - 1;
  }

  /** The slot for the position at `at`. */
  slotOf(words: Int32Array, at: number): number {
    let hash = 0;
    for (let word = 0; word < this.keyLength; word++) {
      hash = Math.imul(hash ^ (words[at + word] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash, 0x85ebca6b);
    return (hash ^ (hash >>> 13)) & this.mask;
  }

  /** Whether a slot contains this position. */
  holds(slot: number, words: Int32Array, at: number): boolean {
    if (this.entries[ENTRY_WORDS * slot + 1] === 0) return false;
    const key = slot * this.keyLength;
    for (let word = 0; word < this.keyLength; word++) {
      if (this.keys[key + word] !== words[at + word]) return false;
    }
    return true;
  }

  valueIn(slot: number): number {
    return this.values[slot] ?? 0;
  }

  pliesIn(slot: number): number {
    return this.entries[ENTRY_WORDS * slot] ?? 0;
  }

  boundIn(slot: number): number {
    return this.entries[ENTRY_WORDS * slot + 1] ?? 0;
  }

  bestIn(slot: number): number {
    return this.entries[ENTRY_WORDS * slot + 2] ?? 0;
  }

  write(slot: number, words: Int32Array, at: number, { plies, bound, value, best }: Entry): void {
    const key = slot * this.keyLength;
    for (let word = 0; word < this.keyLength; word++) this.keys[key + word] = words[at + word] ?? 0;
    this.values[slot] = value;
    this.entries[ENTRY_WORDS * slot] = plies;
    this.entries[ENTRY_WORDS * slot + 1] = bound;
    this.entries[ENTRY_WORDS * slot + 2] = best;
  }
}

/** An entry of the table. */
interface Entry {
  /** Search depth, in plies. */
  readonly plies: number;
  /** `AT_MOST`, `EXACT` or `AT_LEAST`. */
  readonly bound: number;
  readonly value: number;
  /** Number of the best move, in the order of the stack. */
  readonly best: number;
}

const ENTRY_WORDS = 3;

/** A power of two: twice the expected positions, within `BYTES_MAX`. */
const slotsFor = (keyLength: number, positions: number): number => {
  const slotsMax = BYTES_MAX / (4 * keyLength + 20);
  let slots = 256;
  while (slots < 2 * positions && 2 * slots <= slotsMax) slots *= 2;
  return slots;
};

/** Leaves memory for the rest of the search thread. */
const BYTES_MAX = 32 * 1024 * 1024;
