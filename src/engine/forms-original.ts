import { ok } from '../result.ts';
import { colourAt, fillBoard, opposite } from './board.ts';
import { makeCell } from './cell.ts';
import { cellsOf, countCells } from './cellset.ts';
import { readStoneMove } from './forms-move.ts';
import { formsOracle } from './forms-oracle.ts';
import { FormsOriginalSuccessors } from './forms-original-successors.ts';
import { lastStoneGone, playStone } from './forms-play.ts';
import { checkFormsSize, parseForms } from './forms-setup.ts';
import type { Game } from './game.ts';
import { legal } from './legal.ts';
import { makeStoneMove, parseFromTo } from './move-notation.ts';
import { makeSetup } from './notation.ts';
import { refuseMove } from './refusal.ts';
import { STONE_SIDES } from './sides.ts';
import { stoneView } from './stone-view.ts';
import { equivalentsUnder } from './symmetry.ts';
import type { Size, StoneMove, StonePosition } from './types.ts';

/**
 * Forms as Steven W. Meyers first published it in May 2007 (his rule sheet): replace any enemy
 * stone on the board with one of yours, and whatever is not in its group is gone. Who has no stone
 * left has won.
 */
export const formsOriginal: Game<StonePosition, StoneMove> = {
  rules: 'forms-original',
  name: 'Forms (original)',
  author: 'Steven W. Meyers',
  year: 2007,
  sides: STONE_SIDES,
  defaultSize: { cols: 8, rows: 8 },
  drawable: false,
  circles: false,

  start: (size) => {
    const checked = checkFormsSize(size);
    if (!checked.ok) return checked;
    return ok(legal('forms-original', halves(checked.value), 'black'));
  },
  parsePosition: (text) => parseForms('forms-original', text),
  makePosition: makeSetup,
  looksLikeMove: (text) => parseFromTo(text) !== undefined,
  parseMove: (position, text) => {
    const read = readStoneMove(position, text);
    if (!read.ok) return read;
    const { from, to } = read.value;
    return colourAt(position.board, to)
      ? ok({ from, to, captures: true })
      : refuseMove('no-enemy', { to: makeCell(to) });
  },
  makeMove: makeStoneMove,
  headOf: ({ from }) => makeCell(from),
  play: playStone,
  legalMoves: ({ board, turn }) => {
    // A colour without stones has no origins and no targets: a game that is over has no moves.
    const targets = cellsOf(board[opposite(turn)]);
    return cellsOf(board[turn]).flatMap((from) =>
      targets.map((to): StoneMove => ({ from, to, captures: true })),
    );
  },
  countMoves: ({ board }) => countCells(board.black) * countCells(board.white),
  outcome: lastStoneGone,
  view: stoneView,
  oracle: formsOracle((field) => new FormsOriginalSuccessors(field)),
  equivalents: equivalentsUnder({ turnSwapsSeats: false, coloursSwapSeats: true }),
};

/** White above and Black below; with an odd number of ranks Black on the left, White on the right. */
const halves = (size: Size) =>
  size.rows % 2 === 0
    ? fillBoard(size, (_file, rank) => (rank < size.rows / 2 ? 'black' : 'white'))
    : fillBoard(size, (file) => (file < size.cols / 2 ? 'black' : 'white'));
