import { describe, expect, it } from 'vitest';
import { GAMES } from '../../../src/engine/registry.ts';
import { chooseMove, ORACLE_NODES } from '../../../src/engine/robot/choose-move.ts';
import { SMALL_CELLS_MAX } from '../../../src/engine/robot/level.ts';
import type { Game } from '../../../src/engine/shape/game.ts';
import { Effort } from '../../../src/engine/shape/solution.ts';
import type { Position, Size } from '../../../src/engine/shape/types.ts';
import { winner } from '../../../src/engine/solve/solve.ts';
import { full, throwDice } from '../../support/run/seed.ts';

const dice = throwDice('the robot on small boards');

/**
 * A win counts when a search finds it within as many positions as the server's solver looks at for a
 * letter. The hardest one seen on Forms took 4.5 million; the original game has some that take five
 * times as many as are allowed here.
 */
const SEARCH_NODES_MAX = 5_000_000;
/** No further position of a board is tried once so many were looked at, by the search and the robot. */
const BOARD_NODES_MAX = full ? 10_000_000 : 20_000_000;
const POSITIONS_MAX = full ? 60 : 3;

const sides = Array.from({ length: SMALL_CELLS_MAX }, (_, side) => side + 1);
/** Without an oracle, a game has no proofs that a robot could know of; without a search stack, it has no time for them. */
const boards = GAMES.filter((game) => game.oracle && game.searchStack).flatMap((game) =>
  sides.flatMap((cols) =>
    sides
      .filter((rows) => cols * rows <= SMALL_CELLS_MAX && game.start({ cols, rows }).ok)
      .map((rows) => ({ game, size: { cols, rows } })),
  ),
);

const isLargest = ({ game, size }: (typeof boards)[number]) =>
  game.rules === 'forms' && size.cols * size.rows === SMALL_CELLS_MAX;
const largest = boards.filter(isLargest);
const others = boards.filter((board) => !isLargest(board));

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
  return [start.value, ...firsts, ...later].filter((position) => !game.outcome(position));
};

/** Counts what is looked at on one board. */
class Searches {
  nodes = 0;

  winner(position: Position) {
    const effort = new Effort({ nodesMax: SEARCH_NODES_MAX });
    const won = winner(position, effort);
    this.nodes += effort.nodes;
    return won;
  }

  move(game: Game, position: Position) {
    const { move, nodes } = chooseMove(position, { level: 5, seed: game.makePosition(position) });
    this.nodes += nodes * ORACLE_NODES;
    return move;
  }
}

describe('the highest level of the robot', () => {
  it.each(
    [...largest, ...dice.sample(others, 6)].map((board) => ({
      ...board,
      name: `${board.game.rules} ${board.size.cols}x${board.size.rows}`,
    })),
  )('drops no win on a board of $name', ({ game, size }) => {
    const searches = new Searches();
    for (const position of dice.some(early(game, size), POSITIONS_MAX)) {
      if (searches.nodes > BOARD_NODES_MAX) break;
      if (searches.winner(position) !== position.turn) continue;
      const move = searches.move(game, position);
      const next = game.play(position, move).position;
      const won = game.outcome(next)?.winner ?? searches.winner(next);
      expect(won, `${game.makePosition(position)}: ${game.makeMove(move, position)}`).toBe(
        position.turn,
      );
    }
  });
});
