import type { Side } from '../engine/shape/sides.ts';
import type { Colour } from '../engine/shape/types.ts';
import type { Spot, Thing, View } from '../engine/shape/view.ts';
import { type Sentence, say } from '../sentence.ts';
import type { Marks, Sight } from './ascii.ts';
import { ownerOf } from './board-words.ts';
import { widthOf } from './ground.ts';

/** A cell as an HTML part shows it, by a sign, and as it is read aloud. */
interface DrawnCell {
  /** Empty where nothing stands. */
  readonly sign: string;
  /** `e4 white stone`; empty where there is nothing to say. */
  readonly label: string;
  readonly moved: boolean;
}

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
}

interface DrawnRank {
  readonly rank: string;
  /** How many columns of the table are left free before it, and behind it. */
  readonly shift: number;
  readonly rest: number;
  readonly cells: readonly DrawnCell[];
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

/** What is left of a screen of 320 pixels beside the margins of the letter. */
const NARROW_PX = 288;
const EDGE_PX = 18;
/** A finger can tell such cells apart; more makes a board of eight larger than a screen. */
const CELL_PX_MAX = 30;
/** A stone of fewer pixels is a dot. Boards of more than 18 columns are wider than a telephone. */
const CELL_PX_MIN = 14;

/**
 * @param words turns sentences into the reader's language
 * @param widthPx what there is room for
 */
export function cellsOf(
  { view, sides, marks, coordinates }: Sight,
  words: (sentence: Sentence) => string,
  widthPx = NARROW_PX,
): DrawnBoard {
  const { files, lines, grid } = view;
  const room = widthPx - (coordinates ? 2 * EDGE_PX : 0);
  const width = widthOf(view);
  const cellPx = cellPxFor(width, room);
  const draw = drawing(marks, namesOfThings({ sides }, words), words);
  const isSlanted = grid === 'hexes';
  const columns = isSlanted ? 2 : 1;
  const cols = Math.max(...lines.map(({ spots }) => spots.length));
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
    signPx: Math.round(cellPx * 0.8),
    edgePx: EDGE_PX,
    isWide: width * (cellPx + 1) > room,
  };
}

const NOTHING: DrawnCell = { sign: '', label: '', moved: false };

/** What a thing is called; a board has many of a kind, which are put into words once. */
function namesOfThings(
  game: { readonly sides: readonly [Side, Side] },
  words: (sentence: Sentence) => string,
): (thing: Thing) => string {
  const names = new Map<Thing, string>();
  return (thing) => {
    const said = () => words(say(`thing-${thing.kind}`, { side: ownerOf(game, thing) }));
    const name = names.get(thing) ?? said();
    names.set(thing, name);
    return name;
  };
}

/** Draws one spot after the other; what is said of many of them is put into words once. */
function drawing(
  marks: Marks,
  nameOf: (thing: Thing) => string,
  words: (sentence: Sentence) => string,
): (spot: Spot | undefined) => DrawnCell {
  const vacated = words(say('cell-vacated'));
  const moved = words(say('cell-moved'));
  return (spot) => {
    if (!spot) return NOTHING;
    const { name, thing } = spot;
    if (thing) {
      const { owner, kind } = thing;
      const sign = owner && kind === 'stone' ? STONE_SIGNS[owner] : thing.sign;
      const label = `${name} ${nameOf(thing)}`;
      return marks.reached.has(name)
        ? { sign, label: `${label}, ${moved}`, moved: true }
        : { sign, label, moved: false };
    }
    if (!marks.vacated.has(name)) return NOTHING;
    return { sign: VACATED_SIGN, label: `${name} ${vacated}`, moved: false };
  };
}

/** As large as fits beside each other, with a line of one pixel between them. */
const cellPxFor = (cols: number, room: number): number =>
  Math.min(Math.max(Math.floor(room / cols) - 1, CELL_PX_MIN), CELL_PX_MAX);
