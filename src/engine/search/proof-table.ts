/**
 * What a search knows of the positions it has looked at, by the exact stones of each: two different
 * positions are never taken for one another. One flat array with open addressing, because a Map of
 * millions of texts would take ten times the room.
 */
export class ProofTable {
  /** A slot has the words of a position and two numbers, both 0 while it is empty. */
  private slots: Int32Array;
  private slotsMask: number;
  private used = 0;
  private readonly keyWords: number;
  private readonly slotWords: number;

  constructor(keyWords: number) {
    this.keyWords = keyWords;
    this.slotWords = keyWords + 2;
    this.slots = new Int32Array(SLOTS_MIN * this.slotWords);
    this.slotsMask = SLOTS_MIN - 1;
  }

  /** Whether the table has no room to grow any more. */
  get isFull(): boolean {
    return this.isCrowded && 2 * this.slots.byteLength > BYTES_MAX;
  }

  /** Copies the two numbers of the position whose words begin at `at` behind these words, if known. */
  read(words: Int32Array, at: number): boolean {
    const found = this.slotOf(words, at) + this.keyWords;
    const [first, second] = [this.slots[found] ?? 0, this.slots[found + 1] ?? 0];
    if ((first | second) === 0) return false;
    words[at + this.keyWords] = first;
    words[at + this.keyWords + 1] = second;
    return true;
  }

  /** Keeps a position with the two numbers behind its words, at least one of which is not 0. */
  write(words: Int32Array, at: number): void {
    let slot = this.slotOf(words, at);
    if (this.isEmpty(slot)) {
      this.used++;
      if (this.isCrowded) {
        this.grow();
        slot = this.slotOf(words, at);
      }
    }
    for (let word = 0; word < this.slotWords; word++) {
      this.slots[slot + word] = words[at + word] ?? 0;
    }
  }

  /** Two thirds: beyond that, the way to a free slot grows long. */
  private get isCrowded(): boolean {
    return 3 * this.used > 2 * (this.slotsMask + 1);
  }

  private isEmpty(slot: number): boolean {
    const numbers = slot + this.keyWords;
    return ((this.slots[numbers] ?? 0) | (this.slots[numbers + 1] ?? 0)) === 0;
  }

  /** Where the slot of a position begins: the one that has it, or else the empty one it will have. */
  private slotOf(words: Int32Array, at: number): number {
    const { slots, slotsMask, slotWords, keyWords } = this;
    for (let index = hashOf(words, at, keyWords); ; index++) {
      index &= slotsMask;
      const slot = index * slotWords;
      let word = 0;
      while (word < keyWords && slots[slot + word] === words[at + word]) word++;
      if (word === keyWords || this.isEmpty(slot)) return slot;
    }
  }

  private grow(): void {
    if (2 * this.slots.byteLength > BYTES_MAX) return;
    const old = this.slots;
    this.slots = new Int32Array(2 * old.length);
    this.slotsMask = 2 * this.slotsMask + 1;
    for (let at = 0; at < old.length; at += this.slotWords) {
      const numbers = at + this.keyWords;
      if (((old[numbers] ?? 0) | (old[numbers + 1] ?? 0)) === 0) continue;
      this.slots.set(old.subarray(at, at + this.slotWords), this.slotOf(old, at));
    }
  }
}

const SLOTS_MIN = 4096;

/** With the old table beside the new one while it grows, a search stays below a gibibyte. */
const BYTES_MAX = 512 * 1024 * 1024;

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
