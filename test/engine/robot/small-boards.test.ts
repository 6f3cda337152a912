import { describe, expect, it } from 'vitest';
import { GAMES } from '../../../src/engine/registry.ts';
import { chooseMove } from '../../../src/engine/robot/choose-move.ts';
import { SMALL_CELLS_MAX } from '../../../src/engine/robot/level.ts';
import { Effort } from '../../../src/engine/shape/effort.ts';
import type { Game } from '../../../src/engine/shape/game.ts';
import type { Position, Size } from '../../../src/engine/shape/types.ts';
import { winner } from '../../../src/engine/solve/solve.ts';
import { full, throwDice } from '../../support/run/seed.ts';

const dice = throwDice('the robot on small boards');

/** In every case as many as the server's solver looks at for a letter. */
const SEARCH_NODES_MAX = full ? 20_000_000 : 5_000_000;
const search = (position: Position) => winner(position, new Effort({ nodesMax: SEARCH_NODES_MAX }));

const sides = Array.from({ length: SMALL_CELLS_MAX }, (_, side) => side + 1);
const boards = GAMES.flatMap((game) =>
  sides.flatMap((cols) =>
    sides
      .filter((rows) => cols * rows <= SMALL_CELLS_MAX && game.start({ cols, rows }).ok)
      .map((rows) => ({ game, size: { cols, rows } })),
  ),
);

const after = (game: Game, position: Position): readonly Position[] =>
  game
    .legalMoves(position)
    .map((move) => game.play(position, move).position)
    .filter((next) => !game.outcome(next));

/** The first position, those after each first move, and some after up to four plies. */
const early = (game: Game, size: Size): readonly Position[] => {
  const start = game.start(size);
  if (!start.ok) throw new Error(start.error.code);
  const firsts = after(game, start.value);
  let layer = firsts;
  const later = [2, 3, 4].flatMap(() => {
    layer = dice.some(layer, 8).flatMap((position) => dice.some(after(game, position), 4));
    return dice.some(layer, 6);
  });
  return [start.value, ...firsts, ...later];
};

/** The position after the robot's move, where it had a win that a search finds. */
const replies = (game: Game, positions: readonly Position[]) =>
  positions
    .filter((position) => !game.outcome(position) && search(position) === position.turn)
    .map((position) => {
      const { move } = chooseMove(position, { level: 5, seed: game.makePosition(position) });
      return { position, move, next: game.play(position, move).position };
    });

describe('the highest level of the robot', () => {
  it.each(
    [
      ...boards.filter(({ game, size }) => game.rules === 'forms' && size.cols * size.rows === 24),
      ...dice.sample(boards, 6),
    ].map((board) => ({
      ...board,
      name: `${board.game.rules} ${board.size.cols}x${board.size.rows}`,
    })),
  )('drops no win on a board of $name', ({ game, size }) => {
    const positions = dice.sample(early(game, size), full ? 60 : 3);
    for (const { position, move, next } of replies(game, positions)) {
      const won = game.outcome(next)?.winner ?? search(next);
      expect(won, `${game.makePosition(position)}: ${game.makeMove(move, position)}`).toBe(
        position.turn,
      );
    }
  });
});
