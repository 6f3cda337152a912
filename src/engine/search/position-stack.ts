import { type Field, type FieldSet, makeFieldSet, removeSet, setToFirst, spread } from './field.ts';

/** A group of connected stones. */
export interface Group {
  readonly stones: FieldSet;
  /** Scratch set for callers: the cells adjacent to the group. */
  readonly border: FieldSet;
}

/** The stones left when one leaves its group, and the groups that they form. */
export class Split {
  readonly rest: FieldSet;
  groups: readonly Group[] = [];
  private readonly field: Field;
  private readonly beside: FieldSet;
  /** Prefixes of lengths 0 to 4 of four groups: at most one on each side. */
  private readonly firstGroups: readonly (readonly Group[])[];

  constructor(field: Field) {
    this.field = field;
    this.rest = makeFieldSet(field);
    this.beside = makeFieldSet(field);
    const four = Array.from({ length: 4 }, () => ({
      stones: makeFieldSet(field),
      border: makeFieldSet(field),
    }));
    this.firstGroups = [0, 1, 2, 3, 4].map((count) => four.slice(0, count));
  }

  /** Computes the split without stone `number` of the position at `at`. */
  without(stack: PositionStack, at: number, number: number): void {
    const { rest, beside } = this;
    const { words, neighbours } = this.field;
    for (let word = 0; word < words; word++) {
      const mine = stack.words[at + word] ?? 0;
      const theirs = stack.words[at + words + word] ?? 0;
      const leaver = word === number >> 5 ? 1 << (number & 31) : 0;
      const stay = (mine | theirs) & ~leaver;
      rest[word] = stay;
      beside[word] = stay & (neighbours[number * words + word] ?? 0);
    }
    let count = 0;
    for (const { stones } of this.firstGroups[4] ?? []) {
      if (!setToFirst(stones, beside)) break;
      // Usually one group contains all adjacent stones, which ends the fill early.
      const goal = count === 0 ? beside : rest;
      if (spread(this.field, stones, rest, goal)) stones.set(rest);
      removeSet(beside, stones);
      count++;
    }
    this.groups = this.firstGroups[count] ?? [];
  }
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
