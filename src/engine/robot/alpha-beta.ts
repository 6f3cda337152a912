import { type Arena, NO_MORE, WON } from '../shape/arena.ts';
import type { Effort } from '../shape/effort.ts';
import { AT_LEAST, AT_MOST, EXACT, MemoryTable } from './memory-table.ts';

/**
 * Alpha-beta search with memory: what a position is worth to who is to move, when both play the best
 * that is seen within some plies. What cannot matter any more is not looked at: who is to move has
 * `alpha` at least somewhere else, and the opponent need not let him have more than `beta`. So a value
 * that is not between the two is only a bound, and all that is known is on which side it lies.
 */
export class AlphaBeta {
  private readonly arena: Arena;
  private readonly effort: Effort;
  private readonly known: MemoryTable;
  /** For each position of the arena, what it is hoped to be worth to who has moved there. */
  private hopes = new Float64Array(HOPES_MIN);
  /** Beyond so many plies nothing is looked at, however much is going on there. */
  private pliesMax = 0;
  /** The number of the best move of the position that was searched last. */
  private bestMove = 0;

  constructor(arena: Arena, effort: Effort) {
    this.arena = arena;
    this.effort = effort;
    this.known = new MemoryTable(arena.keyWords, effort.nodesMax);
  }

  /**
   * The value of a position in which the game goes on, so many plies ahead, at least one. When the
   * effort is spent before it is found, what comes back means nothing.
   */
  evaluate(at: number, plies: number, alpha: number, beta: number): number {
    this.pliesMax = plies + QUIET_PLIES_MAX;
    return this.search(at, plies, 0, alpha, beta);
  }

  private search(at: number, plies: number, ply: number, alpha: number, beta: number): number {
    const { arena, known, effort } = this;
    if (arena.isDrawn?.(at)) return 0;
    const slot = known.slotOf(arena.words, at);
    let first = NONE;
    if (known.holds(slot, arena.words, at)) {
      if (known.pliesIn(slot) >= plies) {
        const value = known.valueIn(slot);
        const bound = known.boundIn(slot);
        if (bound === EXACT) return value;
        if (bound === AT_LEAST ? value >= beta : value <= alpha) return value;
      }
      first = known.bestIn(slot);
    }
    const begin = arena.top;
    if (4 * begin > ARENA_BYTES_MAX) return arena.look(at);
    effort.spend(1);
    const value =
      plies === 1
        ? this.lookAround(at, ply, alpha, beta)
        : this.goOn(at, plies, ply, alpha, beta, first);
    arena.top = begin;
    if (effort.isSpent) return value;
    const bound = value >= beta ? AT_LEAST : value <= alpha ? AT_MOST : EXACT;
    known.write(slot, arena.words, at, { plies, bound, value, best: this.bestMove });
    return value;
  }

  /** The value one ply ahead. Moves are made part by part, for the first ones may be enough. */
  private lookAround(at: number, ply: number, alpha: number, beta: number): number {
    const { arena, effort } = this;
    const { top: begin, positionWords } = arena;
    let best = -WON;
    let bestMove = 0;
    let move = 0;
    for (let part = 0; part !== NO_MORE && best < beta && !effort.isSpent; ) {
      part = arena.push(at, part);
      const end = arena.top;
      for (let next = begin; next < end && best < beta && !effort.isSpent; next += positionWords) {
        let value = -arena.look(next);
        if (Math.abs(value) < WON && ply < this.pliesMax && !arena.isQuiet(next)) {
          value = -this.search(next, 1, ply + 1, -beta, -Math.max(alpha, best));
        }
        value = oneMoreWay(value);
        if (value > best) {
          best = value;
          bestMove = move;
        }
        move++;
      }
      arena.top = begin;
    }
    effort.spend(Math.floor(move / LOOKS));
    this.bestMove = bestMove;
    return best;
  }

  /** The value more than one ply ahead. What looks best comes first, and with luck it is enough. */
  private goOn(
    at: number,
    plies: number,
    ply: number,
    alpha: number,
    beta: number,
    first: number,
  ): number {
    const { arena, effort } = this;
    const { top: begin, positionWords } = arena;
    for (let part = 0; part !== NO_MORE; ) part = arena.push(at, part);
    const count = (arena.top - begin) / positionWords;
    effort.spend(Math.floor(count / LOOKS));
    const offset = begin / positionWords;
    const isForced = ply < this.pliesMax && arena.isForced?.(at) === true;
    let isSorted = isForced || first === NONE;
    if (isSorted) this.hopeFor(offset, count);
    // A threat with hardly an answer does not count as a ply.
    const beyond = isForced && this.hasFewAnswers(offset, count) ? plies : plies - 1;
    let best = -WON;
    let bestMove = 0;
    for (let tried = 0; tried < count && best < beta && !effort.isSpent; tried++) {
      // What was the best before is most often enough, and no other need be looked at.
      if (tried === 1 && !isSorted) {
        this.hopeFor(offset, count);
        isSorted = true;
        this.hopes[offset + first] = TAKEN;
      }
      const move = tried === 0 && first !== NONE ? first : this.takeBest(offset, count);
      const next = begin + move * positionWords;
      const hope = isSorted ? (this.hopes[offset + move] ?? 0) : -arena.look(next);
      this.hopes[offset + move] = TAKEN;
      const low = Math.max(alpha, best);
      let value = hope;
      if (Math.abs(hope) < WON) {
        value = arena.isWon?.(next)
          ? 1 - WON
          : this.tryOut(next, beyond, ply + 1, low, beta, tried, hope);
      }
      if (effort.isSpent) break;
      if (oneMoreWay(value) > best) {
        best = oneMoreWay(value);
        bestMove = move;
      }
    }
    this.bestMove = bestMove;
    return best;
  }

  /**
   * The value of a move, for who makes it. After the first ones, which are expected to be the best,
   * it is only asked whether one is better, at first not so far ahead, or by its looks alone.
   */
  private tryOut(
    next: number,
    plies: number,
    ply: number,
    low: number,
    beta: number,
    tried: number,
    hope: number,
  ): number {
    if (tried === 0) return -this.search(next, plies, ply, -beta, -low);
    let less = 0;
    if (!this.arena.isForced?.(next)) less = Math.min(plies, pliesLess(tried, hope < low - WORSE));
    if (less === plies && hope <= low && this.arena.isQuiet(next)) return hope;
    let value = -this.search(next, Math.max(plies - less, 1), ply, -low - NARROW, -low);
    if (value > low && less > 0) value = -this.search(next, plies, ply, -low - NARROW, -low);
    if (value > low && value < beta) value = -this.search(next, plies, ply, -beta, -low);
    return value;
  }

  /** Says what some positions are hoped to be worth, from their looks. */
  private hopeFor(offset: number, count: number): void {
    const { arena } = this;
    if (offset + count > this.hopes.length) {
      const more = new Float64Array(2 * (offset + count));
      more.set(this.hopes);
      this.hopes = more;
    }
    for (let move = 0; move < count; move++) {
      this.hopes[offset + move] = -arena.look((offset + move) * arena.positionWords);
    }
  }

  /** Whether all moves but very few, from their looks, let the opponent win at once. */
  private hasFewAnswers(offset: number, count: number): boolean {
    const { arena, hopes } = this;
    if (count <= ANSWERS_MAX) return true;
    const hope = hopes.slice(offset, offset + count).sort()[count - 1 - ANSWERS_MAX] ?? 0;
    return arena.isWon?.(hopes.indexOf(hope, offset) * arena.positionWords) === true;
  }

  /** The move that is hoped to be the best of those that were not taken. */
  private takeBest(offset: number, count: number): number {
    const { hopes } = this;
    let best = 0;
    let most = TAKEN;
    for (let move = 0; move < count; move++) {
      const hope = hopes[offset + move] ?? 0;
      if (hope > most) {
        most = hope;
        best = move;
      }
    }
    return best;
  }
}

/** A window in which hardly a value lies: whether one is above it is found out sooner. */
export const NARROW = 2 ** -10;

/** Worth more than this is only what is won some plies from here. */
export const FAR = WON / 2;

/**
 * How many plies less far a move is looked at, by how many come before it, and whether it looks much worse
 * than what is needed.
 */
export const pliesLess = (tried: number, isWorse: boolean): number => {
  if (tried < FIRST_ONES) return 0;
  return (tried < GOOD_ONES ? 1 : tried < FAIR_ONES ? 2 : 3) + (isWorse ? 1 : 0);
};

/** So many looks are about as much work as one node more. */
export const LOOKS = 64;

/** What is won or lost is worth a little less, the farther it is away. */
const oneMoreWay = (value: number): number => {
  if (value > FAR) return value - 1;
  return value < -FAR ? value + 1 : value;
};

const NONE = -1;
const TAKEN = Number.NEGATIVE_INFINITY;
/** A threat is followed farther where no more answers than these are left. */
const ANSWERS_MAX = 2;
/** So many moves are looked at as far ahead as the best one, and so many a ply less far, and so on. */
const FIRST_ONES = 4;
const GOOD_ONES = 8;
const FAIR_ONES = 24;
/** A move that looks worse than what is needed by more than this is looked at another ply less far. */
const WORSE = 100;
/** How much farther than the others a way may lead, where nothing is quiet. */
const QUIET_PLIES_MAX = 8;
const HOPES_MIN = 4096;
/** On the largest boards of Forms, the original game, a position has a hundred thousand moves. */
const ARENA_BYTES_MAX = 128 * 1024 * 1024;
