import { type Arena, NO_MORE } from '../../shape/arena.ts';
import type { Size } from '../../shape/types.ts';
import type { StonePosition } from '../../stones/types.ts';
import { MinefieldLook } from './look.ts';

/**
 * Minefield for a robot's search. A position has a word for the black stones of each rank, and one
 * for whose turn it is: 0 for Black, who owns the ranks, and 1 for White, who owns the files. What
 * can be picked on a rank is a part of the moves.
 */
export class MinefieldArena implements Arena<StonePosition> {
  words = new Int32Array(POSITIONS_MIN);
  readonly positionWords: number;
  readonly keyWords: number;
  top = 0;
  private readonly size: Size;
  private readonly looks: MinefieldLook;

  constructor(size: Size) {
    this.size = size;
    this.looks = new MinefieldLook(size);
    this.keyWords = size.rows + 1;
    this.positionWords = this.keyWords;
  }

  add({ board, turn }: StonePosition): void {
    this.makeRoom(1);
    this.words.set(board.black, this.top);
    this.words[this.top + this.size.rows] = turn === 'black' ? 0 : 1;
    this.top += this.positionWords;
  }

  push(at: number, part: number): number {
    if (part === 0 && this.looks.isOver(this.words, at)) return NO_MORE;
    const { cols, rows } = this.size;
    this.makeRoom(cols);
    for (let file = 0; file < cols; file++) {
      this.copy(at);
      this.pick(at, file, part);
      this.top += this.positionWords;
    }
    return part + 1 < rows ? part + 1 : NO_MORE;
  }

  look(at: number): number {
    return this.looks.lookAt(this.words, at);
  }

  isQuiet(): boolean {
    return true;
  }

  /** Writes the position at `at` once more at the top, with the opponent to move. */
  private copy(at: number): void {
    const { words, top } = this;
    const { rows } = this.size;
    for (let word = 0; word < rows; word++) words[top + word] = words[at + word] ?? 0;
    words[top + rows] = 1 ^ (words[at + rows] ?? 0);
  }

  /** Turns over at the top what changes when a cell of the position at `at` is picked. */
  private pick(at: number, file: number, rank: number): void {
    const { words, top } = this;
    const row = words[at + rank] ?? 0;
    const bit = 1 << file;
    // The stones of the colour of the picked one are those in which a row differs from this.
    const others = (row & bit) === 0 ? -1 : 0;
    words[top + rank] = row ^ bit ^ runsBeside(row ^ others, bit, this.size.cols);
    for (let right = -1; right <= 1; right++) {
      this.turn(at, file, rank, others, right, 1);
      this.turn(at, file, rank, others, right, -1);
    }
  }

  /** Turns over at the top the run that begins beside a cell, unless it meets the edge. */
  private turn(
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
    const needed = this.top + positions * this.positionWords;
    if (needed <= this.words.length) return;
    const more = new Int32Array(2 * needed);
    more.set(this.words);
    this.words = more;
  }
}

const POSITIONS_MIN = 4096;

/** The runs of `row` on both sides of one of its stones, as far as a stone that is not in it ends them. */
const runsBeside = (row: number, bit: number, cols: number): number => {
  const ends = ~row & ((1 << cols) - 1);
  const after = ends & -(bit << 1);
  const before = ends & (bit - 1);
  const runAfter = after === 0 ? 0 : ((after & -after) - 1) & -(bit << 1);
  const runBefore = before === 0 ? 0 : (bit - 1) & (-2 << (31 - Math.clz32(before)));
  return runAfter | runBefore;
};
