import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minefield } from '../../../../src/engine/games/minefield/minefield.ts';
import { FILE, RANK_LINE, Turning } from '../../../../src/engine/games/minefield/turning.ts';
import {
  cellOf,
  fileOf,
  hasCell,
  rankOf,
  type StonePosition,
} from '../../../../src/engine/stones/board.ts';
import { given } from '../../given.ts';
import { anyBoard } from './boards.ts';

/** The board of a search with the stones of a position. */
const turningOf = ({ board }: StonePosition): Turning => {
  const turning = new Turning({ cols: board.cols, rows: board.rows }, 1);
  turning.set((file, rank) => hasCell(board.black, cellOf(file, rank)));
  return turning;
};

test('a pick turns what the rules turn, and is taken back', () => {
  fc.assert(
    fc.property(anyBoard(26), fc.nat(), (position, draw) => {
      const turning = turningOf(position);
      const before = [...turning.ranks];
      const moves = minefield.legalMoves(position);
      const move = moves[draw % moves.length];
      if (!move) return;
      const picked = turning.turn(turning.cellAt(fileOf(move.cell), rankOf(move.cell)));
      const after = minefield.play(position, move).position;
      const same = turningOf(after);
      expect([...turning.ranks]).toEqual(after.board.black);
      expect(turning.mirrored).toEqual(same.mirrored);
      expect(turning.full()).toBe(same.full());
      turning.back(picked);
      expect([...turning.ranks]).toEqual(before);
    }),
  );
});

test('a move that fills lines of one kind alone is found if there is one, and only then', () => {
  fc.assert(
    fc.property(anyBoard(12), (position) => {
      const turning = turningOf(position);
      for (const [kind, player] of [
        [RANK_LINE, 'black'],
        [FILE, 'white'],
      ] as const) {
        const mover = player === position.turn ? position : opposed(position);
        const wins = minefield
          .legalMoves(mover)
          .filter(
            (move) => minefield.outcome(minefield.play(mover, move).position)?.winner === player,
          )
          .map(({ cell }) => turning.cellAt(fileOf(cell), rankOf(cell)));
        const found = turning.finish(kind);
        if (found === undefined) expect(wins).toEqual([]);
        else expect(wins).toContain(found);
      }
    }),
  );
});

/** The same board with the other player to move. */
const opposed = (position: StonePosition): StonePosition => {
  const turn = position.turn === 'black' ? 'w' : 'x';
  return given(`minefield ${minefield.makePosition(position).replace(/.$/, turn)}`);
};
