import type { Game } from '../../src/engine/shape/game.ts';
import type { Draw } from '../../src/engine/shape/seeded-random.ts';
import type { Colour, Move, Position } from '../../src/engine/shape/types.ts';

/** A position of the tree, with how its playouts ended for who has moved there. */
interface Node {
  readonly position: Position;
  readonly move: Move | undefined;
  readonly untried: Move[];
  readonly children: Node[];
  visits: number;
  score: number;
}

/**
 * The move that plain UCT plays (Kocsis and Szepesvári 2006): playouts by chance to the end, each
 * beginning where the tree promises most. It knows nothing of a game but its rules.
 */
export const uctMove = (game: Game, position: Position, playouts: number, draw: Draw): Move => {
  const root = grow(game, position, undefined);
  for (let count = 0; count < playouts; count++) {
    const way = [root];
    let node = root;
    while (node.untried.length === 0 && node.children.length > 0) {
      node = mostPromising(node);
      way.push(node);
    }
    if (node.untried.length > 0) {
      const [move] = node.untried.splice(draw(node.untried.length), 1);
      if (!move) throw new Error('nothing was drawn');
      const child = grow(game, game.play(node.position, move).position, move);
      node.children.push(child);
      way.push(child);
      node = child;
    }
    const winner = playOut(game, node.position, draw);
    for (const each of way) {
      each.visits++;
      each.score += winner === undefined ? 1 / 2 : winner === each.position.turn ? 0 : 1;
    }
  }
  const [best] = root.children.toSorted((one, other) => other.visits - one.visits);
  if (!best?.move) throw new Error('no playout, no move');
  return best.move;
};

const EXPLORATION = Math.SQRT2;

/** A playout of a game that can turn in circles is given up as a draw here. */
const PLAYOUT_PLIES_MAX = 500;

const grow = (game: Game, position: Position, move: Move | undefined): Node => ({
  position,
  move,
  untried: [...game.legalMoves(position)],
  children: [],
  visits: 0,
  score: 0,
});

const mostPromising = ({ children, visits }: Node): Node => {
  const promise = (child: Node) =>
    child.score / child.visits + EXPLORATION * Math.sqrt(Math.log(visits) / child.visits);
  return children.reduce((best, child) => (promise(child) > promise(best) ? child : best));
};

const playOut = (game: Game, start: Position, draw: Draw): Colour | undefined => {
  let position = start;
  for (let ply = 0; ply < PLAYOUT_PLIES_MAX; ply++) {
    const moves = game.legalMoves(position);
    const move = moves[draw(moves.length)];
    if (!move) return game.outcome(position)?.winner;
    position = game.play(position, move).position;
  }
  return undefined;
};
