import { describe, expect, test } from 'vitest';
import { makeColour } from '../../../src/engine/stones/notation.ts';
import { board, first, legal, stoneGame } from '../given.ts';
import { RECORDED } from './conformance.ts';

const numbered = RECORDED.map((record, index) => ({ ...record, number: index + 1 }));

describe('whole games of the conformance data', () => {
  test.each(numbered)('game $number: $rules $cols x $rows, $winner wins', (record) => {
    const game = stoneGame(record.rules);
    let position = first(game, record.cols, record.rows);
    for (const [ply, text] of record.moves.entries()) {
      expect(position.board).toEqual(board(record.positions[ply] ?? ''));
      expect(game.legalMoves(position)).toHaveLength(record.legal[ply] ?? -1);
      expect(game.outcome(position)).toBeUndefined();
      position = game.play(position, legal(position, text)).position;
    }
    expect(position.board).toEqual(board(record.positions.at(-1) ?? ''));
    expect(game.legalMoves(position)).toHaveLength(0);
    expect(makeColour(game.outcome(position)?.winner ?? 'black')).toBe(record.winner);
  });
});
