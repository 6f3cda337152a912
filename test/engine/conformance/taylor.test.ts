import { describe, expect, test } from 'vitest';
import { forms } from '../../../src/engine/games/forms/forms.ts';
import { Effort } from '../../../src/engine/shape/solution.ts';
import type { Colour } from '../../../src/engine/shape/types.ts';
import { winner } from '../../../src/engine/solve/solve.ts';
import type { Board } from '../../../src/engine/stones/board.ts';
import { makeSetup } from '../../../src/engine/stones/notation.ts';
import { board, value } from '../given.ts';
import { TAYLOR } from './conformance.ts';

/**
 * Bill Taylor's table on the page of Games of Soldiers is of positions far from any edge. A margin
 * of two empty cells is as good as an unbounded plane; where a side must be made even, there is one
 * more file.
 */
const inTheOpen = (diagram: string) => {
  const ranks = diagram.split('/').map((rank) => `..${rank}..${rank.length % 2 === 0 ? '' : '.'}`);
  const cols = ranks[0]?.length ?? 0;
  const margin = [cols, cols].map(String);
  return board([...margin, ...ranks, ...margin].join('/'));
};

/** Next player, Previous player, X (Black) or O (White): who wins, whoever starts. */
const classify = (diagram: Board): 'N' | 'P' | 'X' | 'O' => {
  const winnerWhenMoving = (turn: Colour) =>
    winner(
      value(forms.parsePosition(makeSetup({ board: diagram, turn }))),
      new Effort({ nodesMax: 100_000 }),
    );
  const [black, white] = [winnerWhenMoving('black'), winnerWhenMoving('white')];
  if (black === white) return black === 'black' ? 'X' : 'O';
  return black === 'black' ? 'N' : 'P';
};

describe("Taylor's centre-board positions", () => {
  test.each(TAYLOR)('$position is $exact', ({ position, exact }) => {
    expect(classify(inTheOpen(position))).toBe(exact);
  });

  test('one published class is wrong: both players win xooxo moving first', () => {
    const wrong = TAYLOR.filter(({ published, exact }) => published !== exact);
    expect(wrong).toEqual([{ position: 'xooxo', published: 'O', exact: 'N' }]);
  });

  test.each([
    ['xxox', 'x--/xox'],
    ['-o-/xxx', '-x-/oxx'],
  ])('bending a fork keeps the class: %s and %s', (straight, bent) => {
    expect(classify(inTheOpen(bent))).toBe(classify(inTheOpen(straight)));
  });

  test('bending does not keep every class of five stones', () => {
    expect(classify(inTheOpen('xxxox'))).toBe('O');
    expect(classify(inTheOpen('--x/xxo/x--'))).toBe('N');
  });
});
