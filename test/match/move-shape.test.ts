import { describe, expect, it } from 'vitest';
import { forms } from '../../src/engine/games/forms/forms.ts';
import { gameOf } from '../../src/engine/registry.ts';
import { replay } from '../../src/match/play.ts';
import { exampleMove, looksLikeCells, mayBeMove } from '../../src/match/types.ts';
import { charade } from '../support/toy/charade.ts';

const cased = charade('Charade', true);
const small = charade('Small', false);

describe('what is a move wherever it stands', () => {
  it.each(['e4', 'E4', ' c6 ', 'e4e5', 'e4-e5', 'E4XE5', 'e4 x e5', 'z26 z25', 'x1x2'])(
    'is %j',
    (text) => {
      expect(looksLikeCells(text)).toBe(true);
    },
  );

  it.each([
    '',
    'pass',
    'so',
    'o-o',
    '4',
    '32x27',
    'Nf3',
    'Bxc3',
    'e4!',
    'e',
    'e0',
    'a1b2c3d4',
    'e4 #5',
    'aa1',
  ])('is not %j', (text) => {
    expect(looksLikeCells(text)).toBe(false);
  });

  it('takes no longer for more blanks than they are', () => {
    expect(looksLikeCells(`e4${' '.repeat(100_000)}!`)).toBe(false);
  });
});

it.each([
  [forms, 'pass', false],
  [forms, 'c6', true],
  [cased, 'pass', true],
  [cased, 'PASS', false],
  [cased, 'Bxc3', true],
  [cased, 'BXC3', false],
  [small, 'BXC3', true],
  [undefined, 'Bxc3', false],
])('a move of a game is in its case, or cells', (game, text, may) => {
  expect(mayBeMove(game, text)).toBe(may);
});

/** Forms on 4x4 after some plies. */
function played(...moves: readonly string[]) {
  const start = gameOf('forms').start({ cols: 4, rows: 4 });
  if (!start.ok) throw new Error(start.error.code);
  return replay(start.value, moves);
}

describe('the move that a letter has for an example', () => {
  it('is the first legal one', () => {
    expect(exampleMove(played())).toBe('b1xa1');
  });

  it('is near the middle where a move is one cell, so that it is no advice for a corner', () => {
    const start = gameOf('reversi').start({ cols: 8, rows: 8 });
    if (!start.ok) throw new Error(start.error.code);
    const moves = 'f5 d6 c5 b4 c7 e7 c4 e3 c3 e6 c6'.split(' ');
    const position = replay(start.value, moves);
    const [first] = gameOf('reversi').legalMoves(position);
    expect(first && gameOf('reversi').makeMove(first, position)).toBe('b2');
    expect(exampleMove(position)).toBe('d3');
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
