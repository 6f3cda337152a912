import { cellOf } from '../engine/cell.ts';
import type { Cell, Colour, View } from '../engine/types.ts';

/** Cells of a drawing that the last ply has touched. */
export interface Marks {
  /** The stone that moved or was picked stands in brackets. */
  readonly moved: Cell | undefined;
  /** Cells that were left empty show as `+`. */
  readonly vacated: ReadonlySet<Cell>;
}

const SIGNS: Readonly<Record<Colour, string>> = { black: '#', white: 'O' };

/** Columns left of the first file: the rank and the blanks around it. */
const MARGIN = 5;

/**
 * A board in a fixed width, as the classic servers drew it: a sign and a blank for each cell, files
 * above and below, ranks left and right, unless there are to be no coordinates.
 */
export function drawBoard(
  { size, ranks }: View,
  marks: Marks,
  coordinates = true,
): readonly string[] {
  const files = Array.from({ length: size.cols }, (_, file) => String.fromCharCode(97 + file));
  const header = ' '.repeat(MARGIN) + files.join(' ');
  const lines = ranks.map((stones, index) => {
    const rank = size.rows - 1 - index;
    const label = coordinates ? String(rank + 1) : '';
    const columns = [...label.padStart(MARGIN - 2).padEnd(MARGIN + 2 * size.cols + 1), label];
    for (const [file, stone] of stones.entries()) {
      const cell = cellOf(file, rank);
      const at = MARGIN + 2 * file;
      columns[at] = stone ? SIGNS[stone] : marks.vacated.has(cell) ? '+' : '.';
      if (stone && cell === marks.moved) {
        columns[at - 1] = '[';
        columns[at + 1] = ']';
      }
    }
    return columns.join('').trimEnd();
  });
  return coordinates ? [header, ...lines, header] : lines;
}
