import type { List } from '../intent.ts';
import type { Sentence } from '../sentence.ts';

/** A list, ready for its template. */
export interface ListPage {
  readonly title: string;
  /** The heads of the columns and the rows, aligned. */
  readonly lines: readonly string[];
  readonly below: readonly string[];
}

const INDENT = '  ';
const GAP = '  ';

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
  const [sample = []] = list.rows;
  const line = (cells: readonly string[]) =>
    `${INDENT}${cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return typeof sample[column] === 'number' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join(GAP)}`.trimEnd();
  return {
    title: words(list.title),
    lines: [line(heads), ...rows.map(line)],
    below: list.below.map(words),
  };
}
