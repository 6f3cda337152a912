/** How all cells look that look the same, and how they are read aloud; as it stands in markup. */
export interface CellLook {
  /** The picture; undefined where the reader wants signs, and where the board has no spot. */
  readonly cid: string | undefined;
  /** What is shown where pictures are not: the sign of the text, or nothing. */
  readonly alt: string;
  /** What a reader of signs sees; empty where nothing stands. */
  readonly sign: string;
  /** ` white stone`, behind the name of the cell; empty where there is nothing to say. */
  readonly said: string;
  /** False where the board has no spot. */
  readonly isSpot: boolean;
  /** The last ply has touched it, and something stands on it. */
  readonly isMarked: boolean;
}

/** A cell of a table. */
export interface Cell {
  readonly look: CellLook;
  /** `e4` */
  readonly name: string;
  /** What a tap on it opens, as it stands in markup; undefined where it does nothing. */
  readonly href: string | undefined;
}

/** What the template of a cell is given. */
type Shown = CellLook & Pick<Cell, 'name' | 'href'>;

/** The markup of a cell before its first gap, between the two, and behind them. */
interface Pieces {
  readonly first: string;
  readonly second: string | undefined;
  readonly third: string | undefined;
}

/** Stands where the link and the name of a cell will be. No text holds it. */
const GAP = '\u0000';

/**
 * Writes one cell after the other. A letter has hundreds of them and few looks, so the markup of each
 * look is rendered once, and only what is a cell's own is put in.
 *
 * @param render gives the markup of one cell, in which its link comes before its name
 */
export function makeCellWriter(render: (shown: Shown) => string): (cell: Cell) => string {
  const plain = new Map<CellLook, Pieces>();
  const linked = new Map<CellLook, Pieces>();
  const piecesOf = (look: CellLook, isLink: boolean): Pieces => {
    const markup = render({ ...look, name: GAP, href: isLink ? GAP : undefined });
    const [first = '', second, third] = markup.split(GAP);
    return { first, second, third };
  };
  return ({ look, name, href }) => {
    const known = href === undefined ? plain : linked;
    const pieces = known.get(look) ?? piecesOf(look, href !== undefined);
    known.set(look, pieces);
    const { first, second, third } = pieces;
    if (href === undefined) return second === undefined ? first : first + name + second;
    return third === undefined ? first + href + second : first + href + second + name + third;
  };
}
