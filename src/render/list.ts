import type { List } from '../intent.ts';
import { columnsMax } from '../limits.ts';
import type { Sentence } from '../sentence.ts';
import { wrap } from './wrap.ts';

/** A list, ready for its template. */
export interface ListPage {
  readonly title: string;
  /** The heads of the columns and the rows, aligned. */
  readonly lines: readonly string[];
  /** The same cell by cell, and on which side of its column each cell stands. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly aligned: readonly ('left' | 'right')[];
  /** So many columns fit beside each other on a telephone; an HTML part has the others below them. */
  readonly beside: number;
  readonly below: readonly string[];
}

/** What stands before the first column and between two columns: airy, and where that is too wide. */
const AIRY = { indent: '  ', gap: '  ' };
const TIGHT = { indent: '', gap: ' ' };

/** What a screen of 320 pixels has for letters of an HTML part, and each column for its edge. */
const PHONE_CHARS = 34;
const EDGE_CHARS = 1;

/** A row of the longest names goes on in a second line, where no gap can be spared any more. */
const inColumns = (line: string): string =>
  line.length <= columnsMax ? line : wrap(line.replace(/ +/g, ' '), '    ');

/**
 * Sets a list in columns, each as wide as its widest cell.
 *
 * @param words turns sentences into the reader's language
 */
export function drawList(list: List, words: (sentence: Sentence) => string): ListPage {
  const heads = list.columns.map(words);
  const rows = list.rows.map((row) =>
    row.map((cell) => (typeof cell === 'object' ? words(cell) : String(cell))),
  );
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const airy = 2 * widths.length + widths.reduce((sum, width) => sum + width, 0);
  const { indent, gap } = airy <= columnsMax ? AIRY : TIGHT;
  const [sample = []] = list.rows;
  const isNumber = (column: number) => typeof sample[column] === 'number';
  const line = (cells: readonly string[]) =>
    `${indent}${cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isNumber(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join(gap)}`.trimEnd();
  return {
    title: words(list.title),
    lines: [heads, ...rows].map(line).map(inColumns),
    heads,
    rows,
    aligned: heads.map((_, column) => (isNumber(column) ? 'right' : 'left')),
    beside: besideOnPhone(
      heads.map((head, column) => [head, ...rows.map((row) => row[column] ?? '')]),
    ),
    below: list.below.map(words),
  };
}

/** Cells break between words, so a column is as narrow as its longest word. */
function besideOnPhone(columns: readonly (readonly string[])[]): number {
  let left = PHONE_CHARS;
  const full = columns.findIndex((cells) => {
    const words = cells.flatMap((cell) => cell.split(/(?<=-)|\s/));
    left -= Math.max(...words.map(({ length }) => length)) + EDGE_CHARS;
    return left < 0;
  });
  return full === -1 ? columns.length : Math.max(full, 1);
}
