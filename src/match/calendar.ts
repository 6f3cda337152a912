import { Temporal } from 'temporal-polyfill';
import { morningHour, oneDayMs, oneHourMs } from '../limits.ts';
import type { DayText, MomentText } from '../sentence.ts';

/** A day of the calendar, wherever that is: so many days after 1970-01-01. */
export type Day = number;

/** Days from the first to the last, both of them included. */
export interface Span {
  readonly from: Day;
  readonly to: Day;
}

const EPOCH = Temporal.PlainDate.from('1970-01-01');
const MORNING = new Temporal.PlainTime(morningHour);
const dateOf = (day: Day): Temporal.PlainDate => EPOCH.add({ days: day });
const dayOf = (date: Temporal.PlainDate): Day => EPOCH.until(date).days;

/**
 * The day that a moment falls on, where clocks show the time of a zone.
 *
 * @param at UTC milliseconds
 * @param zone a time zone of the IANA database, such as `Europe/Berlin`
 */
export const dayAt = (at: number, zone: string): Day =>
  zone === 'UTC'
    ? Math.floor(at / oneDayMs)
    : dayOf(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate());

/** The first moment of a day in a zone, in UTC milliseconds; where clocks skip midnight, an hour late. */
export const startOf = (day: Day, zone: string): number =>
  zone === 'UTC' ? day * oneDayMs : dateOf(day).toZonedDateTime(zone).epochMilliseconds;

/** When the letters of a day go out, in UTC milliseconds: at the same hour of the wall on every day. */
export const morningOf = (day: Day, zone: string): number =>
  zone === 'UTC'
    ? day * oneDayMs + morningHour * oneHourMs
    : dateOf(day).toZonedDateTime({ timeZone: zone, plainTime: MORNING }).epochMilliseconds;

/** The first morning after a moment. */
export function nextMorning(at: number, zone: string): number {
  const today = dayAt(at, zone);
  const morning = morningOf(today, zone);
  return morning > at ? morning : morningOf(today + 1, zone);
}

/** A moment as whoever lives in a zone reads it: `2026-12-24 18:00 (Europe/Berlin)`. */
export function minuteIn(at: number, zone: string): MomentText {
  const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return `${textOf(wall)} ${padded(wall.hour)}:${padded(wall.minute)} (${zone})`;
}

/** Reads a day as `2026-12-24`; undefined when there is no such day. */
export function parseDay(text: string): Day | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return dayOf(Temporal.PlainDate.from(text, { overflow: 'reject' }));
  } catch {
    // Temporal tells by throwing that a month has no such day.
    return undefined;
  }
}

/** Writes a day as `parseDay` reads it. */
export const makeDay = (day: Day): DayText => textOf(dateOf(day));

type CalendarDate = Pick<Temporal.PlainDate, 'year' | 'month' | 'day'>;
const textOf = ({ year, month, day }: CalendarDate): DayText =>
  `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
const padded = (number: number, digits = 2): string => String(number).padStart(digits, '0');

/** The first and the last day of the year that a day is in. */
export function yearOf(day: Day): Span & { readonly year: number } {
  const { year } = dateOf(day);
  const last = Temporal.PlainDate.from({ year, month: 12, day: 31 });
  return { year, from: dayOf(last.with({ month: 1, day: 1 })), to: dayOf(last) };
}

/** The same days in order, none of them twice: spans that touch become one. */
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

/** How many days of merged spans lie between two days, both of them included. */
export const daysWithin = (spans: readonly Span[], { from, to }: Span): number =>
  spans.reduce(
    (days, span) => days + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from) + 1),
    0,
  );
