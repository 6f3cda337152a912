import type { Colour } from './ground.ts';

/** What plies do, by the code of the sentence that tells it; who played which move is added to the facts. */
export type ToldFacts = {
  /** So many stones left the board; none, where a move takes none. */
  played: { lost: number };
  /** So many stones, on these cells, took on the colour of a side. */
  'played-flipping': { flipped: number; side: Colour; cells: string };
};
