import type { Size } from '../shape/types.ts';

/** How strong the robot is: 1 is a beginner, and 5 is as strong as a second of thought makes it. */
export type Level = 1 | 2 | 3 | 4 | 5;

/** Every level, the weakest first. */
export const LEVELS: readonly Level[] = [1, 2, 3, 4, 5];

/** How a level plays. */
interface Strength {
  /** How many nodes it may spend on a move. */
  readonly nodesMax: number;
  /** The fields of the smallest board on which it spends them all: on a smaller one fewer look as far. */
  readonly fieldsMin?: number;
  /** ... but so many on the smallest: more than the level below. */
  readonly nodesMin?: number;
  /** How many plies it looks ahead at most. */
  readonly pliesMax: number;
  /** How many of a hundred moves it leaves to chance. */
  readonly chancePercent: number;
  /**
   * Whether it plays on where a look cannot be trusted, and sees that the opponent could win at once,
   * even where it looks no further.
   */
  readonly isCareful: boolean;
  /** How much of its nodes goes into proofs by the game's oracle. */
  readonly proofShare: number;
}

/** As far as the nodes last. */
const FAR = 100;

/** How each level plays. Near ends that are known exactly would make those in the middle too strong. */
export const STRENGTHS: Readonly<Record<Level, Strength>> = {
  1: { nodesMax: 1, pliesMax: 1, chancePercent: 20, isCareful: false, proofShare: 0 },
  2: { nodesMax: 100, pliesMax: 1, chancePercent: 0, isCareful: true, proofShare: 0 },
  3: { nodesMax: 285, pliesMax: FAR, chancePercent: 0, isCareful: true, proofShare: 0 },
  4: {
    nodesMax: 5_000,
    fieldsMin: 64,
    nodesMin: 500,
    pliesMax: FAR,
    chancePercent: 0,
    isCareful: true,
    proofShare: 0,
  },
  5: { nodesMax: 100_000, pliesMax: FAR, chancePercent: 0, isCareful: true, proofShare: 1 / 2 },
};

/** Cells of the largest board on which level 5 finds every win that the server's solver finds. */
export const SMALL_CELLS_MAX = 24;
/**
 * So many times the usual nodes it has there, the additional ones for proofs: some more than the solver
 * has for a letter. The hardest positions of Forms on 4x6 take a quarter of that.
 */
const SMALL_FACTOR = 8;

/** How many nodes a level may spend on a move on a board of some size. */
export const nodesOn = (level: Level, { cols, rows }: Size): number => {
  const { nodesMax, nodesMin = nodesMax, fieldsMin = 1, proofShare } = STRENGTHS[level];
  if (proofShare > 0 && cols * rows <= SMALL_CELLS_MAX) return SMALL_FACTOR * nodesMax;
  const scaled = Math.ceil(nodesMax * ((cols * rows) / fieldsMin) ** DEPTH);
  return Math.min(nodesMax, Math.max(nodesMin, scaled));
};
/** As measured in matches: a look as deep costs so much more as the fields to this power. */
const DEPTH = 10 / 3;
