import { describe, expect, it } from 'vitest';
import { chooseMove } from '../../../src/engine/robot/choose-move.ts';
import { LEVELS, nodesOn, STRENGTHS } from '../../../src/engine/robot/level.ts';
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

  it('leaves a fifth of its moves to chance at level 1, and none above', () => {
    const position = first(stoneGame('forms'), 2, 2);
    expect(LEVELS.map((level) => STRENGTHS[level].chancePercent)).toEqual([20, 0, 0, 0, 0]);
    const drawn = Array.from({ length: 400 }, (_, seed) =>
      chooseMove(position, { level: 1, seed: `${seed}` }),
    ).filter(({ nodes }) => nodes === 0);
    expect(drawn.length).toBeGreaterThan(40);
    expect(drawn.length).toBeLessThan(120);
  });

  it('thinks less at level 4 on a small board, where few nodes look as far', () => {
    const onSquare = (side: number) =>
      LEVELS.map((level) => nodesOn(level, { cols: side, rows: side }));
    expect(onSquare(4)).toEqual([1, 100, 285, 500, 800_000]);
    expect(onSquare(6)).toEqual([1, 100, 285, 735, 100_000]);
    expect(onSquare(8)).toEqual([1, 100, 285, 5000, 100_000]);
    expect(onSquare(26)).toEqual([1, 100, 285, 5000, 100_000]);
    const { nodes } = chooseMove(first(stoneGame('minefield'), 6, 6), { level: 4, seed: '1' });
    expect(nodes).toBeLessThan(745);
  });
});
