import type { Game } from '../shape/game.ts';
import type { Position } from '../shape/types.ts';

/**
 * Performance test, the standard proof of a move generator: how many sequences of so many legal
 * plies start at a position. The last ply is counted and not played.
 */
export const perft = (game: Game, position: Position, plies: number): number => {
  if (plies === 0) return 1;
  if (plies === 1 && game.countMoves) return game.countMoves(position);
  const moves = game.legalMoves(position);
  if (plies === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) nodes += perft(game, game.play(position, move).position, plies - 1);
  return nodes;
};
