import { GameStack } from '../../src/engine/robot/choose-move.ts';
import type { Game } from '../../src/engine/shape/game.ts';
import { NO_MORE, type SearchStack, WON } from '../../src/engine/shape/search-stack.ts';
import { type Draw, shuffled } from '../../src/engine/shape/seeded-random.ts';
import type { Move, Position } from '../../src/engine/shape/types.ts';

/**
 * The move of a textbook alpha-beta after so many milliseconds of the processor: negamax, iterative
 * deepening, a transposition table, and the best move of the table first, then the others by their
 * evaluation. It has the robot's evaluation, but nothing of its search and no proofs.
 *
 * @throws Error when there is no move
 */
export const textbookMove = (game: Game, position: Position, ms: number, draw: Draw): Move => {
  const stack = game.searchStack?.(position) ?? new GameStack(game);
  const moves = shuffled(game.legalMoves(position), draw);
  const roots: Root[] = [];
  for (const move of moves) {
    const after = game.play(position, move).position;
    const outcome = game.outcome(after);
    if (outcome?.winner === position.turn) return move;
    if (outcome) continue;
    roots.push({ move, at: stack.top });
    stack.add(after);
  }
  roots.sort((one, other) => stack.evaluate(one.at) - stack.evaluate(other.at));
  const move = new Textbook(stack, ms).choose(roots) ?? moves[0];
  if (!move) throw new Error('there is no move');
  return move;
};

/** A move that does not end the game, and where the position after it stands. */
interface Root {
  readonly move: Move;
  readonly at: number;
}

class Textbook {
  private readonly stack: SearchStack;
  private readonly ms: number;
  private readonly from = process.cpuUsage();
  private nodes = 0;
  private isOver = false;
  /** For each slot of the table another hash of its position, its value, depth, bound and best move. */
  private readonly checks = new Int32Array(SLOTS);
  private readonly values = new Float64Array(SLOTS);
  private readonly depths = new Int8Array(SLOTS);
  private readonly bounds = new Int8Array(SLOTS);
  private readonly bests = new Int32Array(SLOTS);
  /** For each position of the stack how it looks to who has moved there. */
  private looks = new Float64Array(1 << 16);

  constructor(stack: SearchStack, ms: number) {
    this.stack = stack;
    this.ms = ms;
  }

  /** The best of some moves, in whose order they are searched. */
  choose(moves: readonly Root[]): Move | undefined {
    let order = moves;
    for (let depth = 1; depth < DEPTH_MAX && !this.isOver; depth++) {
      let alpha = Number.NEGATIVE_INFINITY;
      let best: Root | undefined;
      for (const root of order) {
        const value = -this.search(root.at, depth, 1, -WON, -alpha);
        if (this.isOver) break;
        if (value <= alpha) continue;
        alpha = value;
        best = root;
      }
      if (best) order = [best, ...order.filter((each) => each !== best)];
    }
    return order[0]?.move;
  }

  private search(at: number, depth: number, ply: number, low: number, beta: number): number {
    const { stack } = this;
    if (stack.isDrawn?.(at)) return 0;
    if (++this.nodes % NODES_PER_LOOK_AT_CLOCK === 0) {
      const { user, system } = process.cpuUsage(this.from);
      this.isOver = (user + system) / 1000 >= this.ms;
    }
    if (this.isOver) return 0;
    const [slot, check] = this.hash(at);
    const isKnown = this.bounds[slot] !== NOTHING && this.checks[slot] === check;
    if (isKnown && (this.depths[slot] ?? 0) >= depth) {
      const value = this.values[slot] ?? 0;
      const bound = this.bounds[slot];
      if (bound === EXACT || (bound === AT_LEAST ? value >= beta : value <= low)) return value;
    }
    const first = isKnown ? (this.bests[slot] ?? 0) : NONE;
    const begin = stack.top;
    let alpha = low;
    let best = ply - WON;
    let bestMove = 0;
    let move = 0;
    for (let part = 0; part !== NO_MORE && best < beta; ) {
      // In front of the horizon the moves are made part by part, elsewhere all before they are sorted.
      do part = stack.push(at, part);
      while (depth > 1 && part !== NO_MORE);
      const count = (stack.top - begin) / stack.positionLength;
      const offset = begin / stack.positionLength;
      if (depth > 1) this.lookAt(offset, count, first);
      for (let tried = 0; tried < count && best < beta; tried++) {
        const number = depth > 1 ? this.mostPromising(offset, count) : tried;
        const next = begin + number * stack.positionLength;
        const look =
          depth > 1 && number !== first
            ? (this.looks[offset + number] ?? 0)
            : -stack.evaluate(next);
        if (depth > 1) this.looks[offset + number] = Number.NEGATIVE_INFINITY;
        let value = look;
        if (Math.abs(look) === WON) value = look > 0 ? WON - ply : ply - WON;
        else if (depth > 1) value = -this.search(next, depth - 1, ply + 1, -beta, -alpha);
        if (value > best) {
          best = value;
          bestMove = move + number;
        }
        alpha = Math.max(alpha, best);
      }
      move += count;
      stack.top = begin;
    }
    if (this.isOver) return 0;
    this.checks[slot] = check;
    this.values[slot] = best;
    this.depths[slot] = depth;
    this.bounds[slot] = best >= beta ? AT_LEAST : best <= low ? AT_MOST : EXACT;
    this.bests[slot] = bestMove;
    return best;
  }

  /** Notes how some positions look to who has moved there; the move of the table comes first. */
  private lookAt(offset: number, count: number, first: number): void {
    const { stack } = this;
    if (offset + count > this.looks.length) {
      const more = new Float64Array(2 * (offset + count));
      more.set(this.looks);
      this.looks = more;
    }
    for (let move = 0; move < count; move++) {
      const look = -stack.evaluate((offset + move) * stack.positionLength);
      this.looks[offset + move] = move === first && look < WON ? WON / 2 : look;
    }
  }

  private mostPromising(offset: number, count: number): number {
    const { looks } = this;
    let best = 0;
    for (let move = 1; move < count; move++) {
      if ((looks[offset + move] ?? 0) > (looks[offset + best] ?? 0)) best = move;
    }
    return best;
  }

  private hash(at: number): readonly [slot: number, check: number] {
    const { words, keyLength } = this.stack;
    let one = 0;
    let other = 0;
    for (let word = at; word < at + keyLength; word++) {
      one = Math.imul(one ^ (words[word] ?? 0), 0x9e3779b1);
      one ^= one >>> 15;
      other = Math.imul(other ^ (words[word] ?? 0), 0x85ebca6b);
      other ^= other >>> 13;
    }
    return [(one ^ (one >>> 16)) & (SLOTS - 1), other];
  }
}

const SLOTS = 1 << 18;
const NOTHING = 0;
const EXACT = 1;
const AT_LEAST = 2;
const AT_MOST = 3;
const NONE = -1;
const DEPTH_MAX = 100;
const NODES_PER_LOOK_AT_CLOCK = 128;
