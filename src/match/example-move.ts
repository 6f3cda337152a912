import { gameOf } from '../engine/registry.ts';
import type { Position } from '../engine/shape/types.ts';

/**
 * A move that shows how moves are written. Who knows nothing yet plays it, so it is none that loses at
 * once where there is another one; undefined where nobody can move.
 */
export function exampleMove(position: Position): string | undefined {
  const game = gameOf(position.rules);
  const moves = game.legalMoves(position);
  const goesOn = moves.find((move) => {
    const outcome = game.outcome(game.play(position, move).position);
    return !outcome?.winner || outcome.winner === position.turn;
  });
  const move = goesOn ?? moves[0];
  return move && game.makeMove(move, position);
}
