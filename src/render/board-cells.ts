import type { Colour } from '../engine/shape/types.ts';
import type { Side, Spot, Thing, View } from '../engine/shape/view.ts';
import { say, type Wording } from '../sentence.ts';
import { type BoardDrawing, cellOwner, escapeMarkup, type Mark, markAt } from './ascii.ts';
import type { Album } from './picture/album.ts';
import { INKS, widthOf } from './picture/ground.ts';

/**
 * The stones in HTML. Both have the colour of the text, so that a dark mode does not turn a white stone
 * into a black one.
 */
const STONE_SIGNS: Readonly<Record<Colour, string>> = { black: '\u25cf', white: '\u25cb' };

/** The signs of the sides. In HTML a stone, unless the side's first thing on the board is no stone. */
export const signsOf = (sides: readonly Side[], { lines }: View) =>
  sides.map(({ colour, sign }) => {
    const spots = lines.flatMap((line) => line.spots);
    const first = spots.find((spot) => spot?.thing?.owner === colour)?.thing;
    const inText = `(${sign})`;
    const isStone = first === undefined || first.kind === 'stone';
    return { inText, inHtml: isStone ? STONE_SIGNS[colour] : inText };
  });

const VACATED_SIGN = '+';
/** An empty cell with a link. */
const EMPTY_SIGN = '\u00b7';

/** Width of a 320-pixel screen without the letter's margins. */
const NARROW_PX = 304;
const EDGE_PX = 16;
const ALT_PX = 14;
/**
 * Width of Chromium's icon for a missing picture; alternative text that does not fit next to it is dropped.
 */
const LOST_PX = 18;
const ALT_PX_MIN = 8;
/** Maximum size of a cell: a finger's width. */
const CELL_PX_MAX = 44;
/** Minimum size of a cell. Boards of more than 18 columns are wider than a phone. */
const CELL_PX_MIN = 14;
/** Columns that fit a larger screen, at the style sheet's cell size. */
const GROWS_COLS_MAX = 14;
/** The same on a board of hexes, whose cells grow less. */
const GROWS_HEX_COLS_MAX = 18;
/** The grown cell size of the style sheet; cells of small boards are larger. */
const GROWN_PX = 40;

interface Showing {
  /** The source of the cells' pictures; undefined for signs. */
  readonly album?: Pick<Album, 'tile'> | undefined;
  /** Escaped links by cell name. */
  readonly links?: ReadonlyMap<string, string> | undefined;
  /** Available width in CSS pixels. */
  readonly widthPx?: number;
  /** Whether the board keeps its size on larger screens. */
  readonly isSmall?: boolean;
}

export function drawnCells(
  { view, sides, marks, coordinates }: BoardDrawing,
  words: Wording,
  { album, links, widthPx = NARROW_PX, isSmall = false }: Showing = {},
) {
  const { files, lines, grid } = view;
  const isSlanted = grid === 'hexes';
  const columns = isSlanted ? 2 : 1;
  // Beside a leaning line, a rank takes as much room as a spot.
  const labels = coordinates && isSlanted ? 2 : 0;
  const width = widthOf(view) + labels;
  const room = widthPx - (coordinates && !isSlanted ? 2 * EDGE_PX : 0);
  const fitting = Math.floor(room / width / columns) * columns;
  const cellPx = Math.min(Math.max(fitting, CELL_PX_MIN), CELL_PX_MAX);
  const cols = Math.max(...lines.map(({ spots }) => spots.length));
  const looks = makeLooks({ view, sides, marks, coordinates }, words, album);
  const draw = (spot: Spot | undefined, edges: View['edges']): Cell => {
    if (!spot) return NO_SPOT;
    const href = links?.get(spot.name);
    return { look: looks(spot, href !== undefined, edges), name: spot.name, href };
  };
  return {
    label: words(say('board-label', { cols, rows: lines.length })),
    coordinates,
    /** Empty if spots are not named by file and rank. */
    files,
    /** Spots in the longest line. */
    cols,
    ranks: lines.map(({ label: rank, shift, spots }, line) => ({
      rank,
      /** Empty table columns before and after the cells. */
      shift: (shift * columns) / 2,
      rest: columns * (width - labels - spots.length - shift / 2),
      cells: spots.map((spot, file) => draw(spot, edgesAt(view, line, file))),
    })),
    /** Lines are offset by half a spot; a spot takes two table columns. */
    isSlanted,
    /** Columns of the table if it is slanted. */
    halves: columns * width,
    cellPx,
    signPx: album ? altPx(cellPx) : Math.round(cellPx * 0.8),
    /** Width of a column of coordinates. */
    edgePx: EDGE_PX,
    /** Wider than a phone: it scrolls in its own box. */
    isWide: width * cellPx > room,
    /** Table columns of a cell. */
    columns,
    /** For the template, which has the markup of a cell. */
    makeCellWriter,
    /** Cells grow on larger screens. */
    grows:
      !isSmall && width <= (isSlanted ? GROWS_HEX_COLS_MAX : GROWS_COLS_MAX) && cellPx < GROWN_PX,
  };
}

/**
 * The size of a cell's alternative text: next to Chromium's icon for a missing picture, or as in other
 * programs where that does not fit.
 */
function altPx(cellPx: number): number {
  const beside = cellPx - LOST_PX;
  return beside < ALT_PX_MIN ? ALT_PX : Math.min(beside, ALT_PX);
}

const NO_SPOT: Cell = {
  look: { cid: undefined, alt: '', sign: '', said: '', edges: '', ground: undefined },
  name: '',
  href: undefined,
};

/** The edges on which a spot lies, with their owners; undefined for most. */
function edgesAt({ grid, edges: owned, lines }: View, line: number, file: number): View['edges'] {
  const edges = owned ?? (grid === 'points' ? UNOWNED_EDGES : undefined);
  if (!edges) return undefined;
  const last = (lines[line]?.spots.length ?? 0) - 1;
  const { top, bottom, left, right } = edges;
  const here = {
    ...(top && line === 0 && { top }),
    ...(bottom && line === lines.length - 1 && { bottom }),
    ...(left && file === 0 && { left }),
    ...(right && file === last && { right }),
  };
  return Object.keys(here).length > 0 ? here : undefined;
}

/** The edges of a board of points, which no side owns. */
const UNOWNED_EDGES = { top: 'nobody', bottom: 'nobody', left: 'nobody', right: 'nobody' } as const;

/** Edges where there are no pictures: Black's are one line, White's are two, and stand out on light and dark. */
const bordersOf = (edges: View['edges'] = {}): string =>
  Object.entries(edges)
    .filter(([, owner]) => owner !== 'nobody')
    .map(([edge, owner]) => `;border-${edge}:4px ${owner === 'black' ? 'solid' : 'double'} #8d6a3a`)
    .join('');

/** Makes the looks of spots. Many spots look alike, so each look is drawn and worded once. */
function makeLooks(
  { view: { grid }, sides, marks }: BoardDrawing,
  words: Wording,
  album: Showing['album'],
): (spot: Spot, isLink: boolean, edges: View['edges']) => CellLook {
  const known = new Map<string, CellLook>();
  const look = (
    spot: Spot,
    mark: Mark | undefined,
    isLink: boolean,
    edges: View['edges'],
  ): CellLook => {
    const seen = spot.thing
      ? lookOfThing({ sides }, spot.thing, mark, words)
      : lookOfNone(mark, isLink, words);
    return {
      cid: album?.tile(grid, spot, mark, edges)?.cid,
      alt: escapeMarkup(seen.alt),
      sign: escapeMarkup(seen.sign),
      said: escapeMarkup(seen.said),
      edges: bordersOf(edges),
      ground:
        mark === 'reached' || mark === 'turned'
          ? INKS.marked
          : INKS[spot.tone === 'dark' ? 'dark' : 'field'],
    };
  };
  return (spot, isLink, edges) => {
    const mark = markAt(marks, spot.name);
    const { thing, tone } = spot;
    const of = [thing?.owner, thing?.kind, thing?.sign, tone, mark, isLink];
    const key = [...of, ...Object.entries(edges ?? {})].join();
    const drawn = known.get(key) ?? look(spot, mark, isLink, edges);
    known.set(key, drawn);
    return drawn;
  };
}

type Seen = Pick<CellLook, 'alt' | 'sign' | 'said'>;

function lookOfThing(
  game: { readonly sides: readonly [Side, Side] },
  thing: Thing,
  mark: Mark | undefined,
  words: Wording,
): Seen {
  const { owner, kind, sign } = thing;
  const name = words(say(`thing-${kind}`, { side: cellOwner(game, thing) }));
  const did =
    mark === 'reached' ? say('cell-moved') : mark === 'turned' ? say('cell-turned') : undefined;
  return {
    alt: sign,
    sign: owner && kind === 'stone' ? STONE_SIGNS[owner] : sign,
    said: ` ${name}${did ? `, ${words(did)}` : ''}`,
  };
}

/** Of empty spots, only vacated and linked ones are read aloud. */
function lookOfNone(mark: Mark | undefined, isLink: boolean, words: Wording): Seen {
  if (mark === 'vacated') {
    return { alt: VACATED_SIGN, sign: VACATED_SIGN, said: ` ${words(say('cell-vacated'))}` };
  }
  return isLink
    ? { alt: '.', sign: EMPTY_SIGN, said: ` ${words(say('cell-empty'))}` }
    : { alt: '', sign: '', said: '' };
}

/** The look of cells that look alike, and their spoken text; escaped. */
interface CellLook {
  /** Content-ID of the picture; undefined for signs, and where the board has no spot. */
  readonly cid: string | undefined;
  /** Alternative text of the picture: the sign of the text, or empty. */
  readonly alt: string;
  /** The sign without pictures; may be empty. */
  readonly sign: string;
  /** Spoken after the cell's name: ` white stone`; may be empty. */
  readonly said: string;
  /** Style of its borders on an edge of the board that a side owns; may be empty. */
  readonly edges: string;
  /** The colour below the sign; undefined where the board has no spot. */
  readonly ground: string | undefined;
}

interface Cell {
  readonly look: CellLook;
  /** `e4` */
  readonly name: string;
  /** The escaped link of the cell, if any. */
  readonly href: string | undefined;
}

type Shown = CellLook & Pick<Cell, 'name' | 'href'>;

/** Placeholder for the link and the name of a cell. No text holds it. */
const GAP = '\u0000';

/**
 * Makes a writer of cells. A letter has hundreds of cells and few looks, so the markup of each look is
 * rendered once, and link and name are inserted.
 *
 * @param render renders one cell, its link before its name
 */
function makeCellWriter(render: (shown: Shown) => string): (cell: Cell) => string {
  const plain = new Map<CellLook, readonly string[]>();
  const linked = new Map<CellLook, readonly string[]>();
  return ({ look, name, href }) => {
    const known = href === undefined ? plain : linked;
    const pieces = known.get(look) ?? render({ ...look, name: GAP, href: href && GAP }).split(GAP);
    known.set(look, pieces);
    const fillings = href === undefined ? [name] : [href, name];
    return pieces.map((piece, at) => piece + (pieces.length > at + 1 ? fillings[at] : '')).join('');
  };
}
