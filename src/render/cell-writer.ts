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

/** Stands where the link and the name of a cell will be. No text holds it. */
const GAP = '\u0000';

/**
 * Writes one cell after the other. A letter has hundreds of them and few looks, so the markup of each
 * look is rendered once, and only what is a cell's own is put in.
 *
 * @param render gives the markup of one cell, in which its link comes before its name
 */
export function makeCellWriter(render: (shown: Shown) => string): (cell: Cell) => string {
  const plain = new Map<CellLook, readonly string[]>();
  const linked = new Map<CellLook, readonly string[]>();
  return ({ look, name, href }) => {
    const known = href === undefined ? plain : linked;
    const gap = href === undefined ? undefined : GAP;
    const pieces = known.get(look) ?? render({ ...look, name: GAP, href: gap }).split(GAP);
    known.set(look, pieces);
    const [first = '', second = '', third = ''] = pieces;
    if (href === undefined) return pieces.length > 1 ? first + name + second : first;
    return pieces.length > 2 ? first + href + second + name + third : first + href + second;
  };
}
