import wrapAnsi from 'wrap-ansi';
import type { List } from '../intent.ts';
import { columnsMax } from '../limits.ts';
import type { Wording } from '../sentence.ts';

/** A text to type: after the last colon of a paragraph, without full stop or comma. */
const TYPED = /(?<=: )[a-z](?:[^.:,]|\.(?=\S))*$/;
const TIE = '\u00a0';

/**
 * Wraps a paragraph to lines of at most 72 columns; lines after the first are indented. A text to type, and each of
 * several with ` | ` between, stays on one line if possible, because half of it may be another command; so does the
 * sign of the last move.
 */
export function wrap(text: string, indent = ''): string {
  const columns = columnsMax - indent.length;
  if (fits(text, columns)) return text;
  const tied = text.replaceAll('[ ]', `[${TIE}]`).replace(TYPED, (typed) =>
    typed
      .split(' | ')
      .map((each) => (each.length <= columns - 2 ? each.replaceAll(' ', TIE) : each))
      .join(`${TIE}| `),
  );
  return wrapAnsi(tied, columns, { hard: true, trim: true })
    .replaceAll(TIE, ' ')
    .split('\n')
    .join(`\n${indent}`);
}

/** A fast path: most sentences fit, and wrapAnsi is slow. */
const fits = (text: string, columns: number): boolean =>
  text.length <= columns && /^[!-~](?:[ -~\u00a0]*[!-~])?$/.test(text);

/**
 * Prefix of every line that a person wrote, so that none passes for ours: no board, no `To move`, no
 * signature (`-- `). Mail programs show it, but would fold away `>`; quotations are recognized by it
 * (`mail/quote/new-lines.ts`).
 */
export const MARGIN = '| ';
const OWN_COLUMNS = columnsMax - MARGIN.length;

/** A person's text, with its line breaks and a margin, in at most 72 columns. */
export const wrapComment = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .map((line) =>
      fits(line, OWN_COLUMNS)
        ? line
        : // Without trimming, the blank at a break begins the next line.
          wrapAnsi(line, OWN_COLUMNS, { hard: true, trim: false }).replaceAll('\n ', '\n'),
    )
    .map((line) => line.replace(/^/gm, MARGIN).replace(/[ \t]+$/gm, ''))
    .join('\n');

/** The beginning of a text, on one line of `columns` columns. */
export function firstWords(text: string, columns: number): string {
  const words = text.replace(/\s+/g, ' ').trim();
  if (fits(words, columns)) return words;
  const [first = '', ...rest] = wrapAnsi(words, columns - 4, { hard: true, trim: true }).split(
    '\n',
  );
  return rest.length === 0 ? first : `${first} ...`;
}

/** The indent and the gap between columns: wide, or tight where that does not fit. */
const WIDE = { indent: '  ', gap: '  ' };
const TIGHT = { indent: '', gap: ' ' };

/** Characters across a 320-pixel screen in HTML, and those that a column edge takes. */
const PHONE_CHARS = 34;
const EDGE_CHARS = 1;

/** A row that is still too wide is wrapped, with single blanks. */
const wrappedRow = (line: string): string =>
  line.length <= columnsMax ? line : wrap(line.replace(/ +/g, ' '), '    ');

/** The data of a list for its template, in columns, each as wide as its widest cell. */
export function drawList(list: List, words: Wording) {
  const heads = list.columns.map(words);
  const rows = list.rows.map((row) =>
    row.map((cell) => (typeof cell === 'object' ? words(cell) : String(cell))),
  );
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const wide = 2 * widths.length + widths.reduce((sum, width) => sum + width, 0);
  const { indent, gap } = wide <= columnsMax ? WIDE : TIGHT;
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
    /** The heads of the columns and the rows, aligned. */
    lines: [heads, ...rows].map(line).map(wrappedRow),
    heads,
    rows,
    aligned: heads.map((_, column) => (isNumber(column) ? 'right' : 'left')),
    /** Number of columns that fit side by side on a phone; HTML shows the others below. */
    beside: phoneColumns(
      heads.map((head, column) => [head, ...rows.map((row) => row[column] ?? '')]),
    ),
    below: list.below.map(words),
  };
}

/** Cells break between words, so a column is as wide as its longest word. */
function phoneColumns(columns: readonly (readonly string[])[]): number {
  let left = PHONE_CHARS;
  const full = columns.findIndex((cells) => {
    const words = cells.flatMap((cell) => cell.split(/(?<=-)|\s/));
    left -= Math.max(...words.map(({ length }) => length)) + EDGE_CHARS;
    return left < 0;
  });
  return full === -1 ? columns.length : Math.max(full, 1);
}
