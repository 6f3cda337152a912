/** The basic types of every game: colours, cells, sizes, and the ids of the rules. */

/** Colours are seats: Black (`x`, `#` on a printed board) and White (`w`, `O`). `Game.sides` says which moves first. */
export const COLOURS = ['black', 'white'] as const;
export type Colour = (typeof COLOURS)[number];

/**
 * A cell of a board: rank * 32 + file, both from 0, so `a1` is 0, `b1` is 1 and `a2` is 32. The
 * number does not depend on the size of the board.
 */
export type Cell = number;

/** Number of files (`cols`) and ranks (`rows`). */
export interface Size {
  readonly cols: number;
  readonly rows: number;
}

/** The ids of all games. */
export const RULES = [
  // In the order in which help lists them.
  'forms',
  'forms-original',
  'minefield',
  'breakthrough',
  'hex',
  'chess',
  'go',
  'amazons',
  'reversi',
  'lines-of-action',
] as const;
export type RulesId = (typeof RULES)[number];
