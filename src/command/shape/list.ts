import type { List } from '../../intent.ts';
import { listLinesMax } from '../../limits.ts';
import { err, ok, type Result } from '../../result.ts';
import { type NamesOf, type Sentence, say } from '../../sentence.ts';
import type { CommandLine } from './types.ts';

/** The columns of lists. */
export type ColumnName = NamesOf<'column'>;

/** The name of a column, or its heading. */
type Column = ColumnName | Sentence;

/** A part of a long list. */
export interface Page {
  /** From 1 on. */
  readonly number: number;
  /** The command for the next page; undefined if there is none. */
  readonly next: string | undefined;
}

const ONLY: Page = { number: 1, next: undefined };

/** Reads `-page=2`; 1 by default. */
export function readPage({ options }: CommandLine, command: string): Result<number, Sentence> {
  const written = options.get('page') ?? '1';
  return /^[1-9]\d{0,3}$/.test(written) ? ok(Number(written)) : err(say('page-shape', { command }));
}

/** The command for a page of its list, as `readPage` reads it. */
export const pageCommand = (command: string, page: number): string =>
  page === 1 ? command : `${command} -page=${page}`;

/**
 * A page of a list with its title, and the next page named below; no list if the page is empty.
 *
 * @param below further sentences below the list
 */
export function makeList<T>(
  title: Sentence,
  columns: readonly Column[],
  items: readonly T[],
  row: (item: T) => List['rows'][number],
  below: readonly Sentence[] = [],
  { number, next }: Page = ONLY,
): readonly List[] {
  const start = (number - 1) * listLinesMax;
  const shown = items.slice(start, start + listLinesMax);
  if (shown.length === 0) return [];
  const goesOn = next === undefined ? say('list-goes-on') : say('list-next', { command: next });
  return [
    {
      title,
      columns: headings(columns),
      rows: shown.map(row),
      below: [...(items.length > start + listLinesMax ? [goesOn] : []), ...below],
    },
  ];
}

/** The headings of columns. */
export const headings = (columns: readonly Column[]): readonly Sentence[] =>
  columns.map((column) => (typeof column === 'string' ? say(`column-${column}`) : column));

/** The UTC day of a time in ms. */
export function dateOf(at: number): Sentence {
  const [year = '', month = '', day = ''] = new Date(at).toISOString().split(/[-T]/);
  return say('date', { year, month, day });
}
