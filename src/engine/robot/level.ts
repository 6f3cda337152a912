/** How strong the robot is: 1 is a beginner, and 5 is as strong as a second of thought makes it. */
export type Level = 1 | 2 | 3 | 4 | 5;

/** Every level, the weakest first. */
export const LEVELS: readonly Level[] = [1, 2, 3, 4, 5];

/** How a level plays. */
export interface Strength {
  /** How many positions it may look at for a move. */
  readonly nodesMax: number;
  /** How many plies it looks ahead at most. */
  readonly pliesMax: number;
  /** How many of a hundred moves it leaves to chance. */
  readonly chancePercent: number;
}

const FAR = 100;

/** How each level plays. */
export const STRENGTHS: Readonly<Record<Level, Strength>> = {
  1: { nodesMax: Number.POSITIVE_INFINITY, pliesMax: 1, chancePercent: 20 },
  2: { nodesMax: Number.POSITIVE_INFINITY, pliesMax: 1, chancePercent: 0 },
  3: { nodesMax: 300, pliesMax: FAR, chancePercent: 0 },
  4: { nodesMax: 5_000, pliesMax: FAR, chancePercent: 0 },
  5: { nodesMax: 100_000, pliesMax: FAR, chancePercent: 0 },
};
