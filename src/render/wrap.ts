import wrapAnsi from 'wrap-ansi';
import type { List } from '../intent.ts';
import { columnsMax } from '../limits.ts';
import type { Sentence } from '../sentence.ts';

/** Behind the last colon of a paragraph, without a stop or a comma: what is to be typed. */
const TYPED = /(?<=: )[a-z](?:[^.:,]|\.(?=\S))*$/;
const TIE = '\u00a0';

/**
 * Breaks a paragraph into lines of at most 72 columns; lines after the first are indented. What is to
 * be typed stays on one line where it can, because half of it may be a command of its own.
 */
export function wrap(text: string, indent = ''): string {
  const columns = columnsMax - indent.length;
  if (fits(text, columns)) return text;
  const tied = text.replace(TYPED, (typed) =>
    typed.length <= columns ? typed.replaceAll(' ', TIE) : typed,
  );
  return wrapAnsi(tied, columns, { hard: true, trim: true })
    .replaceAll(TIE, ' ')
    .split('\n')
    .join(`\n${indent}`);
}

/** Nearly every sentence does, and to break lines well is slow. */
const fits = (text: string, columns: number): boolean =>
  text.length <= columns && /^[!-~](?:[ -~\u00a0]*[!-~])?$/.test(text);

/**
 * In front of every line of somebody's own words, so that no line can pass for one of ours: no board,
 * no `To move`, no end of a letter (`-- `). Mail programs show it as it is, where `>` would be folded
 * away, and an answer that quotes it is known by it (`mail/quote/new-lines.ts`).
 */
export const MARGIN = '| ';
const OWN_COLUMNS = columnsMax - MARGIN.length;

/** What a person wrote, with their own line breaks, beside a margin, in at most 72 columns. */
export const wrapComment = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .map((line) =>
      fits(line, OWN_COLUMNS) ? line : wrapAnsi(line, OWN_COLUMNS, { hard: true, trim: false }),
    )
    .map((line) => line.replace(/^/gm, MARGIN).replace(/[ \t]+$/gm, ''))
    .join('\n');

/** How somebody's own words begin, on one line of so many columns. */
export function firstWords(text: string, columns: number): string {
  const words = text.replace(/\s+/g, ' ').trim();
  if (fits(words, columns)) return words;
  const [first = '', ...rest] = wrapAnsi(words, columns - 4, { hard: true, trim: true }).split(
    '\n',
  );
  return rest.length === 0 ? first : `${first} ...`;
}

/** A whole letter: no blanks at line ends, never two empty lines in a row, one newline at the end. */
export const tidyLetter = (text: string): string =>
  `${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;

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
