import { describe, expect, test } from 'vitest';
import { forms } from '../../src/engine/forms.ts';
import { TAYLOR } from './conformance.ts';
import { board } from './given.ts';
import { classify } from './solve.ts';

/**
 * Bill Taylor's table on the page of Games of Soldiers is of positions far from any edge. A margin
 * of two empty cells is as good as an unbounded plane; one more file makes a side even.
 */
const inTheOpen = (diagram: string) => {
  const ranks = diagram.split('/').map((rank) => `..${rank}...`);
  const cols = ranks[0]?.length ?? 0;
  const margin = [cols, cols].map(String);
  return board([...margin, ...ranks, ...margin].join('/'));
};

describe("Taylor's centre-board positions", () => {
  test.each(TAYLOR)('$position is $exact', ({ position, exact }) => {
    expect(classify(forms, inTheOpen(position))).toBe(exact);
  });

  test('one published class is wrong: both players win xooxo moving first', () => {
    const wrong = TAYLOR.filter(({ published, exact }) => published !== exact);
    expect(wrong).toEqual([{ position: 'xooxo', published: 'O', exact: 'N' }]);
  });

  test.each([
    ['xxox', 'x--/xox'],
    ['-o-/xxx', '-x-/oxx'],
  ])('bending a fork keeps the class: %s and %s', (straight, bent) => {
    expect(classify(forms, inTheOpen(bent))).toBe(classify(forms, inTheOpen(straight)));
  });

  test('bending does not keep every class of five stones', () => {
    expect(classify(forms, inTheOpen('xxxox'))).toBe('O');
    expect(classify(forms, inTheOpen('--x/xxo/x--'))).toBe('N');
  });
});
