import { ok, type Result } from '../../result.ts';
import { refuseSetup, refuseText } from '../shape/refusal.ts';
import type { Cell, Colour, NotationError, SetupError, Size } from '../shape/types.ts';
import { type Board, cellsOf, fillBoard, type Setup, SIDE_MAX, stonesOf } from './board.ts';

/**
 * Notation of stones, after the sources' diagrams: `4x4 4/.xx./.ww./4 x`. The size; the ranks from the top,
 * separated by `/`, with `x` (black), `w` (white, either case), `.` (one empty cell) and numbers (of empty
 * cells); the side to move.
 */

/** A full board of 26 x 26 takes 701 characters, the other words at most 50. */
export const POSITION_CHARS_MAX = 800;

/** Reads a set-up without checking legality. Takes linear time, never throws. */
export const parseSetup = (text: string): Result<Setup, NotationError> => {
  const [sizeText, boardText, turnText, ...more] = text.split(' ');
  if (!sizeText || !boardText || !turnText || more.length > 0) {
    return refuseText('not-a-position', {});
  }
  const size = parseSize(sizeText);
  if (!size) return refuseText('not-a-size', { sideMax: SIDE_MAX });
  const turn = parseColour(turnText);
  if (!turn) return refuseText('bad-turn', {});
  const board = parseBoard(boardText, size);
  return board.ok ? ok({ board: board.value, turn }) : board;
};

/** Writes a set-up, legal or not. `parseSetup` reads it back to an equal value. */
export const makeSetup = ({ board, turn }: Setup): string =>
  `${makeSize(board)} ${makeBoard(board)} ${makeColour(turn)}`;

/** Reads a size such as `8x8` or `12X10`, each side from 1 to 26; undefined otherwise. */
export const parseSize = (text: string): Size | undefined => {
  const [, cols, rows] = /^([1-9][0-9]?)x([1-9][0-9]?)$/i.exec(text) ?? [];
  if (cols === undefined || rows === undefined) return undefined;
  const size = { cols: Number(cols), rows: Number(rows) };
  return Math.max(size.cols, size.rows) <= SIDE_MAX ? size : undefined;
};

/** Writes a size as `8x8`. */
export const makeSize = ({ cols, rows }: Size): string => `${cols}x${rows}`;

/** Reads the board part. Without a size, it follows from the top rank and the number of ranks. */
export const parseBoard = (text: string, size?: Size): Result<Board, NotationError> => {
  if (text.length > POSITION_CHARS_MAX) {
    return refuseText('too-long', { charsMax: POSITION_CHARS_MAX });
  }
  const ranks = text.split('/').map(parseRank).reverse();
  const rows = size?.rows ?? Math.min(ranks.length, SIDE_MAX);
  if (ranks.length !== rows) return refuseText('bad-ranks', { rows });
  const unreadable = ranks.indexOf(undefined);
  if (unreadable >= 0) return refuseText('bad-character', { rank: unreadable + 1 });
  const cols = size?.cols ?? Math.min(Math.max(ranks.at(-1)?.length ?? 0, 1), SIDE_MAX);
  const ragged = ranks.findIndex((cells) => cells?.length !== cols);
  if (ragged >= 0) return refuseText('bad-rank', { rank: ragged + 1, cols });
  return ok(fillBoard({ cols, rows }, (file, rank) => ranks[rank]?.[file]));
};

/** Writes the board part: `.` for one empty cell, a number for more. */
export const makeBoard = ({ cols, rows, black, white }: Board): string => {
  const ranks: string[] = [];
  for (let rank = rows - 1; rank >= 0; rank--) {
    const [blackRow = 0, whiteRow = 0] = [black[rank], white[rank]];
    let text = '';
    let empties = 0;
    for (let file = 0; file < cols; file++) {
      const stone =
        ((blackRow >> file) & 1) === 1 ? 'x' : ((whiteRow >> file) & 1) === 1 ? 'w' : '';
      if (stone === '') empties++;
      else {
        text += makeEmpties(empties) + stone;
        empties = 0;
      }
    }
    ranks.push(text + makeEmpties(empties));
  }
  return ranks.join('/');
};

const makeEmpties = (empties: number): string =>
  empties > 1 ? String(empties) : empties === 1 ? '.' : '';

/** Reads `x` as Black and `w` as White, in either case; undefined otherwise. */
export const parseColour = (text: string): Colour | undefined => {
  if (text === 'x' || text === 'X') return 'black';
  return text === 'w' || text === 'W' ? 'white' : undefined;
};

/** Writes a colour as `x` or `w`. */
export const makeColour = (colour: Colour): string => (colour === 'black' ? 'x' : 'w');

/** The cells of one rank from the left; undefined for an unknown character. */
const parseRank = (text: string): (Colour | undefined)[] | undefined => {
  const cells: (Colour | undefined)[] = [];
  for (const [token] of text.matchAll(/[1-9][0-9]?|./gs)) {
    const colour = parseColour(token);
    const empties = token === '.' ? 1 : Number.parseInt(token, 10);
    if (colour) cells.push(colour);
    else if (empties > 0) for (let count = 0; count < empties; count++) cells.push(undefined);
    else return undefined;
  }
  return cells;
};

/** A diagram of a rule page, with the cells of its marked stones in numeric order. */
interface Diagram {
  readonly board: Board;
  readonly marked: readonly Cell[];
}

/**
 * Reads a diagram of Games of Soldiers in the format of João Neto's board2diag:
 * `lurd,8,8,8/8/8/4xxx./4wX2/4x3/8/8`: the sides with a border (checked, then ignored), the number of ranks,
 * the number of files, and the board, where upper case marks a stone. The board may stand alone. Takes linear
 * time, never throws.
 */
export const parseDiagram = (text: string): Result<Diagram, NotationError> => {
  if (text.length > POSITION_CHARS_MAX) {
    return refuseText('too-long', { charsMax: POSITION_CHARS_MAX });
  }
  const parts = text.split(',');
  if (parts.length === 1) return readMarked(parseBoard(text), text);
  const [sides = '', rows = '', cols = '', boardText = '', ...more] = parts;
  if (parts.length < 4 || more.length > 0 || !SIDES.test(sides)) {
    return refuseText('not-a-diagram', {});
  }
  const size = parseSize(`${cols}x${rows}`);
  if (!size) return refuseText('not-a-size', { sideMax: SIDE_MAX });
  return readMarked(parseBoard(boardText, size), boardText);
};

/** Left, up, right, down. */
const SIDES = /^[lurd]{0,4}$/;

/** Reads the marks as a board without the lower case stones. */
const readMarked = (
  board: Result<Board, NotationError>,
  text: string,
): Result<Diagram, NotationError> => {
  if (!board.ok) return board;
  const marks = parseBoard(text.replace(/[xw]/g, '.'), board.value);
  return marks.ok ? ok({ board: board.value, marked: cellsOf(stonesOf(marks.value)) }) : marks;
};

/** Checks that both sides are integers within the bounds. */
export const checkSides = (
  { cols, rows }: Size,
  sideMin: number,
  sideMax = SIDE_MAX,
): Result<Size, SetupError> => {
  const fits = (side: number) => Number.isInteger(side) && side >= sideMin && side <= sideMax;
  return fits(cols) && fits(rows)
    ? ok({ cols, rows })
    : refuseSetup('bad-size', { cols, rows, sideMin, sideMax });
};
