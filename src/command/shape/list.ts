import { findGame } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { List } from '../../intent.ts';
import { shownLimits } from '../../limits.ts';
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
  /** The command for this page. */
  readonly text: string;
  /** The command for the next page. */
  readonly next: string;
}

/** Reads `-page=2` of the command for a list; 1 by default. */
export function readPage({ options }: CommandLine, command: string): Result<Page, Sentence> {
  const written = options.get('page') ?? '1';
  return /^[1-9]\d{0,3}$/.test(written)
    ? ok(pageOf(command, Number(written)))
    : err(say('page-shape', { command }));
}

/** Reads `[GAME] [-page=2]` of the command for a list. */
export function readGameAndPage(
  line: CommandLine,
  command: 'challenges' | 'players',
): Result<{ readonly rules: RulesId | undefined; readonly page: Page }, Sentence> {
  const [game, ...rest] = line.words;
  if (rest.length > 0) return err(say(`${command}-shape`));
  const rules = game === undefined ? undefined : findGame(game)?.rules;
  if (game !== undefined && rules === undefined) return err(say('no-such-game'));
  const page = readPage(line, rules === undefined ? command : `${command} ${rules}`);
  return page.ok ? ok({ rules, page: page.value }) : page;
}

/** A page of the list that a command brings. */
export const pageOf = (command: string, number: number): Page => ({
  number,
  text: number === 1 ? command : `${command} -page=${number}`,
  next: `${command} -page=${number + 1}`,
});

/** The items in front of a page. */
export const itemsBefore = ({ number }: Page): number => (number - 1) * shownLimits.listLines;

export const itemsOn = <T>(page: Page, items: readonly T[]): readonly T[] =>
  items.slice(itemsBefore(page), itemsBefore(page) + shownLimits.listLines);

/**
 * A page of a list with its title, and the next page named below; no list if the page is empty.
 *
 * @param below further sentences below the list
 * @param page by default the first and only one
 */
export function makeList<T>(
  title: Sentence,
  columns: readonly Column[],
  items: readonly T[],
  row: (item: T) => List['rows'][number],
  below: readonly Sentence[] = [],
  page?: Page,
): readonly List[] {
  const part = page ?? pageOf('', 1);
  const shown = itemsOn(part, items);
  if (shown.length === 0) return [];
  const goesOn = page ? say('list-next', { command: page.next }) : say('list-goes-on');
  return [
    {
      title,
      columns: headings(columns),
      rows: shown.map(row),
      below: [
        ...(items.length > itemsBefore(part) + shownLimits.listLines ? [goesOn] : []),
        ...below,
      ],
    },
  ];
}

export const headings = (columns: readonly Column[]): readonly Sentence[] =>
  columns.map((column) => (typeof column === 'string' ? say(`column-${column}`) : column));

/** The UTC day of a time in ms. */
export function dateOf(at: number): Sentence {
  const [year = '', month = '', day = ''] = new Date(at).toISOString().split(/[-T]/);
  return say('date', { year, month, day });
}
