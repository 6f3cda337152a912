import { colourAt } from './board.ts';
import { cellOf } from './cell.ts';
import type { Setup, View } from './types.ts';

/** What a drawing of a position needs: its size and the stone on each cell, top rank first. */
export const viewOf = ({ board }: Setup): View => {
  const ranks = Array.from({ length: board.rows }, (_, index) =>
    Array.from({ length: board.cols }, (_, file) =>
      colourAt(board, cellOf(file, board.rows - 1 - index)),
    ),
  );
  return { size: { cols: board.cols, rows: board.rows }, ranks };
};
