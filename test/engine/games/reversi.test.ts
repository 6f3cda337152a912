import { expect, it } from 'vitest';
import { reversi } from '../../../src/engine/games/reversi/reversi.ts';
import { countCells, opposite, type StonePosition } from '../../../src/engine/stones/board.ts';
import { value } from '../given.ts';

it('has who begins on 4x4 end eight stones behind, with best play', () => {
  const known = new Map<string, number>();
  const ahead = (position: StonePosition): number => {
    const key = reversi.makePosition(position);
    const before = known.get(key);
    if (before !== undefined) return before;
    const moves = reversi.legalMoves(position);
    const { board, turn } = position;
    const now = countCells(board[turn]) - countCells(board[opposite(turn)]);
    const after = moves.map((move) => -ahead(reversi.play(position, move).position));
    const found = moves.length === 0 ? now : Math.max(...after);
    known.set(key, found);
    return found;
  };
  expect(ahead(value(reversi.start({ cols: 4, rows: 4 })))).toBe(-8);
});
