import { ok } from '../../../result.ts';
import type { Game } from '../../shape/game.ts';
import { refuseMove } from '../../shape/refusal.ts';
import type { Size } from '../../shape/types.ts';
import { type Board, colourAt, fillBoard, opposite } from '../../stones/board.ts';
import { makeCell } from '../../stones/cell.ts';
import { cellsOf, countCells } from '../../stones/cellset.ts';
import { readFromTo, stoneMoves } from '../../stones/stone-moves.ts';
import { stones } from '../../stones/stones.ts';
import { equivalentsUnder } from '../../stones/symmetry.ts';
import type { StoneMove, StonePosition } from '../../stones/types.ts';
import { formsArena } from './arena.ts';
import { formsLook, type Worths } from './look.ts';
import { formsOracle } from './oracle.ts';
import { FormsOriginalSuccessors } from './original-successors.ts';
import { OriginalWays } from './original-ways.ts';
import { lastStoneGone, playStone, pliesLeft } from './play.ts';
import { checkFormsSetup, checkFormsSize } from './setup.ts';

/**
 * Every move takes a stone of the opponent's, who is glad to be rid of it. What stands at the edge of
 * the stones, away from the other colour, is soon cut off.
 */
const WORTHS: Worths = { stone: -10, free: 4, lone: 3, beset: -8 };

/**
 * Forms as Steven W. Meyers first published it in May 2007 (his rule sheet): replace any enemy
 * stone on the board with one of yours, and whatever is not in its group is gone. Who has no stone
 * left has won.
 */
export const formsOriginal: Game<StonePosition, StoneMove> = {
  name: 'Forms (original)',
  author: 'Steven W. Meyers',
  year: 2007,
  defaultSize: { cols: 8, rows: 8 },
  drawable: false,
  circles: false,

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
    // A colour without stones has no origins and no targets: a game that is over has no moves.
    const targets = cellsOf(board[opposite(turn)]);
    return cellsOf(board[turn]).flatMap((from) =>
      targets.map((to): StoneMove => ({ from, to, captures: true })),
    );
  },
  countMoves: ({ board }) => countCells(board.black) * countCells(board.white),
  outcome: lastStoneGone,
  oracle: formsOracle((field) => new FormsOriginalSuccessors(field)),
  ...formsLook(WORTHS),
  arena: formsArena(WORTHS, (field) => new OriginalWays(field)),
  pliesMax: pliesLeft,
  equivalents: equivalentsUnder({ turnSwapsSeats: false, coloursSwapSeats: true }),
};

/** White above and Black below; with an odd number of ranks Black on the left, White on the right. */
function halves(size: Size): Board {
  return size.rows % 2 === 0
    ? fillBoard(size, (_file, rank) => (rank < size.rows / 2 ? 'black' : 'white'))
    : fillBoard(size, (file) => (file < size.cols / 2 ? 'black' : 'white'));
}
