import { NO_MORE, type SearchStack, WON } from '../../shape/search-stack.ts';
import type { Size } from '../../shape/types.ts';
import { countRow, fullRow, type StonePosition } from '../../stones/board.ts';

/** Value of a line to its owner by its number of colour changes, tuned in thousands of self-play matches. */
const LINES = [0, 90, 75, 30, 12, 5, 2, 1];

/** Bonus for an own line that one move may fill. */
const ABOUT_TO_WIN = 1000;
/** Most colour changes of a line that one move may fill. */
const CHANGES_MAX = 2;

/** A file of 26 cells has at most 25 changes: so many binary digits. */
const DIGITS = 5;
/** More changes than any line has: before the first line. */
const NO_LINE_YET = 32;

/**
 * Minefield for the robot's search. A position has a word for the black stones of each rank, and one for the
 * side to move: 0 for Black, who owns the ranks, 1 for White, who owns the files. Each rank's moves are a
 * part.
 */
export class MinefieldStack implements SearchStack<StonePosition> {
  words = new Int32Array(POSITIONS_MIN);
  readonly positionLength: number;
  readonly keyLength: number;
  top = 0;
  private readonly size: Size;
  private readonly full: number;
  /** Colour changes per file in binary: a word per digit, a bit per file. */
  private readonly digits = new Int32Array(DIGITS);
  /** Index of the last position evaluated, while valid. */
  private evaluatedAt = NOWHERE;
  /** There, the fewest changes in a line of the player to move, and of the opponent. */
  private mine = NO_LINE_YET;
  private theirs = NO_LINE_YET;

  constructor(size: Size) {
    this.size = size;
    this.full = fullRow(size);
    this.keyLength = size.rows + 1;
    this.positionLength = this.keyLength;
  }

  add({ board, turn }: StonePosition): void {
    this.makeRoom(1);
    this.words.set(board.black, this.top);
    this.evaluatedAt = NOWHERE;
    this.words[this.top + this.size.rows] = turn === 'black' ? 0 : 1;
    this.top += this.positionLength;
  }

  push(at: number, part: number): number {
    if (part === 0 && Math.abs(this.evaluate(at)) === WON) return NO_MORE;
    const { cols, rows } = this.size;
    this.makeRoom(cols);
    this.evaluatedAt = NOWHERE;
    for (let file = 0; file < cols; file++) {
      this.copy(at);
      this.pick(at, file, part);
      this.top += this.positionLength;
    }
    return part + 1 < rows ? part + 1 : NO_MORE;
  }

  evaluate(at: number): number {
    const { digits, full, words } = this;
    const { cols, rows } = this.size;
    digits.fill(0);
    let ranks = 0;
    let leastOfRanks = NO_LINE_YET;
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
    let leastOfFiles = NO_LINE_YET;
    for (let file = 0; file < cols; file++) {
      const low = ((one >> file) & 1) | (((two >> file) & 1) << 1) | (((four >> file) & 1) << 2);
      const changes = low | (((eight >> file) & 1) << 3) | (((sixteen >> file) & 1) << 4);
      files += LINES[changes] ?? 0;
      if (changes < leastOfFiles) leastOfFiles = changes;
    }
    const isBlack = words[at + rows] === 0;
    this.mine = isBlack ? leastOfRanks : leastOfFiles;
    this.theirs = isBlack ? leastOfFiles : leastOfRanks;
    this.evaluatedAt = at;
    // If both have a full line, the player who has just moved has lost.
    if (this.mine === 0) return WON;
    if (this.theirs === 0) return -WON;
    const ahead = isBlack ? ranks - files : files - ranks;
    return this.mine <= CHANGES_MAX ? ahead + ABOUT_TO_WIN : ahead;
  }

  isQuiet(): boolean {
    return true;
  }

  isThreatened(at: number): boolean {
    if (at !== this.evaluatedAt) this.evaluate(at);
    return this.mine > CHANGES_MAX && this.theirs <= CHANGES_MAX;
  }

  /** Finds only picks within the line that they fill. */
  isWon(at: number): boolean {
    if (at !== this.evaluatedAt) this.evaluate(at);
    if (this.mine > CHANGES_MAX) return false;
    const { cols, rows } = this.size;
    const isBlack = this.words[at + rows] === 0;
    const [lines, length] = isBlack ? [rows, cols] : [cols, rows];
    for (let line = 0; line < lines; line++) {
      for (const place of this.fillingPlaces(at, line, length, isBlack)) {
        if (isBlack ? this.winsBy(at, place, line) : this.winsBy(at, line, place)) return true;
      }
    }
    return false;
  }

  /** Places where a pick may fill a line: the ends if it has two runs, the middle run if it has three. */
  private fillingPlaces(
    at: number,
    line: number,
    length: number,
    isRank: boolean,
  ): readonly number[] {
    const colourAt = (place: number) =>
      isRank
        ? ((this.words[at + line] ?? 0) >> place) & 1
        : ((this.words[at + place] ?? 0) >> line) & 1;
    let changes = 0;
    let second = 0;
    for (let place = 1; place < length; place++) {
      if (colourAt(place) !== colourAt(place - 1) && ++changes === 1) second = place;
    }
    if (changes > 2) return [];
    return changes === 2 ? [second] : [0, length - 1];
  }

  private winsBy(at: number, file: number, rank: number): boolean {
    this.makeRoom(1);
    this.copy(at);
    this.pick(at, file, rank);
    return this.evaluate(this.top) === -WON;
  }

  /** Copies the position at `at` to the top, with the opponent to move. */
  private copy(at: number): void {
    const { words, top } = this;
    const { rows } = this.size;
    for (let word = 0; word < rows; word++) words[top + word] = words[at + word] ?? 0;
    words[top + rows] = 1 ^ (words[at + rows] ?? 0);
  }

  /** Flips at the top what changes when a cell of the position at `at` is picked. */
  private pick(at: number, file: number, rank: number): void {
    const { words, top } = this;
    const row = words[at + rank] ?? 0;
    const bit = 1 << file;
    // Bits that differ from this have the colour of the picked stone.
    const others = (row & bit) === 0 ? -1 : 0;
    words[top + rank] = row ^ bit ^ runsBeside(row ^ others, bit, this.size.cols);
    for (let right = -1; right <= 1; right++) {
      this.flipRun(at, file, rank, others, right, 1);
      this.flipRun(at, file, rank, others, right, -1);
    }
  }

  /** Flips at the top the run next to a cell in one direction, unless it meets the edge. */
  private flipRun(
    at: number,
    file: number,
    rank: number,
    others: number,
    right: number,
    up: number,
  ): void {
    const { words, top } = this;
    const { cols, rows } = this.size;
    let toFile = file + right;
    let toRank = rank + up;
    while (toRank >= 0 && toRank < rows && toFile >= 0 && toFile < cols) {
      if (((((words[at + toRank] ?? 0) ^ others) >> toFile) & 1) === 0) {
        for (let step = toRank - up; step !== rank; step -= up) {
          toFile -= right;
          words[top + step] = (words[top + step] ?? 0) ^ (1 << toFile);
        }
        return;
      }
      toFile += right;
      toRank += up;
    }
  }

  private makeRoom(positions: number): void {
    const needed = this.top + positions * this.positionLength;
    if (needed <= this.words.length) return;
    const more = new Int32Array(2 * needed);
    more.set(this.words);
    this.words = more;
  }
}

const POSITIONS_MIN = 4096;
const NOWHERE = -1;

/** The runs of `row` on both sides of a bit, where a zero bit on the board ends them. */
const runsBeside = (row: number, bit: number, cols: number): number => {
  const ends = ~row & ((1 << cols) - 1);
  const after = ends & -(bit << 1);
  const before = ends & (bit - 1);
  const runAfter = after === 0 ? 0 : ((after & -after) - 1) & -(bit << 1);
  const runBefore = before === 0 ? 0 : (bit - 1) & (-2 << (31 - Math.clz32(before)));
  return runAfter | runBefore;
};
