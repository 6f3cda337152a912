import { describe, expect, it } from 'vitest';
import { chooseMove } from '../../../src/engine/robot/choose-move.ts';
import { LEVELS, movesSeen } from '../../../src/engine/robot/level.ts';
import { drawsFrom } from '../../../src/engine/shape/seeded-random.ts';
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

  it.each([
    ['minefield', 6, [1.84, 3.63, 7.71, 18.22, 36]],
    // Of 22 moves.
    ['breakthrough', 8, [1.69, 3.04, 5.82, 12.23, 22]],
    // Of 1024 moves, as if of 64.
    ['forms-original', 8, [2.03, 4.47, 10.7, 29.04, 1024]],
    // By exponents of its own.
    ['hex', 11, [11, 17.77, 31.6, 61.83, 121]],
  ] as const)('sees in %s the more of its moves the higher the level', (rules, side, powers) => {
    const position = first(stoneGame(rules), side, side);
    for (const [at, power] of powers.entries()) {
      const counts = Array.from(
        { length: 400 },
        (_, seed) => movesSeen(LEVELS[at] ?? 1, position, drawsFrom(`${seed}`)).length,
      );
      const mean = counts.reduce((sum, count) => sum + count) / counts.length;
      expect(Math.abs(mean - power), `level ${LEVELS[at]}`).toBeLessThan(0.08);
    }
  });

  it.each(STONE_GAMES)('spends on $name at level 5 what leaves level 4 a chance', (game) => {
    const position = first(game, 6, 6);
    const { nodes } = chooseMove(position, { level: 5, seed: '1' });
    expect(nodes < 150, `${nodes} nodes`).toBe(!game.canRepeat);
    const asked = chooseMove(position, { level: 5, seed: '1', nodesMax: 1000 });
    expect(asked.nodes).toBeGreaterThan(600);
  });

  it('plays the only move that wins at once as often as it sees it', () => {
    const position = given('minefield 4x4 wwxw/wxwx/xwxw/wxwx w');
    const game = stoneGame('minefield');
    const wins = LEVELS.map((level) => {
      const seeds = Array.from({ length: 200 }, (_, seed) => `${seed}`);
      return seeds.filter((seed) => {
        const { move } = chooseMove(position, { level, seed, nodesMax: 50 });
        return game.outcome(game.play(position, move).position)?.winner === position.turn;
      }).length;
    });
    // The powers of 16 moves.
    const expected = [1.6, 2.7, 4.9, 9.4, 16].map((seen) => (200 * seen) / 16);
    for (const [at, about] of expected.entries()) {
      expect(Math.abs((wins[at] ?? 0) - about), `level ${at + 1}`).toBeLessThan(20);
    }
  });
});
