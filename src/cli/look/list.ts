import { listPageRows } from '../../server-limits.ts';
import type { Paint, Style } from '../line/tty.ts';

/** A field of a row: a column for people, a JSON key for programs, or both. */
interface Field<Row> {
  /** Column header. */
  readonly title?: string;
  /** JSON key. */
  readonly name?: string;
  readonly value: (row: Row) => unknown;
  /** The text for people; otherwise the value, and a dash for none. */
  readonly text?: (row: Row) => string;
  /** Right-aligned. */
  readonly right?: true;
  /** A style to highlight it. */
  readonly style?: (row: Row) => Style | undefined;
}

type Value<Row> = Field<Row>['value'];
type More<Row> = Pick<Field<Row>, 'text' | 'style'>;

/** A field in JSON only. */
export const jsonField = <Row>(name: string, value: Value<Row>): Field<Row> => ({ name, value });

/** A column of text; without a name it is not in JSON. */
export const textColumn = <Row>(
  title: string,
  name: string | undefined,
  value: Value<Row>,
  more: More<Row> = {},
): Field<Row> => ({ title, ...(name !== undefined && { name }), value, ...more });

/** A right-aligned column of numbers. */
export const numberColumn = <Row>(...field: Parameters<typeof textColumn<Row>>): Field<Row> => ({
  ...textColumn(...field),
  right: true,
});

/** A column of times. */
export const timeColumn = <Row>(
  title: string,
  name: string,
  at: (row: Row) => number,
  shown: (at: number) => string,
): Field<Row> =>
  textColumn(title, name, (row) => isoTime(at(row)), { text: (row) => shown(at(row)) });

/** A list. Rows are read while they are printed, so a long one takes no memory. */
export interface Listing<Row> {
  readonly rows: Iterable<Row>;
  readonly fields: readonly Field<Row>[];
  /** The line for an empty list. */
  readonly none: string;
  /** A line below the rows. */
  readonly hint?: string | undefined;
}

/**
 * The rows of a list, read page by page.
 *
 * @param page reads the rows after a key
 * @param keyOf the key of a row; the first page is after 0
 */
export function* inPages<Row>(
  page: (after: number, most: number) => readonly Row[],
  keyOf: (row: Row) => number,
): Generator<Row> {
  for (let after = 0; ; ) {
    const rows = page(after, listPageRows);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < listPageRows) return;
    after = keyOf(last);
  }
}

/** The lines of a list, for people or as one JSON array for programs. */
export const listLines = <Row>(
  list: Listing<Row>,
  { json, paint }: { readonly json: boolean; readonly paint: Paint },
): Iterable<string> => (json ? jsonLines(list) : textLines(list, paint));

/** The text and style of a cell. */
interface Cell {
  readonly text: string;
  readonly style: Style | undefined;
}

/** Columns are as wide as the first page needs; wider cells later are kept. */
function* textLines<Row>(
  { rows, fields, none, hint }: Listing<Row>,
  paint: Paint,
): Generator<string> {
  const columns = fields.filter(({ title }) => title !== undefined);
  const page: Cell[][] = [];
  let lineOf: ((cells: readonly Cell[]) => string) | undefined;
  const begin = (): readonly string[] => {
    const titles = columns.map(({ title = '' }): Cell => ({ text: title, style: 'bold' }));
    const table = [titles, ...page];
    const widths = titles.map((_, at) =>
      Math.max(...table.map((row) => row[at]?.text.length ?? 0)),
    );
    lineOf = (cells) =>
      cells
        .map(({ text, style }, at) => {
          const rest = ' '.repeat(Math.max(0, (widths[at] ?? 0) - text.length));
          const painted = style && text !== '' ? paint(style, text) : text;
          return columns[at]?.right ? rest + painted : painted + rest;
        })
        .join('  ')
        .trimEnd();
    return table.map(lineOf);
  };
  for (const row of rows) {
    const cells = columns.map(({ value, text, style }) => ({
      text: printable(text ? text(row) : String(value(row) ?? '-')),
      style: style?.(row),
    }));
    if (lineOf) yield lineOf(cells);
    else if (page.push(cells) === listPageRows) yield* begin();
  }
  if (!lineOf && page.length > 0) yield* begin();
  if (!lineOf) yield none;
  else if (hint !== undefined) yield hint;
}

/** One array, a row per line. */
function* jsonLines<Row>({ rows, fields }: Listing<Row>): Generator<string> {
  let line = '[';
  for (const row of rows) {
    yield line === '[' ? line : `${line},`;
    const named = fields.flatMap(({ name, value }) => (name ? [[name, value(row)]] : []));
    line = JSON.stringify(Object.fromEntries(named));
  }
  yield line;
  yield ']';
}

/** Replaces control characters in what others wrote. */
const printable = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');

/** A time in ISO 8601. */
export const isoTime = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(at).toISOString();

const MINUTE_MS = 60_000;
const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [24 * 60 * MINUTE_MS, 'd'],
  [60 * MINUTE_MS, 'h'],
  [MINUTE_MS, 'min'],
];

/** An age in its largest whole unit: `3 d`, `5 h`, `12 min`. */
export function ageText(ms: number): string {
  const [unit, name] = UNITS.find(([each]) => ms >= each) ?? [MINUTE_MS, 'min'];
  return `${Math.max(0, Math.floor(ms / unit))} ${name}`;
}
