import type { Colour } from './ground.ts';

/** Everything that a drawing needs, so that no drawer knows a game and no game knows a drawer. */
export interface View {
  /** On `points` the things stand where lines cross; the text is the same. */
  readonly grid: 'squares' | 'points' | 'hexes';
  /** What stands above and below the board, from the left: one sign each, or nothing at all. */
  readonly files: readonly string[];
  /** From the top, whichever way its ranks are counted. */
  readonly lines: readonly LineView[];
  /** The edges that belong to a side. */
  readonly edges?: Partial<Readonly<Record<'top' | 'bottom' | 'left' | 'right', Colour>>>;
}

/** The spots beside each other. */
export interface LineView {
  /** What stands left and right of it: two signs at most. */
  readonly label: string;
  /** How far it stands to the right, in half spots: 0, 1, 2, … on a board of hexes. */
  readonly shift: number;
  /** Undefined where the board has no spot. */
  readonly spots: readonly (Spot | undefined)[];
}

/** A square, a point or a hex. */
export interface Spot {
  /** `e4`: what moves, marks, links and words call it. */
  readonly name: string;
  readonly thing?: Thing;
  /** A dark square, or a point with a dot. */
  readonly tone?: 'dark' | 'dot';
}

/** What stands on a spot. */
export interface Thing {
  /** Undefined for what is nobody's. */
  readonly owner: Colour | undefined;
  /** What it is called and how it is drawn. */
  readonly kind: ThingKind;
  /** One printable ASCII sign. */
  readonly sign: string;
}

/** The kinds of things; each has its words: `thing-stone` and `words-stone`. */
type ThingKind = 'stone';

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
