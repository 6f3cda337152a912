import { NO_MORE, type SearchStack, WON } from '../shape/search-stack.ts';
import type { Effort } from '../shape/solution.ts';

/**
 * Alpha-beta search (fail-soft) with a transposition table. Values are for the player to move; one outside
 * `alpha` and `beta` is only a bound.
 */
export class AlphaBeta {
  private readonly stack: SearchStack;
  private readonly effort: Effort;
  private readonly table: TranspositionTable;
  /** Move ordering: for each position of the stack, its estimate for the player who has moved. */
  private estimates = new Float64Array(ESTIMATES_MIN);
  /** Limit of the depth, for unquiet positions too. */
  private pliesMax = 0;
  /** Number of the best move of the last position searched. */
  private bestMove = 0;

  constructor(stack: SearchStack, effort: Effort) {
    this.stack = stack;
    this.effort = effort;
    this.table = new TranspositionTable(stack.keyLength, effort.nodesMax);
  }

  /**
   * The value of an unfinished position by a search of at least one ply. Meaningless if the effort ran out.
   */
  evaluate(at: number, plies: number, alpha: number, beta: number): number {
    this.pliesMax = plies + QUIET_PLIES_MAX;
    return this.search(at, plies, 0, alpha, beta);
  }

  private search(at: number, plies: number, ply: number, alpha: number, beta: number): number {
    const { stack, table, effort } = this;
    if (stack.isDrawn?.(at)) return 0;
    const slot = table.slotOf(stack.words, at);
    let first = NONE;
    if (table.holds(slot, stack.words, at)) {
      if (table.pliesIn(slot) >= plies) {
        const value = table.valueIn(slot);
        const bound = table.boundIn(slot);
        if (bound === EXACT) return value;
        if (bound === AT_LEAST ? value >= beta : value <= alpha) return value;
      }
      first = table.bestIn(slot);
    }
    const begin = stack.top;
    if (4 * begin > STACK_BYTES_MAX) return stack.evaluate(at);
    effort.spend(1);
    const value =
      plies === 1
        ? this.searchOnePly(at, ply, alpha, beta)
        : this.searchDeeper(at, plies, ply, alpha, beta, first);
    stack.top = begin;
    if (effort.isSpent) return value;
    const bound = value >= beta ? AT_LEAST : value <= alpha ? AT_MOST : EXACT;
    table.write(slot, stack.words, at, { plies, bound, value, best: this.bestMove });
    return value;
  }

  /** Search of one ply. Moves are generated in parts, since the first may cause a cutoff. */
  private searchOnePly(at: number, ply: number, alpha: number, beta: number): number {
    const { stack, effort } = this;
    const { top: begin, positionLength } = stack;
    let best = -WON;
    let bestMove = 0;
    let move = 0;
    for (let part = 0; part !== NO_MORE && best < beta && !effort.isSpent; ) {
      part = stack.push(at, part);
      const end = stack.top;
      for (let next = begin; next < end && best < beta && !effort.isSpent; next += positionLength) {
        let value = -stack.evaluate(next);
        if (Math.abs(value) < WON && ply < this.pliesMax && !stack.isQuiet(next)) {
          value = -this.search(next, 1, ply + 1, -beta, -Math.max(alpha, best));
        }
        value = onePlyAway(value);
        if (value > best) {
          best = value;
          bestMove = move;
        }
        move++;
      }
      stack.top = begin;
    }
    effort.spend(Math.floor(move / EVALUATIONS_PER_NODE));
    this.bestMove = bestMove;
    return best;
  }

  /** Search of two plies or more, the most promising moves first. */
  private searchDeeper(
    at: number,
    plies: number,
    ply: number,
    alpha: number,
    beta: number,
    first: number,
  ): number {
    const { stack, effort } = this;
    const { top: begin, positionLength } = stack;
    for (let part = 0; part !== NO_MORE; ) part = stack.push(at, part);
    const count = (stack.top - begin) / positionLength;
    effort.spend(Math.floor(count / EVALUATIONS_PER_NODE));
    const offset = begin / positionLength;
    const isThreatened = ply < this.pliesMax && stack.isThreatened?.(at) === true;
    let isSorted = isThreatened || first === NONE;
    if (isSorted) this.estimateAll(offset, count);
    // Extension: a threat with few answers does not count as a ply.
    const pliesAfter = isThreatened && this.hasFewAnswers(offset, count) ? plies : plies - 1;
    let best = -WON;
    let bestMove = 0;
    for (let tried = 0; tried < count && best < beta && !effort.isSpent; tried++) {
      // The table's move usually causes a cutoff, so the others are sorted only after it.
      if (tried === 1 && !isSorted) {
        this.estimateAll(offset, count);
        isSorted = true;
        this.estimates[offset + first] = TAKEN;
      }
      const move = tried === 0 && first !== NONE ? first : this.bestLeft(offset, count);
      const next = begin + move * positionLength;
      const estimate = isSorted ? (this.estimates[offset + move] ?? 0) : -stack.evaluate(next);
      this.estimates[offset + move] = TAKEN;
      const low = Math.max(alpha, best);
      let value = estimate;
      if (Math.abs(estimate) < WON) {
        value = stack.isWon?.(next)
          ? 1 - WON
          : this.searchMove(next, pliesAfter, ply + 1, low, beta, tried, estimate);
      }
      if (effort.isSpent) break;
      if (onePlyAway(value) > best) {
        best = onePlyAway(value);
        bestMove = move;
      }
    }
    this.bestMove = bestMove;
    return best;
  }

  /**
   * The value of a move, for the mover. The first gets the full window; later ones a null window, at first at
   * reduced depth or by static evaluation alone.
   */
  private searchMove(
    next: number,
    plies: number,
    ply: number,
    low: number,
    beta: number,
    tried: number,
    estimate: number,
  ): number {
    if (tried === 0) return -this.search(next, plies, ply, -beta, -low);
    let less = 0;
    if (!this.stack.isThreatened?.(next))
      less = Math.min(plies, lateMoveReduction(tried, estimate < low - WORSE));
    if (less === plies && estimate <= low && this.stack.isQuiet(next)) return estimate;
    let value = -this.search(next, Math.max(plies - less, 1), ply, -low - NARROW, -low);
    if (value > low && less > 0) value = -this.search(next, plies, ply, -low - NARROW, -low);
    if (value > low && value < beta) value = -this.search(next, plies, ply, -beta, -low);
    return value;
  }

  /** Sets the estimates of some positions from static evaluation. */
  private estimateAll(offset: number, count: number): void {
    const { stack } = this;
    if (offset + count > this.estimates.length) {
      const more = new Float64Array(2 * (offset + count));
      more.set(this.estimates);
      this.estimates = more;
    }
    for (let move = 0; move < count; move++) {
      this.estimates[offset + move] = -stack.evaluate((offset + move) * stack.positionLength);
    }
  }

  /** Whether all but a few moves appear to let the opponent win at once. */
  private hasFewAnswers(offset: number, count: number): boolean {
    const { stack, estimates } = this;
    if (count <= ANSWERS_MAX) return true;
    const estimate = estimates.slice(offset, offset + count).sort()[count - 1 - ANSWERS_MAX] ?? 0;
    return stack.isWon?.(estimates.indexOf(estimate, offset) * stack.positionLength) === true;
  }

  /** The most promising move not yet taken. */
  private bestLeft(offset: number, count: number): number {
    const { estimates } = this;
    let best = 0;
    let most = TAKEN;
    for (let move = 0; move < count; move++) {
      const estimate = estimates[offset + move] ?? 0;
      if (estimate > most) {
        most = estimate;
        best = move;
      }
    }
    return best;
  }
}

/** Width of a null window. */
export const NARROW = 2 ** -10;

/** Values above this are forced wins. */
export const FORCED_WIN = WON / 2;

/**
 * Late move reduction, in plies.
 *
 * @param tried number of moves searched before
 * @param isWorse whether its estimate is well below alpha
 */
export const lateMoveReduction = (tried: number, isWorse: boolean): number => {
  if (tried < FIRST_ONES) return 0;
  return (tried < GOOD_ONES ? 1 : tried < FAIR_ONES ? 2 : 3) + (isWorse ? 1 : 0);
};

/** Static evaluations that count as one node of work. */
export const EVALUATIONS_PER_NODE = 64;

/** Moves a win or loss one ply away. */
const onePlyAway = (value: number): number => {
  if (value > FORCED_WIN) return value - 1;
  return value < -FORCED_WIN ? value + 1 : value;
};

const NONE = -1;
const TAKEN = Number.NEGATIVE_INFINITY;
/** A threat with at most this number of answers is extended. */
const ANSWERS_MAX = 2;
/** Moves before this index are reduced by 0 plies, then 1 and 2; later ones by 3. */
const FIRST_ONES = 4;
const GOOD_ONES = 8;
const FAIR_ONES = 24;
/** Distance below alpha that reduces a move by one more ply. */
const WORSE = 100;
/** Plies by which unquiet lines may exceed the depth. */
const QUIET_PLIES_MAX = 8;
const ESTIMATES_MIN = 4096;
/** On the largest boards a position of Forms (original) has 100,000 moves. */
const STACK_BYTES_MAX = 128 * 1024 * 1024;

/** Bound types: the true value is at most, exactly, or at least the stored one. */
const AT_MOST = 1;
const EXACT = 2;
const AT_LEAST = 3;

/**
 * Transposition table of alpha-beta search, by the exact words of positions. Fixed size: a new entry always
 * replaces the old one.
 */
class TranspositionTable {
  private readonly keys: Int32Array;
  private readonly values: Float64Array;
  /** For each slot: depth, bound (0 if empty) and best move. */
  private readonly entries: Int32Array;
  private readonly mask: number;
  private readonly keyLength: number;

  constructor(keyLength: number, positions: number) {
    const slots = slotsFor(keyLength, positions);
    this.keyLength = keyLength;
    this.keys = new Int32Array(slots * keyLength);
    this.values = new Float64Array(slots);
    this.entries = new Int32Array(slots * ENTRY_WORDS);
    this.mask = slots - 1;
  }

  /** The slot for the position at `at`. */
  slotOf(words: Int32Array, at: number): number {
    let hash = 0;
    for (let word = 0; word < this.keyLength; word++) {
      hash = Math.imul(hash ^ (words[at + word] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash, 0x85ebca6b);
    return (hash ^ (hash >>> 13)) & this.mask;
  }

  /** Whether a slot contains this position. */
  holds(slot: number, words: Int32Array, at: number): boolean {
    if (this.entries[ENTRY_WORDS * slot + 1] === 0) return false;
    const key = slot * this.keyLength;
    for (let word = 0; word < this.keyLength; word++) {
      if (this.keys[key + word] !== words[at + word]) return false;
    }
    return true;
  }

  valueIn(slot: number): number {
    return this.values[slot] ?? 0;
  }

  pliesIn(slot: number): number {
    return this.entries[ENTRY_WORDS * slot] ?? 0;
  }

  boundIn(slot: number): number {
    return this.entries[ENTRY_WORDS * slot + 1] ?? 0;
  }

  bestIn(slot: number): number {
    return this.entries[ENTRY_WORDS * slot + 2] ?? 0;
  }

  write(slot: number, words: Int32Array, at: number, { plies, bound, value, best }: Entry): void {
    const key = slot * this.keyLength;
    for (let word = 0; word < this.keyLength; word++) this.keys[key + word] = words[at + word] ?? 0;
    this.values[slot] = value;
    this.entries[ENTRY_WORDS * slot] = plies;
    this.entries[ENTRY_WORDS * slot + 1] = bound;
    this.entries[ENTRY_WORDS * slot + 2] = best;
  }
}

/** An entry of the table. */
interface Entry {
  /** Search depth, in plies. */
  readonly plies: number;
  /** `AT_MOST`, `EXACT` or `AT_LEAST`. */
  readonly bound: number;
  readonly value: number;
  /** Number of the best move, in the order of the stack. */
  readonly best: number;
}

const ENTRY_WORDS = 3;

/** A power of two: twice the expected positions, within `BYTES_MAX`. */
const slotsFor = (keyLength: number, positions: number): number => {
  const slotsMax = BYTES_MAX / (4 * keyLength + 20);
  let slots = 256;
  while (slots < 2 * positions && 2 * slots <= slotsMax) slots *= 2;
  return slots;
};

/** Leaves memory for the rest of the search thread. */
const BYTES_MAX = 32 * 1024 * 1024;
