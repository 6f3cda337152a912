import { describe, expect, it } from 'vitest';
import { chooseMove } from '../../../src/engine/robot/choose-move.ts';
import { LEVELS, movesConsideredOn } from '../../../src/engine/robot/level.ts';
import { first, given, STONE_GAMES, stoneGame, written } from '../given.ts';

const movesOf = (text: string, orders: Omit<Parameters<typeof chooseMove>[1], 'seed'>) => {
  const position = given(text);
  const seeds = Array.from({ length: 6 }, (_, number) => `17:${number}`);
  const moves = seeds.map((seed) => chooseMove(position, { ...orders, seed }).move);
  return new Set(written(position, moves));
};

describe('the robot', () => {
  it.each(STONE_GAMES)('begins $name in one way or another, by its seed', (game) => {
    const start = `${game.rules} ${game.makePosition(first(game, 4, 4))}`;
    for (const level of LEVELS)
      expect(movesOf(start, { level, nodesMax: 20 }).size).toBeGreaterThan(1);
  });

  it('sees more of its moves the higher the level, and all of them at the highest', () => {
    const seenOn = (side: number) =>
      LEVELS.map((level) => movesConsideredOn(level, { cols: side, rows: side }));
    expect(seenOn(6)).toEqual([2, 5, 11, 22, Number.POSITIVE_INFINITY]);
    expect(seenOn(8)).toEqual([2, 6, 16, 36, Number.POSITIVE_INFINITY]);
  });

  it.each(STONE_GAMES)('spends on $name at level 5 what leaves level 4 a chance', (game) => {
    const position = first(game, 6, 6);
    const { nodes } = chooseMove(position, { level: 5, seed: '1' });
    expect(nodes < 310, `${nodes} nodes`).toBe(!game.canRepeat);
    const asked = chooseMove(position, { level: 5, seed: '1', nodesMax: 1000 });
    expect(asked.nodes).toBeGreaterThan(600);
  });

  it('plays the only move that wins at once as often as it sees it', () => {
    // Of 16 moves level 1 sees 2, level 2 sees 3, level 3 sees 6, and level 4 sees 10.
    const position = given('minefield 4x4 wwxw/wxwx/xwxw/wxwx w');
    const game = stoneGame('minefield');
    const wins = LEVELS.map((level) => {
      const seeds = Array.from({ length: 200 }, (_, seed) => `${seed}`);
      return seeds.filter((seed) => {
        const { move } = chooseMove(position, { level, seed, nodesMax: 50 });
        return game.outcome(game.play(position, move).position)?.winner === position.turn;
      }).length;
    });
    const expected = [2, 3, 6, 10, 16].map((seen) => (200 * seen) / 16);
    for (const [at, about] of expected.entries()) {
      expect(Math.abs((wins[at] ?? 0) - about), `level ${at + 1}`).toBeLessThan(20);
    }
  });
});
