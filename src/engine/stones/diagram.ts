import { ok, type Result } from '../../result.ts';
import { refuseText } from '../shape/refusal.ts';
import type { Cell, NotationError } from '../shape/types.ts';
import { type Board, stonesOf } from './board.ts';
import { SIDE_MAX } from './cell.ts';
import { cellsOf } from './cellset.ts';
import { POSITION_CHARS_MAX, parseBoard, parseSize } from './notation.ts';

/**
 * A board as a rule page shows it, and the cells of the stones that the page marks for its reader,
 * in numeric order.
 */
export interface Diagram {
  readonly board: Board;
  readonly marked: readonly Cell[];
}

/**
 * Reads the string of a diagram on the pages of Games of Soldiers, written for João Neto's program
 * board2diag: `lurd,8,8,8/8/8/4xxx./4wX2/4x3/8/8`. First come the sides of the board that get a
 * border, which are checked and otherwise passed over, then how many ranks and how many files there
 * are, in this order, then the board, where an upper case letter is a marked stone. The board may
 * also stand alone. Takes linear time, never throws; the errors are those of notation.ts.
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

/** Without the lower case stones, what is left of a diagram is a board of the marked ones. */
const readMarked = (
  board: Result<Board, NotationError>,
  text: string,
): Result<Diagram, NotationError> => {
  if (!board.ok) return board;
  const marks = parseBoard(text.replace(/[xw]/g, '.'), board.value);
  return marks.ok ? ok({ board: board.value, marked: cellsOf(stonesOf(marks.value)) }) : marks;
};
