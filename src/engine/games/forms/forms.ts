import { ok, type Result } from '../../../result.ts';
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
import { formsEvaluation, formsOracle, formsStack, type StoneWeights } from './search.ts';
import { FormsMoves, FormsSuccessors } from './successors.ts';

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
  oracle: formsOracle((field) => new FormsSuccessors(field)),
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
