import { describe, expect, it } from 'vitest';
import { chooseMove } from '../../../src/engine/robot/choose-move.ts';
import { LEVELS } from '../../../src/engine/robot/level.ts';
import { first, STONE_GAMES } from '../given.ts';

describe.each(STONE_GAMES)('the robot in $name', (game) => {
  it.each(LEVELS)('plays the same move again at level %i', (level) => {
    const start = first(game, 4, 4);
    const { move } = chooseMove(start, { level, seed: '17:0' });
    expect(game.legalMoves(start)).toContainEqual(move);
    expect(chooseMove(start, { level, seed: '17:0' }).move).toEqual(move);
  });
});
