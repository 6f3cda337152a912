/**
 * What a search has found out about positions: for each up to four numbers of plies, by the exact
 * words of the position. It grows to a limit; from then on what looks fewer plies ahead makes room.
 */
export class KnownPlies {
  /** A slot has the words of a position, and a byte for each number; it is empty while all are 0. */
  private slots: Int32Array;
  private readonly keyWords: number;
  private readonly slotWords: number;
  private used = 0;

  constructor(keyWords: number) {
    this.keyWords = keyWords;
    this.slotWords = keyWords + 1;
    this.slots = new Int32Array(SLOTS_MIN * this.slotWords);
  }

  /** A number that was written, or 0. */
  read(key: Int32Array, number: 0 | 1 | 2 | 3): number {
    const slot = this.slotOf(key, 0);
    return this.has(slot, key, 0) ? (this.numbersIn(slot) >>> (8 * number)) & 255 : 0;
  }

  /** Keeps a number of plies, 1 to 255, of the position with these words. */
  write(key: Int32Array, number: 0 | 1 | 2 | 3, plies: number): void {
    if (2 * this.used * this.slotWords > this.slots.length) this.grow();
    const slot = this.slotOf(key, 0);
    const numbers = this.has(slot, key, 0) ? this.numbersIn(slot) : 0;
    if (this.numbersIn(slot) === 0) this.used++;
    this.slots.set(key, slot);
    this.slots[slot + this.keyWords] = (numbers & ~(255 << (8 * number))) | (plies << (8 * number));
  }

  private numbersIn(slot: number): number {
    return this.slots[slot + this.keyWords] ?? 0;
  }

  /** Whether a slot is that of the position whose words begin at `at`. */
  private has(slot: number, words: Int32Array, at: number): boolean {
    for (let word = 0; word < this.keyWords; word++) {
      if (this.slots[slot + word] !== words[at + word]) return false;
    }
    return this.numbersIn(slot) !== 0;
  }

  /** Where a position is, or else where it goes: to an empty slot, or in the place of another. */
  private slotOf(words: Int32Array, at: number): number {
    const { slots, slotWords } = this;
    let worst = 0;
    let worstPlies = 256;
    let from = (hashOf(words, at, this.keyWords) & (slots.length / slotWords - 1)) * slotWords;
    for (let probe = 0; probe < PROBES; probe++) {
      const numbers = this.numbersIn(from);
      if (numbers === 0 || this.has(from, words, at)) return from;
      const plies = mostOf(numbers);
      if (plies < worstPlies) [worst, worstPlies] = [from, plies];
      from += slotWords;
      if (from === slots.length) from = 0;
    }
    return worst;
  }

  private grow(): void {
    if (2 * this.slots.byteLength > BYTES_MAX) return;
    const old = this.slots;
    this.slots = new Int32Array(2 * old.length);
    this.used = 0;
    for (let at = 0; at < old.length; at += this.slotWords) {
      if ((old[at + this.keyWords] ?? 0) === 0) continue;
      const slot = this.slotOf(old, at);
      if (this.numbersIn(slot) === 0) this.used++;
      this.slots.set(old.subarray(at, at + this.slotWords), slot);
    }
  }
}

/** A power of two. */
const SLOTS_MIN = 4096;

/** How many slots a position may have: beyond them another has to give way. */
const PROBES = 8;

/** With the old table beside the new one while it grows, a search stays below half a gibibyte. */
const BYTES_MAX = 256 * 1024 * 1024;

const mostOf = (numbers: number): number =>
  Math.max(numbers & 255, (numbers >>> 8) & 255, (numbers >>> 16) & 255, numbers >>> 24);

/** Spreads positions over the table; it need not tell them apart. */
const hashOf = (words: Int32Array, at: number, keyWords: number): number => {
  let hash = 0;
  for (let word = 0; word < keyWords; word++) {
    hash = Math.imul(hash ^ (words[at + word] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
};
