import { gameOf } from '../registry.ts';
import type { Game } from '../shape/game.ts';
import type { Move, Position } from '../shape/types.ts';
import { type Level, STRENGTHS } from './level.ts';

/** What a robot may spend on a move, and what its choice depends on besides the position. */
interface Orders {
  readonly level: Level;
  /** What ties and moves by chance are drawn from: any text, as a board's number and revision. */
  readonly seed: string;
  /** Positions that may be looked at, where that is less than the level has. */
  readonly nodesMax?: number;
}

/** A move, and what it cost. */
export interface Choice {
  readonly move: Move;
  /** How many positions were looked at. */
  readonly nodes: number;
}

/**
 * The move that a robot plays in a position in which the game goes on. The same position, level, seed
 * and number of nodes always give the same move.
 *
 * @throws Error when there is no legal move
 */
export const chooseMove = (position: Position, { level, seed, nodesMax }: Orders): Choice => {
  const game: Game = gameOf(position.rules);
  const strength = STRENGTHS[level];
  const draw = drawsFrom(seed);
  const moves = game.legalMoves(position);
  if (draw(100) < strength.chancePercent) {
    const move = moves[draw(moves.length)];
    if (move) return { move, nodes: 0 };
  }
  const left = { nodes: Math.min(nodesMax ?? strength.nodesMax, strength.nodesMax) };
  let nodes = 0;
  let best: readonly Move[] = [];
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (const move of moves) {
    nodes++;
    const worth =
      left.nodes < nodes ? bestWorth - 1 : -look(game, game.play(position, move).position);
    if (worth > bestWorth) best = [];
    if (worth >= bestWorth) best = [...best, move];
    bestWorth = Math.max(worth, bestWorth);
  }
  const move = best[draw(best.length)];
  if (!move) throw new Error('a position without a legal move');
  return { move, nodes };
};

/** What a position looks like for who is to move. */
const look = (game: Game, position: Position): number => {
  const outcome = game.outcome(position);
  if (outcome) {
    if (outcome.winner === undefined) return 0;
    return outcome.winner === position.turn ? Number.MAX_VALUE : -Number.MAX_VALUE;
  }
  if (game.evaluate) return game.evaluate(position);
  return game.countMoves?.(position) ?? game.legalMoves(position).length;
};

/** Numbers below a bound that look random, the same again for the same seed (FNV-1a, mulberry32). */
const drawsFrom = (seed: string): ((below: number) => number) => {
  let state = 0x811c9dc5;
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};
