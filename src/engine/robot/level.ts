import { gameOf } from '../registry.ts';
import type { Game } from '../shape/game.ts';
import { type Draw, shuffled } from '../shape/seeded-random.ts';
import { PLAIN_COST } from '../shape/solution.ts';
import type { Move, Position } from '../shape/types.ts';
import { EVALUATIONS_PER_NODE } from './alpha-beta.ts';

/** Strength of the robot: 1 is a beginner; 5 wins at most nine of ten games against 4. */
export type Level = 1 | 2 | 3 | 4 | 5;

/** All levels, the weakest first. */
export const LEVELS: readonly Level[] = [1, 2, 3, 4, 5];

/** Parameters of a level. */
interface Strength {
  /** Nodes per move in games that can repeat and have a search stack of their own, such as Minefield. */
  readonly repeatingNodesMax: number;
  /**
   * Nodes per move in all others. There nodes count for more: with a higher limit at level 5, level 4 would win
   * fewer than one game in ten against it.
   */
  readonly nodesMax: number;
  /** Nodes per move in games that level 5 searches in full, such as chess; at most what a second allows. */
  readonly inFullNodesMax: number;
  /**
   * The level sees (legal moves) ** this number of them, chosen by the seed; no more are counted than the board
   * has cells. Each further move adds less strength, so their number grows by a factor from level to level. A game
   * in which one move overlooked costs more has `sights` of its own.
   */
  readonly sight: number;
}

const EVERY_MOVE = Number.POSITIVE_INFINITY;

export const STRENGTHS: Readonly<Record<Level, Strength>> = {
  1: { repeatingNodesMax: 1, nodesMax: 1, inFullNodesMax: 1, sight: 0.17 },
  2: { repeatingNodesMax: 50, nodesMax: 50, inFullNodesMax: 50, sight: 0.36 },
  3: { repeatingNodesMax: 35, nodesMax: 35, inFullNodesMax: 45, sight: 0.57 },
  4: { repeatingNodesMax: 1000, nodesMax: 80, inFullNodesMax: 95, sight: 0.81 },
  5: { repeatingNodesMax: 30_000, nodesMax: 120, inFullNodesMax: 30_000, sight: EVERY_MOVE },
};

/**
 * The moves that a level sees, in random order, and the gift (`Game.gift`). The fraction of their number is the
 * probability of one more.
 */
export const movesSeen = (level: Level, position: Position, draw: Draw): readonly Move[] => {
  const { cols, rows } = position.board;
  const game: Game = gameOf(position.rules);
  const sight = game.sights?.[level - 1] ?? STRENGTHS[level].sight;
  const moves = shuffled(game.robotMoves?.(position) ?? game.legalMoves(position), draw);
  // One to the power of infinity is no number.
  if (sight === EVERY_MOVE) return moves;
  const count = Math.min(cols * rows, moves.length) ** sight;
  const seen = moves.slice(0, Math.floor(count + draw(PARTS) / PARTS));
  const gift = game.gift?.(position);
  return gift && !seen.includes(gift) ? [...seen, gift] : seen;
};

const PARTS = 1000;

/** Largest board, in cells, on which level 5 finds every win that the server's solver finds. */
export const SMALL_CELLS_MAX = 24;
/** Nodes of level 5 there, including proofs. The hardest positions of Forms on 4x6 take a quarter. */
const SMALL_NODES_MAX = 720_000;

/** Node limit of a level for a move in a position. */
export const nodesOn = (level: Level, position: Position): number => {
  const { repeatingNodesMax, nodesMax, inFullNodesMax } = STRENGTHS[level];
  const { cols, rows } = position.board;
  const game: Game = gameOf(position.rules);
  const provesFast = game.oracle && game.searchStack && level === 5;
  if (provesFast && cols * rows <= SMALL_CELLS_MAX) return SMALL_NODES_MAX;
  if (game.canRepeat && game.searchStack) return repeatingNodesMax;
  if (game.searchesInFull) return Math.min(inFullNodesMax, fullNodesIn(position));
  const share = level === 5 ? 1 : COSTLY_SHARE;
  const affordable = Math.max(fullNodesIn(position) * share, STRENGTHS[3].nodesMax);
  return Math.min(nodesMax, Math.ceil(affordable));
};

/** Of the nodes that level 5 can afford in a costly game, what a lower level gets at most. */
const COSTLY_SHARE = 1 / 4;

/**
 * Nodes that take about a second. With a search stack of its own, a game evaluates `EVALUATIONS_PER_NODE` positions
 * in the time of a node; others play each move, and have fewer nodes.
 */
export const fullNodesIn = (position: Position): number => {
  const game = gameOf(position.rules);
  const moves = game.searchStack ? 0 : movesAround(game, position);
  const cost = (moves * (game.searchCost ?? PLAIN_COST)) / EVALUATIONS_PER_NODE;
  return Math.ceil(STRENGTHS[5].repeatingNodesMax / Math.max(cost, 1));
};

/** The number of moves in a position, or after its first one, if these are more: a check leaves few, but only for a ply. */
const movesAround = (game: Game, position: Position): number => {
  const moves = game.legalMoves(position);
  const [first] = moves;
  const after = first ? game.legalMoves(game.play(position, first).position) : [];
  return Math.max(moves.length, after.length);
};
