import { describe, expect, it } from 'vitest';
import { gameOf } from '../../src/engine/registry.ts';
import { exampleMove } from '../../src/match/example-move.ts';
import { replay } from '../../src/match/play.ts';

/** Forms on 4x4 after some plies. */
function played(...moves: readonly string[]) {
  const start = gameOf('forms').start({ cols: 4, rows: 4 });
  if (!start.ok) throw new Error(start.error.code);
  return replay('forms', start.value, moves);
}

describe('the move that a letter has for an example', () => {
  it('is the first legal one', () => {
    expect(exampleMove(played())).toBe('b1xa1');
  });

  it('is none that loses at once, as the first legal one would here', () => {
    const position = played('b1xa1', 'd4xd3', 'd1xc1', 'd2xc2');
    const game = gameOf('forms');
    const [first] = game.legalMoves(position);
    if (!first) throw new Error('no move');
    expect(game.outcome(game.play(position, first).position)?.winner).toBe('white');
    const example = exampleMove(position);
    const move = game.parseMove(position, example ?? '');
    if (!move.ok) throw new Error(example);
    expect(game.outcome(game.play(position, move.value).position)?.winner).not.toBe('white');
  });
});
