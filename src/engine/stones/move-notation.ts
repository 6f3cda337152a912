import type { Cell } from '../shape/types.ts';
import { makeCell, parseCell } from './cell.ts';
import type { StoneMove } from './types.ts';

/** The two cells of a move as they were written, on the board or not. */
export interface FromTo {
  readonly from: Cell;
  readonly to: Cell;
}

/**
 * Reads `e4e2`, also written `e4-e2`, `e4xe2` or `e4 e2`, in any case; anything else is undefined.
 * The sign between the cells is not compared with what the move does.
 */
export const parseFromTo = (text: string): FromTo | undefined => {
  if (text.length > MOVE_CHARS_MAX) return undefined;
  const [, fromText, toText] = FROM_TO.exec(text.trim()) ?? [];
  const from = parseCell(fromText ?? '');
  const to = parseCell(toText ?? '');
  return from === undefined || to === undefined ? undefined : { from, to };
};

/** Reads one cell, `c6` or `C6`; anything else is undefined. */
export const parsePick = (text: string): Cell | undefined =>
  text.length > MOVE_CHARS_MAX ? undefined : parseCell(text.trim());

/** Writes a move as `e4-e2`, or as `e4xe2` when it captures. */
export const makeStoneMove = ({ from, to, captures }: StoneMove): string =>
  `${makeCell(from)}${captures ? 'x' : '-'}${makeCell(to)}`;

/** `z26 x z26` has nine characters; the rest is for blanks around it. */
const MOVE_CHARS_MAX = 24;

const FROM_TO = /^([a-z][1-9][0-9]?)(?: *[-x] *| +)?([a-z][1-9][0-9]?)$/i;
