import { describe, expect, test } from 'vitest';
import { makeColour } from '../../../src/engine/notation.ts';
import { engineOf } from '../../../src/engine/registry.ts';
import { board, first, legal } from '../given.ts';
import { GAMES } from './conformance.ts';

const numbered = GAMES.map((game, index) => ({ ...game, number: index + 1 }));

describe('whole games of the conformance data', () => {
  test.each(numbered)('game $number: $rules $cols x $rows, $winner wins', (game) => {
    const engine = engineOf(game.rules);
    let position = first(engine, game.cols, game.rows);
    for (const [ply, text] of game.moves.entries()) {
      expect(position.board).toEqual(board(game.positions[ply] ?? ''));
      expect(engine.legalMoves(position)).toHaveLength(game.legal[ply] ?? -1);
      expect(engine.outcome(position)).toBeUndefined();
      position = engine.play(position, legal(position, text)).position;
    }
    expect(position.board).toEqual(board(game.positions.at(-1) ?? ''));
    expect(engine.legalMoves(position)).toHaveLength(0);
    expect(makeColour(engine.outcome(position)?.winner ?? 'black')).toBe(game.winner);
  });
});
