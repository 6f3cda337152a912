import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minefield } from '../../../../src/engine/games/minefield/minefield.ts';
import { MinefieldStack } from '../../../../src/engine/games/minefield/search-stack.ts';
import type { StonePosition } from '../../../../src/engine/stones/board.ts';
import { anyPosition } from '../../arbitraries.ts';
import { given } from '../../given.ts';

const stackOf = (position: StonePosition) => {
  const stack = new MinefieldStack(position.board);
  stack.add(position);
  return stack;
};
const isWon = (position: StonePosition) => stackOf(position).isWon(0);
const isThreatened = (position: StonePosition) => stackOf(position).isThreatened(0);

/** A checkerboard but for its last rank. Black, `x`, owns the ranks, and White the files. */
const at = (rank: string, turn: 'x' | 'w') =>
  given(`minefield 8x8 ${'xwxwxwxw/wxwxwxwx/'.repeat(3)}xwxwxwxw/${rank} ${turn}`);

describe('the search stack of Minefield', () => {
  test('sees a line of two runs or three that one move fills', () => {
    expect(isWon(at('xwwwwwww', 'x'))).toBe(true);
    expect(isWon(at('xwwwwwxx', 'x'))).toBe(true);
    expect(isWon(at('xwwwwwxx', 'w'))).toBe(false);
    expect(isWon(at('wxwxwxwx', 'x'))).toBe(false);
  });

  test('sees a win only where a move wins', () => {
    fc.assert(
      fc.property(anyPosition(minefield, 6), (position) => {
        if (minefield.outcome(position) || !isWon(position)) return;
        const wins = minefield
          .legalMoves(position)
          .map((move) => minefield.outcome(minefield.play(position, move).position)?.winner);
        expect(wins).toContain(position.turn);
      }),
    );
  });

  test('sees who must answer a threat', () => {
    expect(isThreatened(at('xwwwwwww', 'w'))).toBe(true);
    expect(isThreatened(at('xwwwwwww', 'x'))).toBe(false);
    expect(isThreatened(at('wxwxwxwx', 'w'))).toBe(false);
  });
});
