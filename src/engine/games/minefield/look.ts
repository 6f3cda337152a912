import { WON } from '../../shape/arena.ts';
import type { Size } from '../../shape/types.ts';
import { fullRow } from '../../stones/board.ts';
import { countRow } from '../../stones/cellset.ts';

/**
 * What a line is worth to its owner by how often the colour changes along it. The worths were found
 * in thousands of matches of the robot against itself.
 */
const LINES = [0, 90, 75, 30, 12, 5, 2, 1];

/** What it is worth to be able to fill a line of one's own right now, as up to this many changes allow. */
const ABOUT_TO_WIN = 1000;
const CHANGES_MAX = 2;

/** Looks at positions of Minefield as `MinefieldArena` writes them. */
export class MinefieldLook {
  private readonly size: Size;
  private readonly full: number;
  /** How often the colour changes along each file, in binary: a word for each digit, a bit for each file. */
  private readonly digits = new Int32Array(DIGITS);

  /** The least number of changes in a line of who was to move where it looked last, and of the opponent. */
  private mine = NEVER;
  private theirs = NEVER;

  constructor(size: Size) {
    this.size = size;
    this.full = fullRow(size);
  }

  /** Whether a line is full. */
  isOver(words: Int32Array, at: number): boolean {
    return Math.abs(this.lookAt(words, at)) === WON;
  }

  /** Whether who was to move where it looked last has a line that one move fills. */
  get isAboutToWin(): boolean {
    return this.mine <= CHANGES_MAX;
  }

  /** Whether the opponent alone has one, so that a threat must be answered. */
  get isForced(): boolean {
    return this.mine > CHANGES_MAX && this.theirs <= CHANGES_MAX;
  }

  /** How good a position looks for who is to move. */
  lookAt(words: Int32Array, at: number): number {
    const { digits, full } = this;
    const { cols, rows } = this.size;
    digits.fill(0);
    let ranks = 0;
    let leastOfRanks = NEVER;
    let below = words[at] ?? 0;
    for (let rank = 0; rank < rows; rank++) {
      const row = words[at + rank] ?? 0;
      const changes = countRow((row ^ (row >> 1)) & (full >> 1));
      ranks += LINES[changes] ?? 0;
      if (changes < leastOfRanks) leastOfRanks = changes;
      let carry = row ^ below;
      for (let digit = 0; carry !== 0; digit++) {
        const old = digits[digit] ?? 0;
        digits[digit] = old ^ carry;
        carry &= old;
      }
      below = row;
    }
    const [one = 0, two = 0, four = 0, eight = 0, sixteen = 0] = digits;
    let files = 0;
    let leastOfFiles = NEVER;
    for (let file = 0; file < cols; file++) {
      const low = ((one >> file) & 1) | (((two >> file) & 1) << 1) | (((four >> file) & 1) << 2);
      const changes = low | (((eight >> file) & 1) << 3) | (((sixteen >> file) & 1) << 4);
      files += LINES[changes] ?? 0;
      if (changes < leastOfFiles) leastOfFiles = changes;
    }
    const isBlack = words[at + rows] === 0;
    this.mine = isBlack ? leastOfRanks : leastOfFiles;
    this.theirs = isBlack ? leastOfFiles : leastOfRanks;
    return lookBy(isBlack ? ranks - files : files - ranks, this.mine, this.theirs);
  }
}

/** Along a file of 26 cells the colour changes 25 times at most. */
const DIGITS = 5;
const NEVER = 32;

/**
 * @param ahead by how much the lines of who is to move are worth more
 * @param mine the least number of changes in one of his lines
 * @param theirs and in one of the opponent's
 */
const lookBy = (ahead: number, mine: number, theirs: number): number => {
  // Where both have a full line, who has just moved has lost.
  if (mine === 0) return WON;
  if (theirs === 0) return -WON;
  return mine <= CHANGES_MAX ? ahead + ABOUT_TO_WIN : ahead;
};
