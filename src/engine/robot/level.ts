import { gameOf } from '../registry.ts';
import type { Position, Size } from '../shape/types.ts';

/** How strong the robot is: 1 is a beginner, and 5 wins at most nine of ten games against 4. */
export type Level = 1 | 2 | 3 | 4 | 5;

/** Every level, the weakest first. */
export const LEVELS: readonly Level[] = [1, 2, 3, 4, 5];

/** How a level plays. */
interface Strength {
  /** How many nodes it may spend on a move where play can come back, as on Minefield. */
  readonly nodesMax: number;
  /**
   * How many nodes it may spend where it cannot. Every ply brings the end nearer there, and a search gains
   * so much from each node that level 4, which overlooks some moves, would not win one game in ten
   * against more of them.
   */
  readonly endingNodesMax: number;
  /** How many plies it looks ahead at most. */
  readonly pliesMax: number;
  /**
   * It sees as many of its moves, drawn by the seed, as the board has cells to this power, and overlooks
   * the others. Each move more is worth less, so steps are even where these numbers grow by a factor.
   */
  readonly sight: number;
  /**
   * Whether it plays on where a look cannot be trusted, and sees that the opponent could win at once,
   * even where it looks no further.
   */
  readonly isCareful: boolean;
  /**
   * How much of its nodes goes into proofs by the game's oracle. On 8x8 Minefield most proofs that are
   * found take a tenth, and with one half the search itself is too short.
   */
  readonly proofShare: number;
}

/** As far as the nodes last. */
const FAR = 100;
const EVERY_MOVE = Number.POSITIVE_INFINITY;

/** How each level plays. Near ends that are known exactly would make those in the middle too strong. */
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

/** How many of its moves a level sees on a board of some size. */
export const movesSeenOn = (level: Level, { cols, rows }: Size): number =>
  Math.round((cols * rows) ** STRENGTHS[level].sight);

/** Cells of the largest board on which level 5 finds every win that the server's solver finds. */
export const SMALL_CELLS_MAX = 24;
/** What it has there, for proofs too. The hardest positions of Forms on 4x6 take a quarter of it. */
const SMALL_NODES_MAX = 720_000;

/** How many nodes a level may spend on a move on some board. */
export const nodesOn = (
  level: Level,
  { rules, board }: Pick<Position, 'rules' | 'board'>,
): number => {
  const { nodesMax, endingNodesMax, proofShare } = STRENGTHS[level];
  if (proofShare > 0 && board.cols * board.rows <= SMALL_CELLS_MAX) return SMALL_NODES_MAX;
  return gameOf(rules).circles ? nodesMax : endingNodesMax;
};
