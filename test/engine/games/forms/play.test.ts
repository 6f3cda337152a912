import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forms } from '../../../../src/engine/games/forms/forms.ts';
import { formsOriginal } from '../../../../src/engine/games/forms/forms-original.ts';
import { countCells, isEmpty, stonesOf } from '../../../../src/engine/stones/board.ts';
import { groupsOf } from '../../../../src/engine/stones/connection.ts';
import { makeSetup } from '../../../../src/engine/stones/notation.ts';
import { anyGame } from '../../arbitraries.ts';
import { value } from '../../given.ts';

describe.each([forms, formsOriginal])('$name: the end is sure to come', (game) => {
  test('the stones stay one group and grow fewer with every move', () => {
    fc.assert(
      fc.property(anyGame(game, 8, 60), ({ start, plies }) => {
        let before = countCells(stonesOf(start.board));
        for (const { position, effects } of plies) {
          const stones = stonesOf(position.board);
          expect(groupsOf(stones)).toHaveLength(1);
          expect(countCells(stones)).toBeLessThan(before);
          const lost = before - countCells(stones);
          expect(effects().report).toEqual({ code: 'played', facts: { lost } });
          before = countCells(stones);
        }
      }),
    );
  });

  test('while both colours stand the player to move has a move', () => {
    fc.assert(
      fc.property(anyGame(game, 8, 60), ({ start, plies }) => {
        for (const { board, turn } of [start, ...plies.map((ply) => ply.position)]) {
          const bothStand = countCells(board.black) > 0 && countCells(board.white) > 0;
          for (const mover of [turn, turn === 'black' ? 'white' : 'black'] as const) {
            const moves = game.legalMoves(
              value(game.parsePosition(makeSetup({ board, turn: mover }))),
            );
            expect(moves.length > 0).toBe(bothStand);
          }
        }
      }),
    );
  });

  test('a game has a winner before the stones run out, and the loser made the last move', () => {
    fc.assert(
      fc.property(anyGame(game, 6, 36, 36), ({ plies }) => {
        const last = plies.at(-1);
        if (!last) throw new Error('no first move');
        const winner = last.position.turn;
        expect(game.outcome(last.position)).toEqual({ winner, reason: 'last-stone-gone' });
        expect(isEmpty(last.position.board[winner])).toBe(true);
      }),
    );
  });
});
