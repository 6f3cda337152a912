import type { Cell, Size } from '../shape/ground.ts';
import { refuseMove } from '../shape/refusal.ts';
import { lastCellOf, makeCell } from './cell.ts';

/** The refusal of a cell off the board. */
export const refuseOffBoard = (size: Size, cell: Cell) =>
  refuseMove('off-board', {
    cell: makeCell(cell),
    cols: size.cols,
    rows: size.rows,
    lastCell: makeCell(lastCellOf(size)),
  });
