import { Temporal } from 'temporal-polyfill';
import { morningHour, oneDayMs, oneHourMs } from '../limits.ts';
import type { DayText, MomentText } from '../sentence.ts';

/** A calendar day in any time zone: days since 1970-01-01. */
export type Day = number;

/** Days from the first to the last, inclusive. */
export interface Span {
  readonly from: Day;
  readonly to: Day;
}

const EPOCH = Temporal.PlainDate.from('1970-01-01');
const MORNING = new Temporal.PlainTime(morningHour);
const dateOf = (day: Day): Temporal.PlainDate => EPOCH.add({ days: day });
const dayOf = (date: Temporal.PlainDate): Day => EPOCH.until(date).days;

/**
 * The local day of a moment in a time zone.
 *
 * @param at UTC milliseconds
 * @param zone an IANA time zone, such as `Europe/Berlin`
 */
export const dayAt = (at: number, zone: string): Day =>
  zone === 'UTC'
    ? Math.floor(at / oneDayMs)
    : dayOf(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate());

/** The start of a local day in UTC milliseconds; an hour late where clocks skip midnight. */
export const startOf = (day: Day, zone: string): number =>
  zone === 'UTC' ? day * oneDayMs : dateOf(day).toZonedDateTime(zone).epochMilliseconds;

/** When the letters of a day go out, in UTC milliseconds: at the same local hour every day. */
export const morningOf = (day: Day, zone: string): number =>
  zone === 'UTC'
    ? day * oneDayMs + morningHour * oneHourMs
    : dateOf(day).toZonedDateTime({ timeZone: zone, plainTime: MORNING }).epochMilliseconds;

/** The first morning after a moment, in UTC milliseconds. */
export function nextMorning(at: number, zone: string): number {
  const today = dayAt(at, zone);
  const morning = morningOf(today, zone);
  return morning > at ? morning : morningOf(today + 1, zone);
}

/** A moment in local time: `2026-12-24 18:00 (Europe/Berlin)`. */
export function minuteIn(at: number, zone: string): MomentText {
  const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return `${textOf(wall)} ${padded(wall.hour)}:${padded(wall.minute)} (${zone})`;
}

/** Reads a day such as `2026-12-24`; undefined if there is no such day. */
export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return dayOf(Temporal.PlainDate.from(text, { overflow: 'reject' }));
  } catch {
    // Temporal throws for a day that the month does not have.
    return undefined;
  }
}

/** Writes a day as `parseDay` reads it. */
export const makeDay = (day: Day): DayText => textOf(dateOf(day));

type CalendarDate = Pick<Temporal.PlainDate, 'year' | 'month' | 'day'>;
const textOf = ({ year, month, day }: CalendarDate): DayText =>
  `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
const padded = (number: number, digits = 2): string => String(number).padStart(digits, '0');

/** The year of a day, with its first and last day. */
export function yearOf(day: Day): Span & { readonly year: number } {
  const { year } = dateOf(day);
  const last = Temporal.PlainDate.from({ year, month: 12, day: 31 });
  return { year, from: dayOf(last.with({ month: 1, day: 1 })), to: dayOf(last) };
}

/** Sorts spans and joins those that overlap or touch. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, next) => one.from - next.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to + 1) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else merged.push(span);
  }
  return merged;
}

/** Counts the days of merged spans within a span. */
export const daysWithin = (spans: readonly Span[], { from, to }: Span): number =>
  spans.reduce(
    (days, span) => days + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from) + 1),
    0,
  );
