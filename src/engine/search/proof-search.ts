import type { Effort } from '../shape/effort.ts';
import type { Value } from '../shape/solution.ts';
import type { Field } from './field.ts';
import { PositionStack } from './position-stack.ts';
import { hashOf, ProofTable } from './proof-table.ts';
import { Symmetries } from './symmetries.ts';

/** Finds positions that stand on a stack twice. */
export class Distinct {
  /** One behind the place of a position, or 0: open addressing. */
  private slots = new Int32Array(SLOTS_MIN);

  /** Of the positions from `begin` to the top of a stack, keeps each once, in their order. */
  keep(stack: PositionStack, begin: number): void {
    const { words, positionWords, setWords, top } = stack;
    const keyWords = 2 * setWords;
    const mask = this.clear((top - begin) / positionWords);
    stack.top = begin;
    for (let next = begin; next < top; next += positionWords) {
      const index = this.find(words, next, keyWords, mask);
      if (this.slots[index] !== 0) continue;
      this.slots[index] = stack.top + 1;
      for (let word = 0; word < keyWords; word++) words[stack.top + word] = words[next + word] ?? 0;
      stack.top += positionWords;
    }
  }

  /** Empties twice as many slots as there are positions. Returns the greatest index. */
  private clear(count: number): number {
    let size = SLOTS_MIN;
    while (size < 2 * count) size *= 2;
    if (size > this.slots.length) this.slots = new Int32Array(size);
    else this.slots.fill(0, 0, size);
    return size - 1;
  }

  /** The slot of a position, or the empty one that it would have. */
  private find(words: Int32Array, at: number, keyWords: number, mask: number): number {
    for (let index = hashOf(words, at, keyWords) & mask; ; index = (index + 1) & mask) {
      const other = (this.slots[index] ?? 0) - 1;
      if (other < 0) return index;
      let word = 0;
      while (word < keyWords && words[other + word] === words[at + word]) word++;
      if (word === keyWords) return index;
    }
  }
}

/** Enough for the successors of most positions. */
const SLOTS_MIN = 64;

/**
 * The moves of a game in which stones only leave the board, and in which a mirror image of a position
 * is worth the same, for a search.
 */
export interface Successors {
  /**
   * Pushes every position that a move from the one at `at` leads to, the opponent to move in it.
   * Moves that lose at once are left out.
   */
  push(stack: PositionStack, at: number): void;
  /** About how many moves a position has that do not lose at once. */
  repliesAbout(stack: PositionStack, at: number): number;
}

/**
 * Depth-first proof-number search (df-pn, A. Nagai 2002), with memory. Each position has two numbers:
 * how far it seems to be from a proof that the player to move wins, and from one that he loses. A
 * move wins when it leads to a lost position, and a position is lost when every move leads to a won
 * one: so the first number is the least of the second numbers of its successors, and the second is
 * the sum of their first numbers. The search goes where a proof seems nearest, and turns elsewhere
 * as soon as another one seems nearer. Stones only leave the board, so no position comes again in a
 * game, and what is found about one does not depend on the way to it. What has been found may be
 * forgotten where the memory is short, and is then found again: the two numbers of whatever lies
 * beside the way to the present position stand in the stack, so that the search gets on all the same.
 */
export class ProofSearch {
  private readonly effort: Effort;
  private readonly stack: PositionStack;
  private readonly successors: Successors;
  private readonly known: ProofTable;
  private readonly symmetries: Symmetries;
  private readonly distinct = new Distinct();
  /** The two numbers stand so many words behind the beginning of a position. */
  private readonly toWin: number;
  private readonly toLose: number;

  constructor(field: Field, successors: Successors, effort: Effort) {
    this.effort = effort;
    this.stack = new PositionStack(field);
    this.successors = successors;
    this.symmetries = new Symmetries(field);
    this.known = new ProofTable(2 * field.words, effort.bytesMax);
    this.toWin = 2 * field.words;
    this.toLose = this.toWin + 1;
  }

  /**
   * The value of the position that `write` writes, or undefined when the effort is spent. Both players
   * have stones in it. What was found about it is kept for the next time.
   */
  evaluate(write: (words: Int32Array) => void): Value | undefined {
    const { stack, toWin, toLose } = this;
    write(stack.words);
    this.symmetries.settle(stack.words, 0);
    stack.top = stack.positionWords;
    this.lookUp(0);
    if (!this.isBeyond(0, NEVER, NEVER)) this.search(0, NEVER, NEVER);
    if (stack.words[toWin] === 0) return 'win';
    return stack.words[toLose] === 0 ? 'loss' : undefined;
  }

  /** How many nodes were looked at for the position that `write` writes, as far as that is remembered. */
  workOn(write: (words: Int32Array) => void): number {
    write(this.stack.words);
    this.symmetries.settle(this.stack.words, 0);
    return this.known.workOn(this.stack.words, 0);
  }

  /** Works on the position at `at` until one of its numbers has come to its bound. */
  private search(at: number, toWinMax: number, toLoseMax: number): void {
    const { stack, toWin, toLose } = this;
    // It may have become known on another way in the meantime.
    this.known.read(stack.words, at);
    if (this.isBeyond(at, toWinMax, toLoseMax) || this.isSpent) return;
    const { top: begin, positionWords } = stack;
    this.successors.push(stack, at);
    for (let next = begin; next < stack.top; next += positionWords) {
      this.symmetries.settle(stack.words, next);
    }
    this.distinct.keep(stack, begin);
    const end = stack.top;
    const nodesBefore = this.effort.nodes;
    this.effort.spend((end - begin) / positionWords);
    for (let next = begin; next < end; next += positionWords) this.lookUp(next);
    for (;;) {
      const { words } = stack;
      let best = begin;
      let least = NEVER;
      let second = NEVER;
      let sum = 0;
      for (let next = begin; next < end; next += positionWords) {
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
      // A quarter more than the second best keeps the search from going to and fro between the two.
      const bestToLoseMax = Math.min(toWinMax, second + (second >> 2) + 1);
      this.search(best, Math.min(bestToWinMax, NEVER), bestToLoseMax);
    }
    this.known.write(stack.words, at, 1 + this.effort.nodes - nodesBefore);
    stack.top = begin;
  }

  /** Fills in the two numbers of a position from the table, or else with a guess. */
  private lookUp(at: number): void {
    const { words } = this.stack;
    if (this.known.read(words, at)) return;
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

/** The distance from a proof when the opposite is proved. */
const NEVER = 2 ** 30;

/** The greatest distance that still leaves hope. Sums grow large, for ways that meet again count twice. */
const FARTHEST = NEVER - 1;

/** On the largest boards one position of the original game has a hundred thousand successors. */
const STACK_BYTES_MAX = 256 * 1024 * 1024;
