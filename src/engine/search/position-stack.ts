import type { Field, FieldSet } from './field.ts';

/** A group of connected stones. */
export interface Group {
  readonly stones: FieldSet;
  /** Scratch set for callers: the cells adjacent to the group. */
  readonly border: FieldSet;
}

/**
 * The position stack of a search: the root, its successors, then the successors of one of these, and so on. A
 * position is addressed by the index of its first word. It has the stones of the player to move, those of the
 * opponent, and the two values of a `ProofTable`.
 */
export class PositionStack {
  words: Int32Array;
  /** Index of the next position. */
  top = 0;
  /** Words of the stones of one colour. */
  readonly setWords: number;
  /** Words per position. */
  readonly positionLength: number;

  constructor(field: Field) {
    this.setWords = field.words;
    this.positionLength = 2 * field.words + 2;
    this.words = new Int32Array(POSITIONS_MIN * this.positionLength);
  }

  /** Adds a position with unset words. Returns its index. */
  push(): number {
    const at = this.top;
    if (at + this.positionLength > this.words.length) this.makeRoom();
    this.top = at + this.positionLength;
    return at;
  }

  /**
   * Adds the position after a move from the one at `at`: a stone lands on cell `to`, and of the others those
   * in `kept` stay. Adds nothing if the opponent has no stone left: the mover has lost.
   */
  pushMove(at: number, to: number, kept: FieldSet): void {
    const { top, setWords } = this;
    if (top + this.positionLength > this.words.length) this.makeRoom();
    const words = this.words;
    let opponents = 0;
    for (let word = 0; word < setWords; word++) {
      const landing = word === to >> 5 ? 1 << (to & 31) : 0;
      const stay = kept[word] ?? 0;
      const theirs = (words[at + setWords + word] ?? 0) & stay & ~landing;
      words[top + word] = theirs;
      words[top + setWords + word] = ((words[at + word] ?? 0) & stay) | landing;
      opponents |= theirs;
    }
    if (opponents !== 0) this.top = top + this.positionLength;
  }

  private makeRoom(): void {
    const more = new Int32Array(2 * this.words.length);
    more.set(this.words);
    this.words = more;
  }
}

/** Initial capacity: enough for most searches on a small board. */
const POSITIONS_MIN = 4096;
