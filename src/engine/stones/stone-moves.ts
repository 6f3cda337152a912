import { ok, type Result } from '../../result.ts';
import type { Game } from '../shape/game.ts';
import { legalPosition } from '../shape/game.ts';
import type { Size } from '../shape/ground.ts';
import { refuseMove } from '../shape/refusal.ts';
import type { Cell, MoveError, Outcome, Played } from '../shape/types.ts';
import {
  type CellMove,
  colourAt,
  lastCellOf,
  makeCell,
  moveStone,
  onBoard,
  opposite,
  parseCell,
  type StoneMove,
  type StonePosition,
} from './board.ts';

/** The two cells of a written move, not checked against a board. */
interface FromTo {
  readonly from: Cell;
  readonly to: Cell;
}

/**
 * Reads `e4e2`, also written `e4-e2`, `e4xe2` or `e4 e2`, in any case; undefined otherwise. The separator is
 * not checked against the move.
 */
export const parseFromTo = (text: string): FromTo | undefined => {
  if (text.length > MOVE_CHARS_MAX) return undefined;
  const [, fromText, toText] = FROM_TO.exec(text.trim()) ?? [];
  const from = parseCell(fromText ?? '');
  const to = parseCell(toText ?? '');
  return from === undefined || to === undefined ? undefined : { from, to };
};

/** Reads one cell, `c6` or `C6`; undefined otherwise. */
export const parsePick = (text: string): Cell | undefined =>
  text.length > MOVE_CHARS_MAX ? undefined : parseCell(text.trim());

/** Writes a move as `e4-e2`, or `e4xe2` if it captures. */
export const makeStoneMove = ({ from, to, captures }: StoneMove): string =>
  `${makeCell(from)}${captures ? 'x' : '-'}${makeCell(to)}`;

/** `z26 x z26` has nine characters; the rest is for outer blanks. */
const MOVE_CHARS_MAX = 24;

const FROM_TO = /^([a-z][1-9][0-9]?)(?: *[-x] *| +)?([a-z][1-9][0-9]?)$/i;

/** Whether a text is a pass, as it is written here. */
export const isPassText = (text: string): boolean => text.trim().toLowerCase() === 'pass';

export const playPass = ({ rules, board, turn }: StonePosition): Played<StonePosition> => ({
  position: legalPosition(rules, board, opposite(turn)),
  effects: () => ({ reached: [], vacated: [], report: { code: 'passed', facts: {} } }),
});

/** Plays a move from cell to cell that takes no more than the stone that it meets. */
export const playFromTo = (
  { rules, board, turn }: StonePosition,
  { from, to, captures }: StoneMove,
): Played<StonePosition> => ({
  position: legalPosition(rules, moveStone(board, turn, { from, to, captures }), opposite(turn)),
  effects: () => ({
    reached: [makeCell(to)],
    vacated: [makeCell(from)],
    report: captures ? { code: 'played', facts: { lost: 1 } } : { code: 'moved', facts: {} },
  }),
});

/** The parts of a game that depend on its moves alone. */
type Spelling<M extends object> = Pick<
  Game<StonePosition, M>,
  'looksLikeMove' | 'makeMove' | 'firstPartOf'
>;

/** Notation of moves from cell to cell: `e4xe5`. */
export const stoneMoves: Spelling<StoneMove> = {
  looksLikeMove: (text) => parseFromTo(text) !== undefined,
  makeMove: makeStoneMove,
  firstPartOf: ({ from }) => makeCell(from),
};

/** Notation of moves that pick a cell: `c6`. */
export const cellMoves: Spelling<CellMove> = {
  looksLikeMove: (text) => parsePick(text) !== undefined,
  makeMove: ({ cell }) => makeCell(cell),
  firstPartOf: ({ cell }) => makeCell(cell),
};

/**
 * Reads a move of one of the mover's stones to a cell that holds none of them.
 *
 * @param outcome refused if the game has one
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
 * @param outcome refused if the game has one
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

export const refuseOffBoard = (size: Size, cell: Cell) =>
  refuseMove('off-board', {
    cell: makeCell(cell),
    cols: size.cols,
    rows: size.rows,
    lastCell: makeCell(lastCellOf(size)),
  });
