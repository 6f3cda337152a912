import { ok, type Result } from '../result.ts';
import { colourAt } from './board.ts';
import { makeCell, onBoard } from './cell.ts';
import { lastStoneGone } from './forms-play.ts';
import { type FromTo, parseFromTo } from './move-notation.ts';
import { refuseMove, refuseOffBoard } from './refusal.ts';
import type { MoveError, StonePosition } from './types.ts';

/**
 * Reads a move of either game of Forms and checks what both ask of it: it takes one of the mover's
 * stones to a cell where none of them stands.
 */
export const readStoneMove = (position: StonePosition, text: string): Result<FromTo, MoveError> => {
  const { board, turn } = position;
  const move = parseFromTo(text);
  if (!move) return refuseMove('not-a-move', {});
  if (lastStoneGone(position)) return refuseMove('game-over', {});
  for (const cell of [move.from, move.to]) {
    if (!onBoard(board, cell)) return refuseOffBoard(board, cell);
  }
  const from = makeCell(move.from);
  const to = makeCell(move.to);
  if (from === to) return refuseMove('same-cell', { cell: from });
  const owner = colourAt(board, move.from);
  if (!owner) return refuseMove('no-stone', { cell: from });
  if (owner !== turn) return refuseMove('not-yours', { cell: from, owner });
  if (colourAt(board, move.to) === turn) return refuseMove('own-stone', { to });
  return ok(move);
};
