import { ok, type Result } from '../../../result.ts';
import {
  addSet,
  type Field,
  type FieldSet,
  firstNumber,
  hasNumber,
  makeFieldSet,
  spread,
  touch,
} from '../../search/field.ts';
import type { Group, PositionStack } from '../../search/position-stack.ts';
import type { Game } from '../../shape/game.ts';
import { refuseMove } from '../../shape/refusal.ts';
import type { Cell, MoveError } from '../../shape/types.ts';
import {
  adjacent,
  type Board,
  cellsOf,
  checkerboard,
  countCells,
  countRow,
  hasCell,
  makeCell,
  makeSet,
  opposite,
  type StoneMove,
  type StonePosition,
  union,
} from '../../stones/board.ts';
import { touching } from '../../stones/connection.ts';
import { readFromTo, stoneMoves } from '../../stones/stone-moves.ts';
import { stones } from '../../stones/stones.ts';
import { equivalentsUnder } from '../../stones/symmetry.ts';
import {
  checkFormsSetup,
  checkFormsSize,
  groundOf,
  lastStoneGone,
  playStone,
  pliesLeft,
  slideReach,
  slideTargets,
} from './play.ts';
import {
  formsEvaluation,
  formsOracle,
  formsStack,
  type StoneMoves,
  type StoneWeights,
} from './search.ts';

/**
 * Stones are future moves, except at the end. A stone next to an empty cell can slide; one without a
 * neighbour of its colour is easily lost.
 */
const WEIGHTS: StoneWeights = { stone: 10, free: 5, lone: -4, beset: 0 };

/**
 * Forms as revised by Steven W. Meyers in 2011 (rec.games.abstract, 4 October 2011): capture an adjacent
 * stone or slide through empty cells; stones not in the moved stone's group are removed. The player who makes
 * the last move loses.
 */
export const forms: Game<StonePosition, StoneMove> = {
  name: 'Forms',
  author: 'Steven W. Meyers',
  year: 2011,
  defaultSize: { cols: 8, rows: 8 },
  canEndInDraw: false,
  canRepeat: false,

  ...stones({
    rules: 'forms',
    checkSize: checkFormsSize,
    first: checkerboard,
    checkSetup: checkFormsSetup,
  }),
  ...stoneMoves,
  parseMove: (position, text) => {
    const read = readFromTo(position, text, lastStoneGone(position));
    return read.ok ? legalMove(position, read.value.from, read.value.to) : read;
  },
  play: playStone,
  legalMoves: (position) => {
    if (lastStoneGone(position)) return [];
    const { board, turn } = position;
    const enemies = board[opposite(turn)];
    const ground = groundOf(board);
    return cellsOf(board[turn]).flatMap((from) => {
      const captures = touching(makeSet(board.rows, from), enemies);
      const targets = union(captures, slideTargets(ground, from));
      return cellsOf(targets).map(
        (to): StoneMove => ({ from, to, captures: hasCell(enemies, to) }),
      );
    });
  },
  countMoves: (position) => {
    if (lastStoneGone(position)) return 0;
    const { board, turn } = position;
    const ground = groundOf(board);
    let moves = countCaptures(board);
    for (const from of cellsOf(touching(ground.empties, board[turn]))) {
      moves += countCells(slideTargets(ground, from));
    }
    return moves;
  },
  outcome: lastStoneGone,
  oracle: formsOracle((field) => new FormsMoves(field)),
  ...formsEvaluation(WEIGHTS),
  searchStack: formsStack(WEIGHTS, (field) => new FormsMoves(field)),
  pliesMax: pliesLeft,
  equivalents: equivalentsUnder({ turnSwapsSeats: false, coloursSwapSeats: true }),
};

/** The move of a stone to a cell without one of the mover's, or why it is illegal. */
const legalMove = (
  { board, turn }: StonePosition,
  from: Cell,
  to: Cell,
): Result<StoneMove, MoveError> => {
  const names = { from: makeCell(from), to: makeCell(to) };
  if (hasCell(board[opposite(turn)], to)) {
    return adjacent(from, to)
      ? ok({ from, to, captures: true })
      : refuseMove('not-adjacent', names);
  }
  const ground = groundOf(board);
  if (!hasCell(slideReach(ground, from), to)) return refuseMove('no-way', names);
  return hasCell(slideTargets(ground, from), to)
    ? ok({ from, to, captures: false })
    : refuseMove('nothing-removed', names);
};

/** The number of captures, equal for both sides: one for each adjacent pair of unlike stones. */
const countCaptures = ({ black, white }: Board): number => {
  let captures = 0;
  let blackBelow = 0;
  let whiteBelow = 0;
  for (let rank = 0; rank < black.length; rank++) {
    const blackRow = black[rank] ?? 0;
    const whiteRow = white[rank] ?? 0;
    captures += countRow((blackRow & (whiteRow << 1)) | (whiteRow & (blackRow << 1)));
    captures += countRow((blackRow & whiteBelow) | (whiteRow & blackBelow));
    blackBelow = blackRow;
    whiteBelow = whiteRow;
  }
  return captures;
};

class FormsMoves implements StoneMoves {
  private readonly field: Field;
  private readonly empties: FieldSet;
  /** The empty cells that a stone can slide to. */
  private readonly reach: FieldSet;
  /** The stones that a slide leaves on the board. */
  private readonly remainder: FieldSet;

  constructor(field: Field) {
    this.field = field;
    this.empties = makeFieldSet(field);
    this.reach = makeFieldSet(field);
    this.remainder = makeFieldSet(field);
  }

  /** Captures alone: if the others stay one group, a slide that removes any removes all and loses at once. */
  pushLinked(stack: PositionStack, at: number, from: number, others: FieldSet): void {
    const { words, neighbours } = this.field;
    for (let word = 0; word < words; word++) {
      const beside = (neighbours[from * words + word] ?? 0) & (others[word] ?? 0);
      let enemies = beside & (stack.words[at + words + word] ?? 0);
      for (; enemies !== 0; enemies &= enemies - 1) {
        stack.pushMove(at, firstNumber(word, enemies), others);
      }
    }
  }

  pushParted(stack: PositionStack, at: number, from: number, groups: readonly Group[]): void {
    for (const { stones } of groups) this.pushLinked(stack, at, from, stones);
    if (groups.length > 1 && this.findReach(stack, at, from)) this.pushSlides(stack, at, groups);
  }

  /** Half of the captures (adjacent pairs of unlike stones): about as many do not lose at once. */
  repliesAbout({ words }: PositionStack, at: number): number {
    const { words: setWords, stride } = this.field;
    let captures = 0;
    for (let word = 0; word < setWords; word++) {
      const last = word + 1 === setWords;
      const mine = words[at + word] ?? 0;
      const mineAbove = last ? 0 : (words[at + word + 1] ?? 0);
      const theirs = words[at + setWords + word] ?? 0;
      const theirsAbove = last ? 0 : (words[at + setWords + word + 1] ?? 0);
      for (const step of [1, stride]) {
        captures += countRow(mine & shiftedDown(theirs, theirsAbove, step));
        captures += countRow(theirs & shiftedDown(mine, mineAbove, step));
      }
    }
    return captures >> 1;
  }

  /** Finds the reach of a stone. False if no adjacent cell is empty. */
  private findReach(stack: PositionStack, at: number, from: number): boolean {
    const { empties, reach } = this;
    const { words, cells, neighbours } = this.field;
    let ways = 0;
    for (let word = 0; word < words; word++) {
      const stones = (stack.words[at + word] ?? 0) | (stack.words[at + words + word] ?? 0);
      empties[word] = (cells[word] ?? 0) & ~stones;
      const way = (neighbours[from * words + word] ?? 0) & (empties[word] ?? 0);
      reach[word] = way;
      ways |= way;
    }
    if (ways !== 0) spread(this.field, reach, empties, empties);
    return ways !== 0;
  }

  /** A legal slide ends next to some of the groups, but not all, and keeps those. */
  private pushSlides(stack: PositionStack, at: number, groups: readonly Group[]): void {
    const { field, reach, remainder } = this;
    for (const { stones, border } of groups) touch(field, border, stones, reach);
    for (let word = 0; word < field.words; word++) {
      let some = 0;
      let all = -1;
      for (const { border } of groups) {
        some |= border[word] ?? 0;
        all &= border[word] ?? 0;
      }
      for (let targets = some & ~all; targets !== 0; targets &= targets - 1) {
        const to = firstNumber(word, targets);
        remainder.fill(0);
        for (const { stones, border } of groups) {
          if (hasNumber(border, to)) addSet(remainder, stones);
        }
        stack.pushMove(at, to, remainder);
      }
    }
  }
}

/** Shifts a word of a set down by `count` bits; `above` is the set's next word. */
const shiftedDown = (bits: number, above: number, count: number): number =>
  (bits >>> count) | (above << -count);
