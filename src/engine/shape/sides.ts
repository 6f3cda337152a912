import type { Colour } from './ground.ts';

/** What sides are called: each has its word, as `name-black`. */
type SideName = 'black' | 'white';

/** A side of a game, with its sign in text: `Black (#)`. */
export interface Side {
  readonly colour: Colour;
  readonly name: SideName;
  readonly sign: string;
}

/** The sides of a game of stones in which Black begins. */
export const STONE_SIDES: readonly [Side, Side] = [
  { colour: 'black', name: 'black', sign: '#' },
  { colour: 'white', name: 'white', sign: 'O' },
];

/** The side that has a colour. */
export const sideOf = (
  { sides: [first, second] }: { readonly sides: readonly [Side, Side] },
  colour: Colour,
): Side => (first.colour === colour ? first : second);
