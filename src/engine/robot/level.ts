import { gameOf } from '../registry.ts';
import type { Position, Size } from '../shape/types.ts';

/** Strength of the robot: 1 is a beginner; 5 wins at most nine of ten games against 4. */
export type Level = 1 | 2 | 3 | 4 | 5;

/** All levels, the weakest first. */
export const LEVELS: readonly Level[] = [1, 2, 3, 4, 5];

/** Parameters of a level. */
interface Strength {
  /** Nodes per move in games that can repeat, such as Minefield. */
  readonly nodesMax: number;
  /**
   * Nodes per move in other games. Every ply brings the end nearer there, and each node gains so much that
   * level 4, which overlooks some moves, would not win one game in ten against more of them.
   */
  readonly endingNodesMax: number;
  /** Maximum depth, in plies. */
  readonly pliesMax: number;
  /**
   * Exponent: it considers cells ** sight of its moves, drawn by the seed. Each further move is worth less,
   * so even steps grow by a factor.
   */
  readonly sight: number;
  /**
   * Whether it searches unquiet positions further, and sees an immediate win of the opponent at any depth.
   */
  readonly isCareful: boolean;
  /**
   * Share of its nodes for proofs by the game's oracle. On 8x8 Minefield most proofs found take a tenth; with
   * one half the search is too short.
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
    endingNodesMax: 1,
    pliesMax: 1,
    sight: 0.2,
    isCareful: false,
    proofShare: 0,
  },
  2: {
    nodesMax: 50,
    endingNodesMax: 50,
    pliesMax: 1,
    sight: 0.45,
    isCareful: true,
    proofShare: 0,
  },
  3: {
    nodesMax: 50,
    endingNodesMax: 50,
    pliesMax: FAR,
    sight: 0.67,
    isCareful: true,
    proofShare: 0,
  },
  4: {
    nodesMax: 1000,
    endingNodesMax: 250,
    pliesMax: FAR,
    sight: 0.86,
    isCareful: true,
    proofShare: 0,
  },
  5: {
    nodesMax: 30_000,
    endingNodesMax: 200,
    pliesMax: FAR,
    sight: EVERY_MOVE,
    isCareful: true,
    proofShare: 1 / 10,
  },
};

/** How many of its moves a level considers on a board. */
export const movesSeenOn = (level: Level, { cols, rows }: Size): number =>
  Math.round((cols * rows) ** STRENGTHS[level].sight);

/** Largest board, in cells, on which level 5 finds every win that the server's solver finds. */
export const SMALL_CELLS_MAX = 24;
/** Nodes of level 5 there, including proofs. The hardest positions of Forms on 4x6 take a quarter. */
const SMALL_NODES_MAX = 720_000;

/** Node limit of a level for a move on a board. */
export const nodesOn = (
  level: Level,
  { rules, board }: Pick<Position, 'rules' | 'board'>,
): number => {
  const { nodesMax, endingNodesMax, proofShare } = STRENGTHS[level];
  if (proofShare > 0 && board.cols * board.rows <= SMALL_CELLS_MAX) return SMALL_NODES_MAX;
  return gameOf(rules).circles ? nodesMax : endingNodesMax;
};
