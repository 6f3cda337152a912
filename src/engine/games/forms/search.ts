import {
  type Field,
  type FieldSet,
  fieldAround,
  firstNumber,
  makeFieldSet,
  packCells,
  removeSet,
  setToFirst,
  spread,
  stepsFrom,
} from '../../search/field.ts';
import { type Group, PositionStack } from '../../search/position-stack.ts';
import { ProofSearch, type Successors } from '../../search/proof-search.ts';
import { NO_MORE, type SearchStack, WON } from '../../shape/search-stack.ts';
import type { Effort, Oracle } from '../../shape/solution.ts';
import {
  countCells,
  countRow,
  opposite,
  type StonePosition,
  stonesOf,
} from '../../stones/board.ts';
import { ringIsLinked } from '../../stones/connection.ts';

/** What a search has to know of a game of Forms. */
export interface StoneMoves {
  /** Pushes a stone's moves if the other stones, without it, stay one group. */
  pushLinked(stack: PositionStack, at: number, from: number, others: FieldSet): void;
  /** Pushes a stone's moves if the other stones split into these groups. */
  pushParted(stack: PositionStack, at: number, from: number, groups: readonly Group[]): void;
  /** Estimated number of moves that do not lose at once. */
  repliesAbout(stack: PositionStack, at: number): number;
}

/** Makes the oracle of a game of Forms. */
export const formsOracle =
  (stoneMovesOn: (field: Field) => StoneMoves) =>
  (start: StonePosition, effort: Effort): Oracle<StonePosition> => {
    const field = fieldAround(start.board, marginOf(start));
    const stoneMoves = stoneMovesOn(field);
    const mover = new Mover(field, stoneMoves);
    const successors: Successors = {
      push(stack, at) {
        for (let word = 0; word < field.words; word++) {
          for (let mine = stack.words[at + word] ?? 0; mine !== 0; mine &= mine - 1) {
            mover.push(stack, at, firstNumber(word, mine));
          }
        }
      },
      repliesAbout: (stack, at) => stoneMoves.repliesAbout(stack, at),
    };
    const search = new ProofSearch(field, successors, effort);
    const write = (position: StonePosition) => (words: Int32Array) =>
      packPosition(field, position, words, 0);
    return {
      evaluate: (position) => search.evaluate(write(position)),
      work: (position) => search.workOn(write(position)),
    };
  };

/** The stones of the player to move, then the opponent's. */
const packPosition = (
  field: Field,
  { board, turn }: StonePosition,
  into: Int32Array,
  at: number,
): void => {
  packCells(field, board[turn], into, at);
  packCells(field, board[opposite(turn)], into, at + field.words);
};

/**
 * Distance from the stones at which an empty cell can matter. A move that does not lose at once ends next to
 * a stone that stays, so it widens the bounding rectangle by at most one cell and leaves one stone fewer; two
 * stones are lost for the player to move. So n stones need n - 2 cells on each side.
 */
const marginOf = ({ board }: StonePosition): number => Math.max(0, countCells(stonesOf(board)) - 2);

/** The stones left when one leaves its group, and the groups that they form. */
class Split {
  readonly rest: FieldSet;
  groups: readonly Group[] = [];
  private readonly field: Field;
  private readonly beside: FieldSet;
  /** Prefixes of lengths 0 to 4 of four groups: at most one on each side. */
  private readonly firstGroups: readonly (readonly Group[])[];

  constructor(field: Field) {
    this.field = field;
    this.rest = makeFieldSet(field);
    this.beside = makeFieldSet(field);
    const four = Array.from({ length: 4 }, () => ({
      stones: makeFieldSet(field),
      border: makeFieldSet(field),
    }));
    this.firstGroups = [0, 1, 2, 3, 4].map((count) => four.slice(0, count));
  }

  /** Computes the split without stone `number` of the position at `at`. */
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
      if (!setToFirst(stones, beside)) break;
      // Usually one group contains all adjacent stones, which ends the fill early.
      const goal = count === 0 ? beside : rest;
      if (spread(this.field, stones, rest, goal)) stones.set(rest);
      removeSet(beside, stones);
      count++;
    }
    this.groups = this.firstGroups[count] ?? [];
  }
}

/** Pushes the moves of single stones. Most leave the others linked, which is cheap to see. */
class Mover {
  private readonly field: Field;
  private readonly stoneMoves: StoneMoves;
  private readonly split: Split;
  private readonly others: FieldSet;

  constructor(field: Field, stoneMoves: StoneMoves) {
    this.field = field;
    this.stoneMoves = stoneMoves;
    this.split = new Split(field);
    this.others = makeFieldSet(field);
  }

  push(stack: PositionStack, at: number, from: number): void {
    const { others, split } = this;
    const { words } = this.field;
    for (let word = 0; word < words; word++) {
      others[word] = (stack.words[at + word] ?? 0) | (stack.words[at + words + word] ?? 0);
    }
    others[from >> 5] = (others[from >> 5] ?? 0) & ~(1 << (from & 31));
    if (ringIsLinked(this.ringAround(from))) this.stoneMoves.pushLinked(stack, at, from, others);
    else {
      split.without(stack, at, from);
      this.stoneMoves.pushParted(stack, at, from, split.groups);
    }
  }

  /** The 3 x 3 block around a stone, rank by rank, with a bit for each other stone. */
  private ringAround(number: number): number {
    const { stride } = this.field;
    const below = this.threeFrom(number - stride - 1);
    return below | (this.threeFrom(number - 1) << 3) | (this.threeFrom(number + stride - 1) << 6);
  }

  /** Bits of the other stones on three consecutive cell numbers. */
  private threeFrom(number: number): number {
    if (number < 0) return number < -2 ? 0 : (this.threeFrom(number + 1) << 1) & 7;
    const word = number >> 5;
    const shift = number & 31;
    const bits = (this.others[word] ?? 0) >>> shift;
    return (shift > 29 ? bits | ((this.others[word + 1] ?? 0) << (32 - shift)) : bits) & 7;
  }
}

/** Makes the search stack of a game of Forms. */
export const formsStack =
  (weights: StoneWeights, stoneMovesOn: (field: Field) => StoneMoves) =>
  (start: StonePosition): SearchStack<StonePosition> => {
    // One more cell, to include all neighbours of stones.
    const field = fieldAround(start.board, marginOf(start) + 1);
    return new FormsStack(field, weights, new Mover(field, stoneMovesOn(field)));
  };

/**
 * A position has the stones of the player to move, then the opponent's. Each `push` adds the moves of one
 * stone, the first with the number `part` or a higher one.
 */
class FormsStack implements SearchStack<StonePosition> {
  readonly keyLength: number;
  readonly positionLength: number;
  private readonly field: Field;
  private readonly weights: StoneWeights;
  private readonly mover: Mover;
  private readonly stack: PositionStack;

  constructor(field: Field, weights: StoneWeights, mover: Mover) {
    this.field = field;
    this.weights = weights;
    this.mover = mover;
    this.stack = new PositionStack(field);
    this.keyLength = 2 * field.words;
    this.positionLength = this.stack.positionLength;
  }

  get words(): Int32Array {
    return this.stack.words;
  }

  get top(): number {
    return this.stack.top;
  }

  set top(top: number) {
    this.stack.top = top;
  }

  add(position: StonePosition): void {
    const at = this.stack.push();
    packPosition(this.field, position, this.stack.words, at);
  }

  push(at: number, part: number): number {
    const { stack, field } = this;
    for (let word = part >> 5; word < field.words; word++) {
      const done = word === part >> 5 ? part & 31 : 0;
      const left = (stack.words[at + word] ?? 0) & (-1 << done);
      if (left === 0) continue;
      const from = firstNumber(word, left);
      this.mover.push(stack, at, from);
      return from + 1 < 32 * field.words ? from + 1 : NO_MORE;
    }
    return NO_MORE;
  }

  evaluate(at: number): number {
    return evaluateStones(this.field, this.weights, this.stack.words, at);
  }

  isQuiet(at: number): boolean {
    const { words } = this.stack;
    let stones = 0;
    for (let word = at; word < at + this.keyLength; word++) stones += countRow(words[word] ?? 0);
    return stones > FEW;
  }
}

/** Evaluation weights of a stone for its owner, tuned in thousands of self-play matches. */
export interface StoneWeights {
  readonly stone: number;
  /** Added if an adjacent cell is empty. */
  readonly free: number;
  /** Added if no adjacent stone has its colour. */
  readonly lone: number;
  /** Added if an adjacent stone has the other colour. */
  readonly beset: number;
}

/** With this number of stones or fewer the evaluation is unreliable, and the end is near. */
const FEW = 6;

/**
 * Evaluates a position in words for the player to move, whose stones begin at `at`; the opponent's follow.
 */
const evaluateStones = (
  field: Field,
  { stone, free, lone, beset }: StoneWeights,
  from: Int32Array,
  at: number,
): number => {
  const { words, stride, cells } = field;
  let mine = 0;
  let theirs = 0;
  let score = 0;
  let mineBelow = 0;
  let theirsBelow = 0;
  let emptyBelow = 0;
  for (let word = 0; word < words; word++) {
    const isLast = word + 1 === words;
    const own = from[at + word] ?? 0;
    const ownAbove = isLast ? 0 : (from[at + word + 1] ?? 0);
    const enemy = from[at + words + word] ?? 0;
    const enemyAbove = isLast ? 0 : (from[at + words + word + 1] ?? 0);
    const empty = (cells[word] ?? 0) & ~(own | enemy);
    const emptyAbove = isLast ? 0 : (cells[word + 1] ?? 0) & ~(ownAbove | enemyAbove);
    mine += countRow(own);
    theirs += countRow(enemy);
    const besideEmpty = stepsFrom(empty, emptyBelow, emptyAbove, stride);
    score += free * (countRow(own & besideEmpty) - countRow(enemy & besideEmpty));
    const besideOwn = stepsFrom(own, mineBelow, ownAbove, stride);
    const besideEnemy = stepsFrom(enemy, theirsBelow, enemyAbove, stride);
    score += lone * (countRow(own & ~besideOwn) - countRow(enemy & ~besideEnemy));
    score += beset * (countRow(own & besideEnemy) - countRow(enemy & besideOwn));
    mineBelow = own;
    theirsBelow = enemy;
    emptyBelow = empty;
  }
  if (mine === 0) return WON;
  if (theirs === 0) return -WON;
  return score + stone * (mine - theirs);
};

/** Evaluation of plain positions in a game of Forms. */
export const formsEvaluation = (weights: StoneWeights) => ({
  evaluate: (position: StonePosition): number => {
    const field = fieldAround(position.board, 1);
    const words = new Int32Array(2 * field.words);
    packPosition(field, position, words, 0);
    return evaluateStones(field, weights, words, 0);
  },
  isQuiet: ({ board }: StonePosition): boolean => countCells(stonesOf(board)) > FEW,
});
