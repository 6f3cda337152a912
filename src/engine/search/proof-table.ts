/**
 * Transposition table with two values of a position: in a proof search the proof and disproof numbers, in
 * `Siege` the results with either player to move. Keyed by the exact stones: positions are never confused.
 * One flat array with open addressing, since a Map of millions of texts would take ten times the memory. It
 * grows up to its limit; after that a new entry replaces the one of least work in its window.
 */
export class ProofTable {
  /** A slot: the words of a position, its two values, and its work (0 if empty). */
  private slots: Int32Array;
  private slotsMask: number;
  private used = 0;
  private readonly keyLength: number;
  private readonly slotLength: number;
  private readonly bytesMax: number;

  /** @param bytesMax size limit; at least `WINDOW` positions always fit */
  constructor(keyLength: number, bytesMax: number) {
    this.keyLength = keyLength;
    this.slotLength = keyLength + 3;
    this.bytesMax = bytesMax;
    this.slots = new Int32Array(WINDOW * this.slotLength);
    this.slotsMask = WINDOW - 1;
    while (this.slotsMask + 1 < SLOTS_MIN && this.mayGrow) this.grow();
  }

  /** Writes the two values of the position at `at` after its words. False if unknown. */
  read(words: Int32Array, at: number): boolean {
    const slot = this.slotOf(words, at);
    if (slot === undefined || this.workAt(slot) === 0) return false;
    words[at + this.keyLength] = this.slots[slot + this.keyLength] ?? 0;
    words[at + this.keyLength + 1] = this.slots[slot + this.keyLength + 1] ?? 0;
    return true;
  }

  /**
   * Stores the position at `at` with the two values after its words.
   *
   * @param work nodes spent since it was last written, at least 1
   */
  write(words: Int32Array, at: number, work: number): void {
    if (this.isCrowded && this.mayGrow) this.grow();
    const slot = this.slotOf(words, at);
    const before = slot === undefined ? 0 : this.workAt(slot);
    this.put(slot ?? this.cheapestOf(words, at), words, at, Math.min(before + work, WORK_MAX));
  }

  /** Total work of a position; 0 if unknown. */
  workOn(words: Int32Array, at: number): number {
    const slot = this.slotOf(words, at);
    return slot === undefined ? 0 : this.workAt(slot);
  }

  /** Above two thirds, full windows become likely. */
  private get isCrowded(): boolean {
    return 3 * this.used > 2 * (this.slotsMask + 1);
  }

  private get mayGrow(): boolean {
    return 2 * this.slots.byteLength <= this.bytesMax;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Int32Array(2 * old.length);
    this.slotsMask = 2 * this.slotsMask + 1;
    this.used = 0;
    for (let at = 0; at < old.length; at += this.slotLength) {
      const work = old[at + this.keyLength + 2] ?? 0;
      if (work !== 0) this.put(this.slotOf(old, at) ?? this.cheapestOf(old, at), old, at, work);
    }
  }

  private put(slot: number, words: Int32Array, at: number, work: number): void {
    const { slots, keyLength } = this;
    if (this.workAt(slot) === 0) this.used++;
    for (let word = 0; word < keyLength + 2; word++) slots[slot + word] = words[at + word] ?? 0;
    slots[slot + keyLength + 2] = work;
  }

  /** Index of the slot of a position, or of its empty slot, if any. */
  private slotOf(words: Int32Array, at: number): number | undefined {
    const { slots, slotsMask, slotLength, keyLength } = this;
    const first = hashOf(words, at, keyLength);
    for (let index = first; index < first + WINDOW; index++) {
      const slot = (index & slotsMask) * slotLength;
      let word = 0;
      while (word < keyLength && slots[slot + word] === words[at + word]) word++;
      if (word === keyLength || this.workAt(slot) === 0) return slot;
    }
    return undefined;
  }

  /** Index of the slot of least work in a position's window. */
  private cheapestOf(words: Int32Array, at: number): number {
    const first = hashOf(words, at, this.keyLength);
    let cheapest = (first & this.slotsMask) * this.slotLength;
    for (let index = first + 1; index < first + WINDOW; index++) {
      const slot = (index & this.slotsMask) * this.slotLength;
      if (this.workAt(slot) < this.workAt(cheapest)) cheapest = slot;
    }
    return cheapest;
  }

  private workAt(slot: number): number {
    return this.slots[slot + this.keyLength + 2] ?? 0;
  }
}

/** Number of adjacent slots in which a position may be stored. */
const WINDOW = 16;

/** Initial slots, within the limit. */
const SLOTS_MIN = 4096;

const WORK_MAX = 2 ** 31 - 1;

/** Hash of the position at `at`. */
export const hashOf = (words: Int32Array, at: number, keyLength: number): number => {
  let hash = 0;
  for (let word = 0; word < keyLength; word++) {
    hash = Math.imul(hash ^ (words[at + word] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
};
