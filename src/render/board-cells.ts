import type { Colour } from '../engine/shape/types.ts';
import type { Side, Spot, Thing, View } from '../engine/shape/view.ts';
import { type Sentence, say } from '../sentence.ts';
import { type BoardDrawing, inMarkup, type Mark, markAt } from './ascii.ts';
import { cellOwner } from './board-words.ts';
import type { Album } from './picture/album.ts';
import { widthOf } from './picture/ground.ts';

/** A board for a table of HTML, its top rank first. */
export interface DrawnBoard {
  readonly label: string;
  readonly coordinates: boolean;
  /** Empty where spots are not named by file and rank. */
  readonly files: readonly string[];
  /** How many spots stand beside each other at most. */
  readonly cols: number;
  readonly ranks: readonly DrawnRank[];
  /** Lines stand half a spot apart, so that a spot takes two columns of the table. */
  readonly isSlanted: boolean;
  /** Width and height of a cell and the size of its sign, in CSS pixels. */
  readonly cellPx: number;
  readonly signPx: number;
  /** Width of a column of coordinates. */
  readonly edgePx: number;
  /** Wider than a telephone: it scrolls in a box of its own. */
  readonly isWide: boolean;
  /** How many columns of the table a cell takes. */
  readonly columns: number;
  /** For the template, which knows the markup of a cell. */
  readonly makeCellWriter: typeof makeCellWriter;
  /** On a larger screen its cells are larger. */
  readonly grows: boolean;
}

interface DrawnRank {
  readonly rank: string;
  /** How many columns of the table are left free before it, and behind it. */
  readonly shift: number;
  readonly rest: number;
  readonly cells: readonly Cell[];
}

/**
 * The stones of an HTML part. Both are drawn in the ink of the text, so that a mail program that turns
 * dark colours into light ones does not make a black stone of a white one.
 */
const STONE_SIGNS: Readonly<Record<Colour, string>> = { black: '\u25cf', white: '\u25cb' };

/** How the sign of a side stands in a line: `(#)` in text, a stone in an HTML part. */
export interface SideSign {
  readonly inText: string;
  readonly inHtml: string;
}

/** A side is shown by its stone, unless what comes first of it on the board is something else. */
export const signsOf = (sides: readonly Side[], { lines }: View): readonly SideSign[] =>
  sides.map(({ colour, sign }) => {
    const inText = `(${sign})`;
    const kind = firstKindOf(colour, lines);
    return {
      inText,
      inHtml: kind === undefined || kind === 'stone' ? STONE_SIGNS[colour] : inText,
    };
  });

function firstKindOf(colour: Colour, lines: View['lines']): string | undefined {
  for (const { spots } of lines) {
    for (const spot of spots) if (spot?.thing?.owner === colour) return spot.thing.kind;
  }
  return undefined;
}

const VACATED_SIGN = '+';
/** An empty cell that can be tapped. */
const EMPTY_SIGN = '\u00b7';

/** What is left of a screen of 320 pixels beside the margins of the letter. */
const NARROW_PX = 304;
const EDGE_PX = 16;
const ALT_PX = 14;
/** Chromium puts a sign for a lost picture into its cell, and drops words that do not fit beside it. */
const LOST_PX = 18;
/** Nobody reads a sign that is smaller. */
const ALT_PX_MIN = 8;
/** As large as anybody's finger. */
const CELL_PX_MAX = 44;
/** A stone of fewer pixels is a dot. Boards of more than 18 columns are wider than a telephone. */
const CELL_PX_MIN = 14;
/** A larger screen has room for so many cells, each of the size that the style of the letter says. */
const GROWS_COLS_MAX = 14;
/** What cells grow to, as the style sheet of letters has it; the few of a small board are larger. */
const GROWN_PX = 40;

/** How a board is shown to one reader. */
export interface Showing {
  /** Where the pictures of its cells come from; undefined for signs. */
  readonly album?: Pick<Album, 'tile'> | undefined;
  /** What a tap on a cell opens, as it stands in markup, by the cell's name. */
  readonly links?: ReadonlyMap<string, string> | undefined;
  /** What there is room for, in CSS pixels. */
  readonly widthPx?: number;
  /** It is no larger on a larger screen. */
  readonly isSmall?: boolean;
}

/** @param words turns sentences into the reader's language */
export function drawnCells(
  { view, sides, marks, coordinates }: BoardDrawing,
  words: (sentence: Sentence) => string,
  { album, links, widthPx = NARROW_PX, isSmall = false }: Showing = {},
): DrawnBoard {
  const { files, lines, grid } = view;
  const room = widthPx - (coordinates ? 2 * EDGE_PX : 0);
  const width = widthOf(view);
  const cellPx = Math.min(Math.max(Math.floor(room / width), CELL_PX_MIN), CELL_PX_MAX);
  const isSlanted = grid === 'hexes';
  const columns = isSlanted ? 2 : 1;
  const cols = Math.max(...lines.map(({ spots }) => spots.length));
  const looks = makeLooks({ view, sides, marks, coordinates }, words, album);
  const draw = (spot: Spot | undefined): Cell => {
    if (!spot) return NO_SPOT;
    const href = links?.get(spot.name);
    return { look: looks(spot, href !== undefined), name: spot.name, href };
  };
  return {
    label: words(say('board-label', { cols, rows: lines.length })),
    coordinates,
    files,
    cols,
    ranks: lines.map(({ label: rank, shift, spots }) => ({
      rank,
      shift: (shift * columns) / 2,
      rest: columns * (width - spots.length - shift / 2),
      cells: spots.map(draw),
    })),
    isSlanted,
    cellPx,
    signPx: album ? altPx(cellPx) : Math.round(cellPx * 0.8),
    edgePx: EDGE_PX,
    isWide: width * cellPx > room,
    columns,
    makeCellWriter,
    grows: !isSmall && width <= GROWS_COLS_MAX && cellPx < GROWN_PX,
  };
}

/**
 * The size of the sign that is shown where a picture is not. Where nothing fits beside that for a lost
 * picture, it is as large as other programs can show it.
 */
function altPx(cellPx: number): number {
  const beside = cellPx - LOST_PX;
  return beside < ALT_PX_MIN ? ALT_PX : Math.min(beside, ALT_PX);
}

const NO_SPOT: Cell = {
  look: { cid: undefined, alt: '', sign: '', said: '', isMarked: false, isSpot: false },
  name: '',
  href: undefined,
};

/**
 * How one spot after the other looks. A board has many that look the same, which are drawn and put
 * into words once.
 */
function makeLooks(
  { view: { grid }, sides, marks }: BoardDrawing,
  words: (sentence: Sentence) => string,
  album: Showing['album'],
): (spot: Spot, isLink: boolean) => CellLook {
  const known = new Map<Thing | undefined, Map<string | boolean, CellLook>>();
  const look = (spot: Spot, mark: Mark | undefined, isLink: boolean): CellLook => {
    const seen = spot.thing
      ? lookOfThing({ sides }, spot.thing, mark, words)
      : lookOfNone(mark, isLink, words);
    return {
      cid: album?.tile(grid, spot, mark)?.cid,
      alt: inMarkup(seen.alt),
      sign: inMarkup(seen.sign),
      said: inMarkup(seen.said),
      isSpot: true,
      isMarked: mark === 'reached' || mark === 'turned',
    };
  };
  return (spot, isLink) => {
    const mark = markAt(marks, spot.name);
    const ofThing = known.get(spot.thing) ?? new Map<string | boolean, CellLook>();
    if (ofThing.size === 0) known.set(spot.thing, ofThing);
    // Most spots have neither tone nor mark, and it takes long to make and to compare texts.
    const key = spot.tone || mark ? `${spot.tone} ${mark} ${isLink}` : isLink;
    const before = ofThing.get(key);
    if (before) return before;
    const drawn = look(spot, mark, isLink);
    ofThing.set(key, drawn);
    return drawn;
  };
}

type Seen = Pick<CellLook, 'alt' | 'sign' | 'said'>;

function lookOfThing(
  game: { readonly sides: readonly [Side, Side] },
  thing: Thing,
  mark: Mark | undefined,
  words: (sentence: Sentence) => string,
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

/** A spot where nothing stands and nothing can be done is not read aloud. */
function lookOfNone(
  mark: Mark | undefined,
  isLink: boolean,
  words: (sentence: Sentence) => string,
): Seen {
  if (mark === 'vacated') {
    return { alt: VACATED_SIGN, sign: VACATED_SIGN, said: ` ${words(say('cell-vacated'))}` };
  }
  return isLink
    ? { alt: '.', sign: EMPTY_SIGN, said: ` ${words(say('cell-empty'))}` }
    : { alt: '', sign: '', said: '' };
}

/** How all cells look that look the same, and how they are read aloud; as it stands in markup. */
interface CellLook {
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
interface Cell {
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
function makeCellWriter(render: (shown: Shown) => string): (cell: Cell) => string {
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
