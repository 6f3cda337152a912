import { type Field, type FieldSet, makeFieldSet, removeSet, spread, takeFirst } from './field.ts';

/** Stones that are linked to each other. */
export interface Group {
  readonly stones: FieldSet;
  /** Room for whoever uses the group: the cells from which a stone would touch it. */
  readonly shore: FieldSet;
}

/** What is left when one stone leaves its group: the other stones, and the groups they fall into. */
export class Split {
  readonly rest: FieldSet;
  groups: readonly Group[] = [];
  private readonly field: Field;
  private readonly beside: FieldSet;
  /** The first none, one, two, three and four of four groups: there is one on each side at most. */
  private readonly firstGroups: readonly (readonly Group[])[];

  constructor(field: Field) {
    this.field = field;
    this.rest = makeFieldSet(field);
    this.beside = makeFieldSet(field);
    const four = Array.from({ length: 4 }, () => ({
      stones: makeFieldSet(field),
      shore: makeFieldSet(field),
    }));
    this.firstGroups = [0, 1, 2, 3, 4].map((count) => four.slice(0, count));
  }

  /** Takes the stone with this number from the position at `at`. */
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
      if (!takeFirst(stones, beside)) break;
      // Most stones link no others: then those beside it are soon found in one group, and no more
      // need be looked for.
      const goal = count === 0 ? beside : rest;
      if (spread(this.field, stones, rest, goal)) stones.set(rest);
      removeSet(beside, stones);
      count++;
    }
    this.groups = this.firstGroups[count] ?? [];
  }
}

/**
 * The positions of a search, one behind the other: the one in question, the ones its moves lead to,
 * then those that the moves of one of these lead to, and so on. A position is known by the place
 * where it begins. It has the stones of the player to move, the stones of the opponent, and two
 * numbers that belong to the search.
 */
export class PositionStack {
  words: Int32Array;
  /** Where the next position comes. */
  top = 0;
  /** How many words the stones of one colour fill. */
  readonly setWords: number;
  /** How many words a position fills. */
  readonly positionWords: number;

  constructor(field: Field) {
    this.setWords = field.words;
    this.positionWords = 2 * field.words + 2;
    this.words = new Int32Array(POSITIONS_MIN * this.positionWords);
  }

  /** Adds a position whose words are yet to be written. Returns where it begins. */
  push(): number {
    const at = this.top;
    if (at + this.positionWords > this.words.length) this.makeRoom();
    this.top = at + this.positionWords;
    return at;
  }

  /**
   * Adds the position after a move from the one at `at`: a stone comes to stand on the cell of number
   * `to`, and of the other stones those in `kept` stay. When the opponent is left without a stone
   * nothing is added, because then the mover has lost.
   */
  pushMove(at: number, to: number, kept: FieldSet): void {
    const { top, setWords } = this;
    if (top + this.positionWords > this.words.length) this.makeRoom();
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
    if (opponents !== 0) this.top = top + this.positionWords;
  }

  private makeRoom(): void {
    const more = new Int32Array(2 * this.words.length);
    more.set(this.words);
    this.words = more;
  }
}

/** Room to begin with: enough for most searches on a small board. */
const POSITIONS_MIN = 4096;
