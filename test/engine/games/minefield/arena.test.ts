import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MinefieldArena } from '../../../../src/engine/games/minefield/arena.ts';
import { minefield } from '../../../../src/engine/games/minefield/minefield.ts';
import type { StonePosition } from '../../../../src/engine/stones/types.ts';
import { anyPosition } from '../../arbitraries.ts';
import { given } from '../../given.ts';

const arenaOf = (position: StonePosition) => {
  const arena = new MinefieldArena(position.board);
  arena.add(position);
  return arena;
};
const isWon = (position: StonePosition) => arenaOf(position).isWon(0);
const isForced = (position: StonePosition) => arenaOf(position).isForced(0);

/** A checkerboard but for its last rank. Black, `x`, owns the ranks, and White the files. */
const at = (rank: string, turn: 'x' | 'w') =>
  given(`minefield 8x8 ${'xwxwxwxw/wxwxwxwx/'.repeat(3)}xwxwxwxw/${rank} ${turn}`);

describe('the arena of Minefield', () => {
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
    expect(isForced(at('xwwwwwww', 'w'))).toBe(true);
    expect(isForced(at('xwwwwwww', 'x'))).toBe(false);
    expect(isForced(at('wxwxwxwx', 'w'))).toBe(false);
  });
});
