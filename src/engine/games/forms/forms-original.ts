import { ok } from '../../../result.ts';
import type { Game } from '../../shape/game.ts';
import { legal } from '../../shape/legal.ts';
import { refuseMove } from '../../shape/refusal.ts';
import { STONE_SIDES } from '../../shape/sides.ts';
import type { Size } from '../../shape/types.ts';
import { colourAt, fillBoard, opposite } from '../../stones/board.ts';
import { makeCell } from '../../stones/cell.ts';
import { cellsOf, countCells } from '../../stones/cellset.ts';
import { makeStoneMove, parseFromTo } from '../../stones/move-notation.ts';
import { makeSetup } from '../../stones/notation.ts';
import { stoneView } from '../../stones/stone-view.ts';
import { equivalentsUnder } from '../../stones/symmetry.ts';
import type { StoneMove, StonePosition } from '../../stones/types.ts';
import { readStoneMove } from './move.ts';
import { formsOracle } from './oracle.ts';
import { FormsOriginalSuccessors } from './original-successors.ts';
import { lastStoneGone, playStone } from './play.ts';
import { checkFormsSize, parseForms } from './setup.ts';

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
