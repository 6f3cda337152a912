import type { Effort, Value } from '../shape/solution.ts';
import { type Field, Symmetries } from './field.ts';
import { PositionStack } from './position-stack.ts';
import { hashOf, ProofTable } from './proof-table.ts';

/** Removes duplicate positions from a stack. */
class Distinct {
  /** 1 + index of a position, or 0 if empty: open addressing. */
  private slots = new Int32Array(SLOTS_MIN);

  /** Removes duplicates from `begin` to the top of a stack, keeping the order. */
  keep(stack: PositionStack, begin: number): void {
    const { words, positionLength, setWords, top } = stack;
    const keyLength = 2 * setWords;
    const mask = this.clear((top - begin) / positionLength);
    stack.top = begin;
    for (let next = begin; next < top; next += positionLength) {
      const index = this.find(words, next, keyLength, mask);
      if (this.slots[index] !== 0) continue;
      this.slots[index] = stack.top + 1;
      for (let word = 0; word < keyLength; word++)
        words[stack.top + word] = words[next + word] ?? 0;
      stack.top += positionLength;
    }
  }

  /** Clears at least two slots per position. Returns the index mask. */
  private clear(count: number): number {
    let size = SLOTS_MIN;
    while (size < 2 * count) size *= 2;
    if (size > this.slots.length) this.slots = new Int32Array(size);
    else this.slots.fill(0, 0, size);
    return size - 1;
  }

  /** The slot of a position, or its empty slot. */
  private find(words: Int32Array, at: number, keyLength: number, mask: number): number {
    for (let index = hashOf(words, at, keyLength) & mask; ; index = (index + 1) & mask) {
      const other = (this.slots[index] ?? 0) - 1;
      if (other < 0) return index;
      let word = 0;
      while (word < keyLength && words[other + word] === words[at + word]) word++;
      if (word === keyLength) return index;
    }
  }
}

/** Enough for the successors of most positions. */
const SLOTS_MIN = 64;

/** Move generator for games in which no position comes again and mirror images have equal values. */
export interface Successors {
  /** Pushes the successors of the position at `at`, the opponent to move, without moves that lose at once. */
  push(stack: PositionStack, at: number): void;
  /** Estimated number of moves that do not lose at once. */
  repliesAbout(stack: PositionStack, at: number): number;
}

/**
 * Depth-first proof-number search (df-pn, A. Nagai 2002) with a table. Each position has two numbers: its
 * estimated distances from a proof that the player to move wins (`toWin`), and loses (`toLose`). `toWin` is
 * the minimum of the successors' `toLose`; `toLose` is the sum of their `toWin`. The search follows the
 * nearest proof and switches when another becomes nearer. Positions never repeat, so results do not depend on
 * the path. Table entries may be lost and recomputed: the numbers of all
 * siblings along the current path are on the stack, so the search still progresses.
 */
export class ProofSearch {
  private readonly effort: Effort;
  private readonly stack: PositionStack;
  private readonly successors: Successors;
  private readonly table: ProofTable;
  private readonly symmetries: Symmetries;
  private readonly distinct = new Distinct();
  /** Word offsets of the two numbers in a position. */
  private readonly toWin: number;
  private readonly toLose: number;

  constructor(field: Field, successors: Successors, effort: Effort) {
    this.effort = effort;
    this.stack = new PositionStack(field);
    this.successors = successors;
    this.symmetries = new Symmetries(field);
    this.table = new ProofTable(2 * field.words, effort.bytesMax);
    this.toWin = 2 * field.words;
    this.toLose = this.toWin + 1;
  }

  /**
   * The value of the position that `write` writes, in which both players have stones; undefined if the effort
   * ran out. A repeated call continues the search.
   */
  evaluate(write: (words: Int32Array) => void): Value | undefined {
    const { stack, toWin, toLose } = this;
    write(stack.words);
    this.symmetries.canonicalize(stack.words, 0);
    stack.top = stack.positionLength;
    this.lookUp(0);
    if (!this.isBeyond(0, NEVER, NEVER)) this.search(0, NEVER, NEVER);
    if (stack.words[toWin] === 0) return 'win';
    return stack.words[toLose] === 0 ? 'loss' : undefined;
  }

  /** Nodes spent on the position that `write` writes, as far as the table knows. */
  workOn(write: (words: Int32Array) => void): number {
    write(this.stack.words);
    this.symmetries.canonicalize(this.stack.words, 0);
    return this.table.workOn(this.stack.words, 0);
  }

  /** Searches the position at `at` until one of its numbers reaches its bound. */
  private search(at: number, toWinMax: number, toLoseMax: number): void {
    const { stack, toWin, toLose } = this;
    // The position may have been solved on another path meanwhile.
    this.table.read(stack.words, at);
    if (this.isBeyond(at, toWinMax, toLoseMax) || this.isSpent) return;
    const { top: begin, positionLength } = stack;
    this.successors.push(stack, at);
    for (let next = begin; next < stack.top; next += positionLength) {
      this.symmetries.canonicalize(stack.words, next);
    }
    this.distinct.keep(stack, begin);
    const end = stack.top;
    const nodesBefore = this.effort.nodes;
    this.effort.spend((end - begin) / positionLength);
    for (let next = begin; next < end; next += positionLength) this.lookUp(next);
    for (;;) {
      const { words } = stack;
      let best = begin;
      let least = NEVER;
      let second = NEVER;
      let sum = 0;
      for (let next = begin; next < end; next += positionLength) {
        const number = words[next + toLose] ?? 0;
        sum += words[next + toWin] ?? 0;
        if (number < least) {
          second = least;
          least = number;
          best = next;
        } else if (number < second) second = number;
      }
      sum = least === 0 ? NEVER : Math.min(sum, FARTHEST);
      words[at + toWin] = least;
      words[at + toLose] = sum;
      if (this.isBeyond(at, toWinMax, toLoseMax) || this.isSpent) break;
      const bestToWinMax = toLoseMax - sum + (words[best + toWin] ?? 0);
      // A margin of a quarter over the second best avoids oscillation between the two.
      const bestToLoseMax = Math.min(toWinMax, second + (second >> 2) + 1);
      this.search(best, Math.min(bestToWinMax, NEVER), bestToLoseMax);
    }
    this.table.write(stack.words, at, 1 + this.effort.nodes - nodesBefore);
    stack.top = begin;
  }

  /** Sets the two numbers of a position from the table, or estimates them. */
  private lookUp(at: number): void {
    const { words } = this.stack;
    if (this.table.read(words, at)) return;
    words[at + this.toWin] = 1;
    words[at + this.toLose] = 1 + this.successors.repliesAbout(this.stack, at);
  }

  private isBeyond(at: number, toWinMax: number, toLoseMax: number): boolean {
    const { words } = this.stack;
    return (words[at + this.toWin] ?? 0) >= toWinMax || (words[at + this.toLose] ?? 0) >= toLoseMax;
  }

  private get isSpent(): boolean {
    return this.effort.isSpent || 4 * this.stack.top > STACK_BYTES_MAX;
  }
}

/** Infinite distance: the opposite is proven. */
const NEVER = 2 ** 30;

/** Greatest finite distance. Sums grow large, since transpositions count more than once. */
const FARTHEST = NEVER - 1;

/** On the largest boards a position of Forms (original) has 100,000 successors. */
const STACK_BYTES_MAX = 256 * 1024 * 1024;
