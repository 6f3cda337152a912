import { ok, type Result } from '../../../result.ts';
import { refuseMove } from '../../shape/refusal.ts';
import type { MoveError } from '../../shape/types.ts';
import { colourAt } from '../../stones/board.ts';
import { makeCell, onBoard } from '../../stones/cell.ts';
import { type FromTo, parseFromTo } from '../../stones/move-notation.ts';
import { refuseOffBoard } from '../../stones/off-board.ts';
import type { StonePosition } from '../../stones/types.ts';
import { lastStoneGone } from './play.ts';

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
