import { cellOf, makeCell } from '../engine/cell.ts';
import type { Colour } from '../engine/types.ts';
import { type Sentence, say } from '../sentence.ts';
import type { Sight } from './board-page.ts';

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
  readonly files: readonly string[];
  readonly ranks: readonly { readonly rank: number; readonly cells: readonly DrawnCell[] }[];
  /** Width and height of a cell and the size of its sign, in CSS pixels. */
  readonly cellPx: number;
  readonly signPx: number;
  /** Width of a column of coordinates. */
  readonly edgePx: number;
  /** Wider than a telephone: it scrolls in a box of its own. */
  readonly isWide: boolean;
}

/**
 * Both signs are drawn in the ink of the text, so that a mail program that turns dark colours into
 * light ones does not make a black stone of a white one.
 */
export const STONE_SIGNS: Readonly<Record<Colour, string>> = { black: '\u25cf', white: '\u25cb' };
const VACATED_SIGN = '+';

/** What is left of a screen of 320 pixels beside the margins of the letter. */
const NARROW_PX = 288;
const EDGE_PX = 18;
/** A finger can tell such cells apart; more makes a board of eight larger than a screen. */
const CELL_PX_MAX = 30;
/** A stone of fewer pixels is a dot. Boards of more than 18 columns are wider than a telephone. */
const CELL_PX_MIN = 14;

/** @param words turns sentences into the reader's language */
export function cellsOf(
  { view: { size, ranks }, marks, coordinates }: Sight,
  words: (sentence: Sentence) => string,
): DrawnBoard {
  const names = { black: words(say('cell-black')), white: words(say('cell-white')) };
  const vacated = words(say('cell-vacated'));
  const moved = words(say('cell-moved'));
  const nothing: DrawnCell = { sign: '', label: '', moved: false };
  const room = NARROW_PX - (coordinates ? 2 * EDGE_PX : 0);
  const cellPx = cellPxFor(size.cols, room);
  return {
    label: words(say('board-label', { cols: size.cols, rows: size.rows })),
    coordinates,
    files: Array.from({ length: size.cols }, (_, file) => String.fromCharCode(97 + file)),
    ranks: ranks.map((stones, index) => {
      const rank = size.rows - 1 - index;
      const cells = stones.map((side, file): DrawnCell => {
        const cell = cellOf(file, rank);
        if (side) {
          const label = `${makeCell(cell)} ${names[side]}`;
          return cell === marks.moved
            ? { sign: STONE_SIGNS[side], label: `${label}, ${moved}`, moved: true }
            : { sign: STONE_SIGNS[side], label, moved: false };
        }
        if (!marks.vacated.has(cell)) return nothing;
        return { sign: VACATED_SIGN, label: `${makeCell(cell)} ${vacated}`, moved: false };
      });
      return { rank: rank + 1, cells };
    }),
    cellPx,
    signPx: Math.round(cellPx * 0.8),
    edgePx: EDGE_PX,
    isWide: size.cols * (cellPx + 1) > room,
  };
}

/** As large as fits beside each other, with a line of one pixel between them. */
const cellPxFor = (cols: number, room: number): number =>
  Math.min(Math.max(Math.floor(room / cols) - 1, CELL_PX_MIN), CELL_PX_MAX);
