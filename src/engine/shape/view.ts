import type { Colour } from './ground.ts';

/** The data of a drawing, which keeps renderers and games independent. */
export interface View {
  /** On `points`, things are drawn where lines cross; the text is the same. */
  readonly grid: 'squares' | 'points' | 'hexes';
  /** Labels above and below the board, from the left: one character each, or none. */
  readonly files: readonly string[];
  /** From the top down. */
  readonly lines: readonly LineView[];
  /** Things that may appear in a diagram, but stand on no first position. */
  readonly later?: readonly Thing[];
  /** What is said beside the board, in order. */
  readonly beside?: readonly Tally[];
  /** Edges owned by a side; those of points are nobody's. */
  readonly edges?: Partial<
    Readonly<Record<'top' | 'bottom' | 'left' | 'right', Colour | 'nobody'>>
  >;
}

/** What each side has, with a sentence of this code: stones, prisoners, or points in a count. */
export interface Tally {
  readonly code:
    | 'score'
    | 'taken'
    | 'may-swap'
    | 'pass-counts'
    | 'last-pass-counts'
    | 'broken-off'
    | 'count-counts'
    | 'named-counts'
    | 'answered-counts'
    | 'over-counts';
  readonly counts: Readonly<Record<Colour, number>>;
}

/** A row of spots. */
export interface LineView {
  /** Label left and right of it, at most two characters. */
  readonly label: string;
  /** Shift to the right, in half spots: 0, 1, 2, … on a board of hexes. */
  readonly shift: number;
  /** Undefined where the board has no spot. */
  readonly spots: readonly (Spot | undefined)[];
}

/** A square, a point or a hex. */
export interface Spot {
  /** `e4`: its name in moves, marks, links and words. */
  readonly name: string;
  readonly thing?: Thing;
  /** A dark square, or a point with a dot. */
  readonly tone?: 'dark' | 'dot';
}

/** A piece, or another thing on a spot, such as an obstacle of neither side. */
export interface Thing {
  /** Undefined if it belongs to neither side. */
  readonly owner: Colour | undefined;
  /** Determines its name and drawing. */
  readonly kind: ThingKind;
  /** The thing on a printed board: one ASCII character. */
  readonly sign: string;
}

/** The kinds of things; each has its words: `thing-stone` and `words-stone`. */
export type ThingKind =
  | 'stone'
  | 'dead'
  | 'arrow'
  | 'king'
  | 'queen'
  | 'rook'
  | 'bishop'
  | 'knight'
  | 'pawn';

/** Names of sides; each has its word, as `name-black`. */
type SideName = 'black' | 'white' | 'vertical' | 'horizontal';

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

/** The round that a ply belongs to, both from 1, in a match that began with a side to move. */
export const roundOf = (
  { sides: [left] }: { readonly sides: readonly [Side, Side] },
  first: Colour,
  ply: number,
): number => Math.ceil((first === left.colour ? ply : ply + 1) / 2);

export const sideOf = (
  { sides: [first, second] }: { readonly sides: readonly [Side, Side] },
  colour: Colour,
): Side => (first.colour === colour ? first : second);
