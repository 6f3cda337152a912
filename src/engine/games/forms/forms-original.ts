import { ok } from '../../../result.ts';
import { type Field, type FieldSet, firstNumber } from '../../search/field.ts';
import type { Group, PositionStack } from '../../search/position-stack.ts';
import type { Game } from '../../shape/game.ts';
import { refuseMove } from '../../shape/refusal.ts';
import type { Size } from '../../shape/types.ts';
import {
  type Board,
  cellsOf,
  colourAt,
  countCells,
  countRow,
  fillBoard,
  makeCell,
  opposite,
  type StoneMove,
  type StonePosition,
} from '../../stones/board.ts';
import { readFromTo, stoneMoves } from '../../stones/stone-moves.ts';
import { stones } from '../../stones/stones.ts';
import { equivalentsUnder } from '../../stones/symmetry.ts';
import { checkFormsSetup, checkFormsSize, lastStoneGone, playStone, pliesLeft } from './play.ts';
import {
  formsEvaluation,
  formsOracle,
  formsStack,
  type StoneMoves,
  type StoneWeights,
} from './search.ts';

/**
 * Every move captures, and the player who runs out of stones wins, so stones have negative value. Stones at
 * the edge, away from the other colour, are soon cut off.
 */
const WEIGHTS: StoneWeights = { stone: -10, free: 4, lone: 3, beset: -8 };

/**
 * Forms as first published by Steven W. Meyers in May 2007 (his rule sheet): replace any enemy stone with one
 * of yours; stones not in its group are removed. A player without stones wins.
 */
export const formsOriginal: Game<StonePosition, StoneMove> = {
  name: 'Forms (original)',
  author: 'Steven W. Meyers',
  year: 2007,
  defaultSize: { cols: 8, rows: 8 },
  canEndInDraw: false,
  canRepeat: false,

  ...stones({
    rules: 'forms-original',
    checkSize: checkFormsSize,
    first: halves,
    checkSetup: checkFormsSetup,
  }),
  ...stoneMoves,
  parseMove: (position, text) => {
    const read = readFromTo(position, text, lastStoneGone(position));
    if (!read.ok) return read;
    const { from, to } = read.value;
    return colourAt(position.board, to)
      ? ok({ from, to, captures: true })
      : refuseMove('no-enemy', { to: makeCell(to) });
  },
  play: playStone,
  legalMoves: ({ board, turn }) => {
    // If a colour has no stones there are no moves: the game is over.
    const targets = cellsOf(board[opposite(turn)]);
    return cellsOf(board[turn]).flatMap((from) =>
      targets.map((to): StoneMove => ({ from, to, captures: true })),
    );
  },
  countMoves: ({ board }) => countCells(board.black) * countCells(board.white),
  outcome: lastStoneGone,
  oracle: formsOracle((field) => new OriginalMoves(field)),
  ...formsEvaluation(WEIGHTS),
  searchStack: formsStack(WEIGHTS, (field) => new OriginalMoves(field)),
  pliesMax: pliesLeft,
  equivalents: equivalentsUnder({ turnSwapsSeats: false, coloursSwapSeats: true }),
};

/** White above and Black below; with an odd number of ranks Black on the left, White on the right. */
function halves(size: Size): Board {
  return size.rows % 2 === 0
    ? fillBoard(size, (_file, rank) => (rank < size.rows / 2 ? 'black' : 'white'))
    : fillBoard(size, (file) => (file < size.cols / 2 ? 'black' : 'white'));
}

class OriginalMoves implements StoneMoves {
  private readonly words: number;

  constructor({ words }: Field) {
    this.words = words;
  }

  pushLinked(stack: PositionStack, at: number, _from: number, others: FieldSet): void {
    const { words } = this;
    for (let word = 0; word < words; word++) {
      let enemies = (stack.words[at + words + word] ?? 0) & (others[word] ?? 0);
      for (; enemies !== 0; enemies &= enemies - 1) {
        stack.pushMove(at, firstNumber(word, enemies), others);
      }
    }
  }

  /** Only the group of the captured stone stays. */
  pushParted(stack: PositionStack, at: number, from: number, groups: readonly Group[]): void {
    for (const { stones } of groups) this.pushLinked(stack, at, from, stones);
  }

  /** Each stone of the player to move can capture each of the opponent's. */
  repliesAbout({ words: stones }: PositionStack, at: number): number {
    let mine = 0;
    let theirs = 0;
    for (let word = at; word < at + this.words; word++) {
      mine += countRow(stones[word] ?? 0);
      theirs += countRow(stones[word + this.words] ?? 0);
    }
    return mine * theirs;
  }
}
