import { ok } from '../result.ts';
import {
  type Board,
  checkerboard,
  colourAt,
  emptiesOf,
  fullRow,
  opposite,
  stonesOf,
} from './board.ts';
import { fileOf, makeCell, onBoard, rankOf } from './cell.ts';
import { cellsOf, firstCell } from './cellset.ts';
import type { Game } from './game.ts';
import { legal } from './legal.ts';
import { fitsTable, MinefieldTable } from './minefield-table.ts';
import { makeMove, parsePick } from './move-notation.ts';
import { refuseMove, refuseOffBoard, refuseSetup } from './refusal.ts';
import { checkSides } from './size.ts';
import { type Cell, COLOURS, type Move, type Outcome, type Position } from './types.ts';

/**
 * Minefield by Chris Huntoon, 2000 (Games of Soldiers): change the colour of any stone, and it
 * turns the runs between it and the next stones of its new colour, as in Othello. One player wins
 * by a full rank of one colour, the other by a full file.
 */
export const minefield: Game = {
  rules: 'minefield',
  name: 'Minefield',
  author: 'Chris Huntoon',
  year: 2000,
  defaultSize: { cols: 8, rows: 8 },
  drawable: true,
  circles: true,

  start: (size) => {
    const checked = checkSides(size, SIDE_MIN);
    if (!checked.ok) return checked;
    return ok(legal('minefield', checkerboard(checked.value), 'black'));
  },
  legalise: (setup) => {
    if (setup.rules !== 'minefield') return refuseSetup('other-rules', { rules: setup.rules });
    const sides = checkSides(setup.board, SIDE_MIN);
    if (!sides.ok) return sides;
    const empty = firstCell(emptiesOf(setup.board));
    return empty === undefined
      ? ok(legal('minefield', setup.board, setup.turn))
      : refuseSetup('empty-cell', { cell: makeCell(empty) });
  },
  looksLikeMove: (text) => parsePick(text) !== undefined,
  parseMove: (position, text) => {
    const to = parsePick(text);
    if (to === undefined) return refuseMove('not-a-move', {});
    if (outcome(position)) return refuseMove('game-over', {});
    if (!onBoard(position.board, to)) return refuseOffBoard(position.board, to);
    return ok({ to, captures: false });
  },
  makeMove,
  play: ({ rules, board, turn }, { to }) => {
    const flipped = flipsOf(board, to);
    return {
      position: legal(rules, flip(board, flipped), opposite(turn)),
      effects: { removed: [], stonesLost: { black: 0, white: 0 }, flipped },
    };
  },
  legalMoves: (position) =>
    outcome(position)
      ? []
      : cellsOf(stonesOf(position.board)).map((to): Move => ({ to, captures: false })),
  outcome: (position) => outcome(position),
  oracle: ({ board }, effort) =>
    fitsTable(board, effort) ? new MinefieldTable(board, effort) : undefined,
  symmetry: { turnSwapsSeats: true, coloursSwapSeats: false },
};

/** On a single rank or file every cell would be a full line. */
const SIDE_MIN = 2;

/**
 * The eight directions as steps from cell to cell. Boards have at most 26 of the 32 files that a
 * cell's number leaves room for, so a step over the edge never lands on another cell of the board.
 */
const STEPS = [-33, -32, -31, -1, 1, 31, 32, 33] as const;

/** Every stone that changes colour when the one on `picked` does, in numeric order. */
const flipsOf = (board: Board, picked: Cell): Cell[] => {
  const old = colourAt(board, picked);
  const flips = [picked];
  for (const step of STEPS) {
    const run: Cell[] = [];
    let cell = picked + step;
    for (; onBoard(board, cell) && colourAt(board, cell) === old; cell += step) run.push(cell);
    // The board is full: where a run ends there is a stone of the other colour, or the edge.
    if (onBoard(board, cell)) flips.push(...run);
  }
  return flips.sort((one, next) => one - next);
};

const flip = (board: Board, cells: readonly Cell[]): Board => {
  const black = board.black.slice();
  const white = board.white.slice();
  for (const cell of cells) {
    const rank = rankOf(cell);
    black[rank] = (black[rank] ?? 0) ^ (1 << fileOf(cell));
    white[rank] = (white[rank] ?? 0) ^ (1 << fileOf(cell));
  }
  return { cols: board.cols, rows: board.rows, black, white };
};

/** Black owns the ranks and White the files; who completes both kinds at once has lost. */
const outcome = ({ board, turn }: Position): Outcome | undefined => {
  const row = hasFullRow(board);
  const column = hasFullColumn(board);
  if (row && column) return { winner: turn, reason: 'both-lines' };
  if (row) return { winner: 'black', reason: 'full-row' };
  return column ? { winner: 'white', reason: 'full-column' } : undefined;
};

const hasFullRow = (board: Board): boolean => {
  const full = fullRow(board);
  return COLOURS.some((colour) => board[colour].includes(full));
};

const hasFullColumn = (board: Board): boolean =>
  COLOURS.some((colour) => board[colour].reduce((files, row) => files & row, fullRow(board)) !== 0);
