import { gameOf } from '../registry.ts';
import { PLAIN_COST } from '../shape/effort.ts';
import type { Position, Size } from '../shape/types.ts';
import { EVALUATIONS_PER_NODE } from './alpha-beta.ts';

/** Strength of the robot: 1 is a beginner; 5 wins at most nine of ten games against 4. */
export type Level = 1 | 2 | 3 | 4 | 5;

/** All levels, the weakest first. */
export const LEVELS: readonly Level[] = [1, 2, 3, 4, 5];

/** Parameters of a level. */
interface Strength {
  /** Nodes per move in games that can repeat, such as Minefield. */
  readonly nodesMax: number;
  /**
   * Nodes per move in games that cannot repeat. There every ply brings the end nearer, so nodes count for
   * more: with a higher limit at level 5, level 4 would win fewer than one game in ten against it.
   */
  readonly nonRepeatingNodesMax: number;
  /** Maximum depth, in plies. */
  readonly pliesMax: number;
  /**
   * The level considers (cells of the board) ** this number of its legal moves, chosen by the seed. Each
   * further move adds less strength, so the number of moves grows by a factor from level to level.
   */
  readonly moveCountExponent: number;
  /**
   * Whether the level searches unquiet positions further, and sees an immediate win of the opponent at any
   * depth.
   */
  readonly isCareful: boolean;
  /**
   * Share of the level's nodes for proofs by the game's oracle. On 8x8 Minefield most proofs found take a
   * tenth; with one half the search is too short.
   */
  readonly proofShare: number;
}

/** Limited by nodes alone. */
const FAR = 100;
const EVERY_MOVE = Number.POSITIVE_INFINITY;

/** Parameters by level. Exact endgames would make the middle levels too strong. */
export const STRENGTHS: Readonly<Record<Level, Strength>> = {
  1: {
    nodesMax: 1,
    nonRepeatingNodesMax: 1,
    pliesMax: 1,
    moveCountExponent: 0.2,
    isCareful: false,
    proofShare: 0,
  },
  2: {
    nodesMax: 50,
    nonRepeatingNodesMax: 50,
    pliesMax: 1,
    moveCountExponent: 0.45,
    isCareful: true,
    proofShare: 0,
  },
  3: {
    nodesMax: 50,
    nonRepeatingNodesMax: 50,
    pliesMax: FAR,
    moveCountExponent: 0.67,
    isCareful: true,
    proofShare: 0,
  },
  4: {
    nodesMax: 1000,
    nonRepeatingNodesMax: 250,
    pliesMax: FAR,
    moveCountExponent: 0.86,
    isCareful: true,
    proofShare: 0,
  },
  5: {
    nodesMax: 30_000,
    nonRepeatingNodesMax: 200,
    pliesMax: FAR,
    moveCountExponent: EVERY_MOVE,
    isCareful: true,
    proofShare: 1 / 10,
  },
};

/** How many legal moves a level considers on a board. */
export const movesConsideredOn = (level: Level, { cols, rows }: Size): number => {
  const { moveCountExponent } = STRENGTHS[level];
  // One to the power of infinity is no number.
  return moveCountExponent === EVERY_MOVE
    ? EVERY_MOVE
    : Math.round((cols * rows) ** moveCountExponent);
};

/** Largest board, in cells, on which level 5 finds every win that the server's solver finds. */
export const SMALL_CELLS_MAX = 24;
/** Nodes of level 5 there, including proofs. The hardest positions of Forms on 4x6 take a quarter. */
const SMALL_NODES_MAX = 720_000;

/** Node limit of a level for a move in a position. */
export const nodesOn = (level: Level, position: Position): number => {
  const { nodesMax, nonRepeatingNodesMax, proofShare } = STRENGTHS[level];
  const { cols, rows } = position.board;
  const game = gameOf(position.rules);
  if (game.oracle && proofShare > 0 && cols * rows <= SMALL_CELLS_MAX) return SMALL_NODES_MAX;
  const share = level === 5 ? 1 : COSTLY_SHARE;
  const affordable = Math.max(fullNodesIn(position) * share, STRENGTHS[3].nodesMax);
  return Math.min(game.canRepeat ? nodesMax : nonRepeatingNodesMax, Math.ceil(affordable));
};

/** Of the nodes that level 5 can afford in a costly game, what a lower level gets at most. */
const COSTLY_SHARE = 1 / 4;

/**
 * Nodes that take about a second. With a search stack of its own, a game evaluates `EVALUATIONS_PER_NODE` positions
 * in the time of a node; others play each move, and have fewer nodes.
 */
export const fullNodesIn = (position: Position): number => {
  const game = gameOf(position.rules);
  const moves = game.searchStack ? 0 : game.legalMoves(position).length;
  const cost = (moves * (game.searchCost ?? PLAIN_COST)) / EVALUATIONS_PER_NODE;
  return Math.ceil(STRENGTHS[5].nodesMax / Math.max(cost, 1));
};
