import { type Day, type Span, yearOf } from '../../match/calendar.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { UNTIL_WORDS } from './date-words.ts';
import { dateTokens, dayOf, makeDate, readDate, type WrittenDate } from './written-date.ts';

/** A first day and a last as they were written: most without a year. */
export interface WrittenSpan {
  readonly from: OneDay;
  readonly to: OneDay;
}
type OneDay = Extract<WrittenDate, { readonly kind: 'date' | 'from-today' }>;

const TODAY: OneDay = { kind: 'from-today', days: 0 };

/**
 * Reads a first day and a last: `2026-12-20 2027-01-03`, `24.12. - 2.1.`, `from Dec 24 to Jan 2`,
 * `24. bis 26. Dezember`, `until Jan 2`.
 *
 * @param command what stands in front of them, for the sentence that says what to type instead
 * @returns undefined where they are written in no way that is known
 */
export function readSpan(text: string, command: string): Result<WrittenSpan, Sentence> | undefined {
  const tokens = dateTokens(text) ?? [];
  const [halves, ...others] = tokens.flatMap((_, at) => readHalves(tokens, at) ?? []);
  if (halves) return others.length === 0 ? spanOf(halves, command) : undefined;
  const alone = readDate(tokens);
  return alone?.kind === 'date'
    ? err(say('vacation-one-day', { line: lineOf(command, alone, alone) }))
    : undefined;
}

interface Halves {
  readonly from: Exclude<WrittenDate, { readonly kind: 'day' }>;
  readonly to: Exclude<WrittenDate, { readonly kind: 'day' }>;
}

const JOINS: ReadonlySet<string> = new Set(['-', ...UNTIL_WORDS]);

/** The dates on either side of a place, at which a word or a dash may stand. */
function readHalves(tokens: readonly string[], at: number): Halves | undefined {
  const joined = JOINS.has(tokens[at] ?? '');
  if (at === 0 && !joined) return undefined;
  const from = at === 0 ? TODAY : readDate(tokens.slice(0, at));
  const to = readDate(tokens.slice(joined ? at + 1 : at));
  if (!from || !to) return undefined;
  if (from.kind !== 'day' && to.kind !== 'day') return { from, to };
  return joined ? inOneMonth(from, to) : undefined;
}

/** A number alone is a day of the month that stands beside the other: `24. - 26.12.`, `Dec 24-26`. */
function inOneMonth(from: WrittenDate, to: WrittenDate): Halves | undefined {
  const whole = [from, to].find((date) => date.kind === 'date');
  const days = [from, to].flatMap((date) => ('day' in date ? date.day : []));
  const [first, last] = days;
  if (!whole || first === undefined || last === undefined || first > last) return undefined;
  return { from: { ...whole, day: first }, to: { ...whole, day: last } };
}

function spanOf({ from, to }: Halves, command: string): Result<WrittenSpan, Sentence> {
  if (from.kind === 'two-ways' || to.kind === 'two-ways') {
    const line = (way: 'dayFirst' | 'monthFirst') =>
      lineOf(
        command,
        from.kind === 'two-ways' ? from[way] : from,
        to.kind === 'two-ways' ? to[way] : to,
      );
    return err(
      say('date-two-ways', { dayFirst: line('dayFirst'), monthFirst: line('monthFirst') }),
    );
  }
  const missing = [from, to].find((date) => date.kind === 'date' && dayOf(date) === undefined);
  if (missing?.kind === 'date') return err(say('no-such-day', { day: makeDate(missing) }));
  return ok({ from, to });
}

const lineOf = (command: string, from: OneDay, to: OneDay): string =>
  `${command} ${makeSpan({ from, to })}`;

/** The words for a span in our own spelling, as `readSpan` reads them. */
export const makeSpan = ({ from, to }: WrittenSpan): string =>
  [from, to]
    .map((date) => (date.kind === 'date' ? makeDate(date) : date.days === 0 ? 'today' : 'tomorrow'))
    .join(' ');

/**
 * The days that were meant. A first day without a year is the next one to come, or the last one before
 * a last day that has a year; a last day without one is the next after the first.
 */
export function daysOf({ from, to }: WrittenSpan, today: Day): Span {
  const lastOfAll = to.kind === 'date' && to.year !== undefined ? dayOf(to) : undefined;
  const first =
    lastOfAll === undefined ? nearest(from, today, 1) : nearest(from, today, -1, lastOfAll);
  return { from: first, to: nearest(to, today, 1, first) };
}

/** A leap day comes again after four years, or after eight where a century has none. */
const YEARS_MAX = 8;

/**
 * The day that a date means.
 *
 * @param step without a year, the nearest one: 1 from a day on, -1 up to that day
 */
function nearest(date: OneDay, today: Day, step: 1 | -1, day = today): Day {
  if (date.kind === 'from-today') return today + date.days;
  if (date.year !== undefined) return dayOf(date) ?? day;
  const { year } = yearOf(day);
  for (let years = 0; years <= YEARS_MAX; years++) {
    const found = dayOf(date, year + step * years);
    if (found !== undefined && (found - day) * step >= 0) return found;
  }
  return day;
}
