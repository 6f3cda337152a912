import { type Day, parseDay } from '../../match/calendar.ts';
import { daysFromToday, isIdleWord, monthNamed, ORDINALS } from './date-words.ts';
import { fold } from './fold.ts';

/** A day of a month, as people write it: most leave the year out. */
export interface CalendarDate {
  readonly kind: 'date';
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
}

/** What the words of one date may mean. */
export type WrittenDate =
  | CalendarDate
  | { readonly kind: 'from-today'; readonly days: 0 | 1 }
  /** A number alone: its month stands beside the other day of a span. */
  | { readonly kind: 'day'; readonly day: number }
  /** Numbers of which either may be the month: `3/4`. */
  | {
      readonly kind: 'two-ways';
      readonly dayFirst: CalendarDate;
      readonly monthFirst: CalendarDate;
    };

/** A date with the year first is one token: behind `24.12.` its year is none of that day. */
const TOKEN = /\d{4}([-./])\d{1,2}\1\d{1,2}(?!\d)|\d+|\p{L}+|[.,/-]/gu;

/**
 * The words, numbers and signs that dates are made of, without those that tell nothing.
 *
 * @returns undefined where something else is in the text
 */
export function dateTokens(text: string): readonly string[] | undefined {
  const whole = fold(text);
  if (/[^\p{L}\d\s.,/-]/u.test(whole)) return undefined;
  const tokens = whole.match(TOKEN) ?? [];
  return tokens.filter((token) => token !== ',' && !isIdleWord(token));
}

const YEAR_FIRST = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/;
/** With full stops the day comes first, wherever they are written. */
const WITH_STOPS = /^(\d{1,2}) \. (\d{1,2})(?: \.(?: (\d{2}|\d{4}))?)?$/;
const WITH_STROKES = /^(\d{1,2}) ([-/]) (\d{1,2})(?: \2 (\d{4}))?$/;
const DAY_AND_NAME = /^(\d{1,2})(?: (\.|\p{L}+))?(?: -)? (\p{L}{3,})(?: [.-])?(?: (\d{4}))?$/u;
const NAME_AND_DAY = /^(\p{L}{3,})(?: [.-])? (\d{1,2})(?: (\.|\p{L}+))?(?: (\d{4}))?$/u;
const DAY_ALONE = /^(\d{1,2})(?: (\S+))?$/;

/**
 * Reads one date: `2026-12-24`, `24.12.`, `24.12.2026`, `24/12`, `24 Dec`, `Dec 24th, 2026`,
 * `24. Dezember`, `today`. What no calendar has (`30.2.`) is a date, too: `dayOf` tells.
 *
 * @param tokens as `dateTokens` gives them
 */
export function readDate(tokens: readonly string[]): WrittenDate | undefined {
  const text = tokens.join(' ');
  const days = daysFromToday(text);
  if (days !== undefined) return { kind: 'from-today', days };
  const numbers = (year: string | undefined, month = '', day = '') =>
    date(year, Number(month), Number(day));
  const [, fullYear, , itsMonth, itsDay] = YEAR_FIRST.exec(text) ?? [];
  if (fullYear) return numbers(fullYear, itsMonth, itsDay);
  const [, stopDay, stopMonth, stopYear] = WITH_STOPS.exec(text) ?? [];
  if (stopDay) return numbers(stopYear, stopMonth, stopDay);
  const [, one, , other, strokeYear] = WITH_STROKES.exec(text) ?? [];
  if (one) return eitherWay(Number(one), Number(other), strokeYear);
  const [, day, behindDay, name, year] = DAY_AND_NAME.exec(text) ?? [];
  const [, firstName, secondDay, behindSecond, lastYear] = NAME_AND_DAY.exec(text) ?? [];
  const [, aloneDay, behindAlone] = DAY_ALONE.exec(text) ?? [];
  return (
    named(name, day, behindDay, year) ??
    named(firstName, secondDay, behindSecond, lastYear) ??
    (aloneDay && isOrdinal(behindAlone) ? { kind: 'day', day: Number(aloneDay) } : undefined)
  );
}

function named(
  name: string | undefined,
  day: string | undefined,
  behindDay: string | undefined,
  year: string | undefined,
): CalendarDate | undefined {
  const month = name === undefined ? undefined : monthNamed(name);
  if (month === undefined || !isOrdinal(behindDay)) return undefined;
  return date(year, month, Number(day));
}

const isOrdinal = (behind: string | undefined): boolean =>
  behind === undefined || behind === '.' || ORDINALS.has(behind);

/** Two numbers with a stroke: day and month here, month and day there. */
function eitherWay(one: number, other: number, year: string | undefined): WrittenDate | undefined {
  const [dayFirst, monthFirst] = [date(year, other, one), date(year, one, other)];
  if (other > 12) return monthFirst;
  return one > 12 || one === other ? dayFirst : { kind: 'two-ways', dayFirst, monthFirst };
}

/** A year of two digits is one of this century. */
const date = (year: string | undefined, month: number, day: number): CalendarDate => ({
  kind: 'date',
  year: year === undefined ? undefined : Number(year) + (year.length === 2 ? 2000 : 0),
  month,
  day,
});

const LEAP_YEAR = 2024;

/** The day that a date is in a year, or in its own; undefined when that has no such day. */
export function dayOf(
  { year, month, day }: CalendarDate,
  inYear = year ?? LEAP_YEAR,
): Day | undefined {
  const [yyyy, mm, dd] = [[inYear, 4] as const, [month, 2] as const, [day, 2] as const].map(
    ([number, digits]) => String(number).padStart(digits, '0'),
  );
  return parseDay(`${yyyy}-${mm}-${dd}`);
}

/** Writes a date with numbers alone, as `readDate` reads it in every language. */
export const makeDate = ({ year, month, day }: CalendarDate): string =>
  year === undefined
    ? `${day}.${month}.`
    : [String(year), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
