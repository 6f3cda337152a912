import type { Colour } from './ground.ts';

/** What plies do, by the code of the sentence that tells it; who played which move is added to the facts. */
export type ToldFacts = {
  /** A move after which nothing but the move itself is to be told. */
  moved: object;
  /** A pass that the player chose. */
  passed: object;
  /** So many stones left the board. */
  played: { lost: number };
  /** So many stones, on these cells, took on the colour of a side. */
  'played-flipping': { flipped: number; side: Colour; cells: string };
};
