import type { Field, FieldSet } from './field.ts';

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
