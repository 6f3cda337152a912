import { ok, type Result } from '../../result.ts';
import type { Game } from '../shape/game.ts';
import { refuseMove } from '../shape/refusal.ts';
import type { Cell, MoveError, Outcome } from '../shape/types.ts';
import { colourAt } from './board.ts';
import { makeCell, onBoard, parseCell } from './cell.ts';
import { refuseOffBoard } from './off-board.ts';
import type { CellMove, StoneMove, StonePosition } from './types.ts';

/** The two cells of a move as they were written, on the board or not. */
interface FromTo {
  readonly from: Cell;
  readonly to: Cell;
}

/**
 * Reads `e4e2`, also written `e4-e2`, `e4xe2` or `e4 e2`, in any case; anything else is undefined.
 * The sign between the cells is not compared with what the move does.
 */
export const parseFromTo = (text: string): FromTo | undefined => {
  if (text.length > MOVE_CHARS_MAX) return undefined;
  const [, fromText, toText] = FROM_TO.exec(text.trim()) ?? [];
  const from = parseCell(fromText ?? '');
  const to = parseCell(toText ?? '');
  return from === undefined || to === undefined ? undefined : { from, to };
};

/** Reads one cell, `c6` or `C6`; anything else is undefined. */
export const parsePick = (text: string): Cell | undefined =>
  text.length > MOVE_CHARS_MAX ? undefined : parseCell(text.trim());

/** Writes a move as `e4-e2`, or as `e4xe2` when it captures. */
export const makeStoneMove = ({ from, to, captures }: StoneMove): string =>
  `${makeCell(from)}${captures ? 'x' : '-'}${makeCell(to)}`;

/** `z26 x z26` has nine characters; the rest is for blanks around it. */
const MOVE_CHARS_MAX = 24;

const FROM_TO = /^([a-z][1-9][0-9]?)(?: *[-x] *| +)?([a-z][1-9][0-9]?)$/i;

/** What a game whose moves are of one kind need not write itself. */
type Spelling<M extends object> = Pick<
  Game<StonePosition, M>,
  'looksLikeMove' | 'makeMove' | 'headOf'
>;

/** How moves that take a stone to another cell are spelled: `e4xe5`. */
export const stoneMoves: Spelling<StoneMove> = {
  looksLikeMove: (text) => parseFromTo(text) !== undefined,
  makeMove: makeStoneMove,
  headOf: ({ from }) => makeCell(from),
};

/** How moves that pick a cell are spelled: `c6`. */
export const cellMoves: Spelling<CellMove> = {
  looksLikeMove: (text) => parsePick(text) !== undefined,
  makeMove: ({ cell }) => makeCell(cell),
  headOf: ({ cell }) => makeCell(cell),
};

/**
 * Reads a move that takes one of the mover's stones to a cell where none of them stands.
 *
 * @param outcome of the game, after which nobody moves
 */
export const readFromTo = (
  { board, turn }: StonePosition,
  text: string,
  outcome: Outcome | undefined,
): Result<FromTo, MoveError> => {
  const move = parseFromTo(text);
  if (!move) return refuseMove('not-a-move', {});
  if (outcome) return refuseMove('game-over', {});
  for (const cell of [move.from, move.to]) {
    if (!onBoard(board, cell)) return refuseOffBoard(board, cell);
  }
  const from = makeCell(move.from);
  const to = makeCell(move.to);
  if (from === to) return refuseMove('same-cell', { cell: from });
  const owner = colourAt(board, move.from);
  if (!owner) return refuseMove('no-stone', { cell: from });
  if (owner !== turn) return refuseMove('not-yours', { cell: from, owner });
  return colourAt(board, move.to) === turn ? refuseMove('own-stone', { to }) : ok(move);
};

/**
 * Reads a move that picks a cell of the board.
 *
 * @param outcome of the game, after which nobody moves
 */
export const readPick = (
  { board }: StonePosition,
  text: string,
  outcome: Outcome | undefined,
): Result<Cell, MoveError> => {
  const cell = parsePick(text);
  if (cell === undefined) return refuseMove('not-a-move', {});
  if (outcome) return refuseMove('game-over', {});
  return onBoard(board, cell) ? ok(cell) : refuseOffBoard(board, cell);
};
