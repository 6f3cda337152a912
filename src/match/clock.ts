import { Temporal } from 'temporal-polyfill';
import { clockLimits, morningLimits, oneDayMs, oneHourMs, vacationLimits } from '../limits.ts';
import type { DayText, MomentText } from '../sentence.ts';

/** The time control of a match, in whole days. */
export interface Pace {
  /** Interval of reminders, in days without a move; 0: none. */
  readonly nagDays: number;
  /** Days without a move after which the match is lost. */
  readonly forfeitDays: number;
  /** Days for all moves of a player together; undefined: unlimited. */
  readonly totalDays: number | undefined;
  /** Days that each move adds to the total. */
  readonly incrementDays: number;
}

/** The default, as on earlier play-by-mail servers. */
export const DEFAULT_PACE: Pace = {
  nagDays: 7,
  forfeitDays: 21,
  totalDays: undefined,
  incrementDays: 0,
};

/** Writes a pace: `7/21`, or `7/21/90+1` with a total. `parsePace` reads it back. */
export function makePace({ nagDays, forfeitDays, totalDays, incrementDays }: Pace): string {
  const turn = `${nagDays}/${forfeitDays}`;
  return totalDays === undefined ? turn : `${turn}/${totalDays}+${incrementDays}`;
}

/**
 * Reads a pace from the store.
 *
 * @throws Error if malformed: the record is damaged
 */
export function parsePace(text: string): Pace {
  const [, nag, forfeit, total, increment] = PACE.exec(text) ?? [];
  if (nag === undefined) throw new Error(`damaged pace: ${text}`);
  return {
    nagDays: Number(nag),
    forfeitDays: Number(forfeit),
    totalDays: total === undefined ? undefined : Number(total),
    incrementDays: Number(increment ?? 0),
  };
}

/** Syntax of a written pace. */
export const PACE = /^(\d+)\/(\d+)(?:\/(\d+)\+(\d+))?$/;

/**
 * Clocks count whole calendar days. The day on which a turn begins and days off do not count; a move on the
 * next day has taken one day. A limit of 21 days ends with the 21st of them.
 */

export interface Turn {
  readonly began: Day;
  /** Limit of days. */
  readonly allowedDays: number;
  /** Interval of reminders, in days; 0: none. */
  readonly nagDays: number;
  /** The player's days off in clock time, merged: after server downtime, earlier by its length. */
  readonly off: readonly Span[];
}

/** How many days a turn may take, after `plies` turns of the player that took `usedDays` together. */
export function allowedDays(pace: Pace, usedDays: number, plies: number): number {
  const { forfeitDays, totalDays, incrementDays } = pace;
  if (totalDays === undefined) return forfeitDays;
  return Math.max(0, Math.min(forfeitDays, totalDays + incrementDays * plies - usedDays));
}

export const daysGone = ({ began, off }: Pick<Turn, 'began' | 'off'>, today: Day): number =>
  Math.max(0, today - began - daysWithin(off, { from: began + 1, to: today }));

/**
 * The last day on which a move is in time. A player returning from days off has at least some days to move;
 * further days off among those do not count, either.
 */
export function lastDay({ began, allowedDays: allowed, off }: Turn): Day {
  const last = dayAfter(began, allowed + 1, off) - 1;
  const absence = off.findLast(({ from, to }) => to >= began && from <= last);
  if (!absence) return last;
  const back = Math.min(vacationLimits.returnDaysMin, absence.to - absence.from + 1);
  return Math.max(last, dayAfter(absence.to, back, off));
}

/** The day `count` days after another, not counting days off. */
function dayAfter(day: Day, count: number, off: readonly Span[]): Day {
  let at = day;
  for (let left = count; left > 0; ) {
    at++;
    if (!isDayOff(off, at)) left--;
  }
  return at;
}

interface Notices {
  /** Local day of the last reminder. */
  readonly remindedDay: Day | undefined;
  /** When the forfeit was announced, in UTC milliseconds. */
  readonly announcedAt: number | undefined;
}

/**
 * The day of the next reminder: every `nagDays`, and once shortly before the last day. Undefined when no more
 * is due.
 */
export function nextReminder(turn: Turn, { remindedDay, announcedAt }: Notices): Day | undefined {
  const { began, nagDays, off } = turn;
  const last = lastDay(turn);
  const announcement =
    announcedAt === undefined ? last - clockLimits.warningDays : Number.POSITIVE_INFINITY;
  const latest = Math.max(last, began + 1);
  for (let day = Math.max(began, remindedDay ?? began) + 1; day <= latest; day++) {
    if (isDayOff(off, day)) continue;
    if (day >= announcement) return day;
    if (nagDays > 0 && daysGone(turn, day) % nagDays === 0) return day;
  }
  return announcedAt === undefined ? latest + 1 : undefined;
}

export const isDeadlineNear = (today: Day, last: Day): boolean =>
  last - today <= clockLimits.warningDays;

export const isDayOff = (off: readonly Span[], day: Day): boolean =>
  off.some(({ from, to }) => from <= day && day <= to);

/** The running clock of a board, and its player. */
export interface RunningClock extends ReturnType<typeof readClock> {
  readonly board: number;
  readonly playerId: number;
  readonly zone: string;
  /** The player's last day off, if today is a day off. */
  readonly offUntil?: Day;
}

export interface Calendar {
  readonly zone: string;
  /** Days off, merged. */
  readonly off: readonly Span[];
  /** Server downtime since the turn began. */
  readonly downtimeMs: number;
}

export function readClock(
  rest: Pick<Turn, 'allowedDays' | 'nagDays'>,
  { zone, off, downtimeMs }: Calendar,
  notices: Notices,
  beganAt: number,
  now: number,
) {
  const turn: Turn = { ...rest, off, began: dayAt(beganAt, zone) };
  const today = dayAt(now - downtimeMs, zone);
  const last = lastDay(turn);
  const endOfLastDay = startOf(last + 1, zone) + downtimeMs;
  // No match is lost within a day of its announcement.
  const { announcedAt } = notices;
  const earliest = Math.max(endOfLastDay, (announcedAt ?? now) + clockLimits.warningMsMin);
  // Letters name the day, so it counts to its end.
  const deadlineAt = startOf(dayAt(earliest - 1, zone) + 1, zone);
  const reminder = nextReminder(turn, notices);
  const remindAt =
    reminder === undefined
      ? Number.POSITIVE_INFINITY
      : morningOf(dayAt(startOf(reminder, zone) + downtimeMs, zone), zone);
  return {
    turn,
    /** The player's local day, not counting server downtime. */
    today,
    /**
     * `today` as it will be at the end of the local day. Morning letters refer to it: after downtime the
     * clock may not have reached it yet.
     */
    dayAtMidnight: dayAt(startOf(dayAt(now, zone) + 1, zone) - 1 - downtimeMs, zone),
    daysGone: daysGone(turn, today),
    left: Math.max(0, last - today - daysWithin(turn.off, { from: today + 1, to: last })),
    /** The last day on which a move is in time. */
    last,
    /** When the match is lost, in UTC milliseconds: the end of a local day. */
    deadlineAt,
    /** When the next reminder or the forfeit is due, in UTC milliseconds. */
    dueAt: announcedAt === undefined ? remindAt : Math.min(remindAt, deadlineAt),
  };
}

/** A calendar day in any time zone: days since 1970-01-01. */
export type Day = number;

/** Days from the first to the last, inclusive. */
export interface Span {
  readonly from: Day;
  readonly to: Day;
}

const EPOCH = Temporal.PlainDate.from('1970-01-01');

const MORNING = new Temporal.PlainTime(morningLimits.hour);

const dateOf = (day: Day): Temporal.PlainDate => EPOCH.add({ days: day });

const dayOf = (date: Temporal.PlainDate): Day => EPOCH.until(date).days;

/**
 * The local day of a moment in a time zone.
 *
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
    ? day * oneDayMs + morningLimits.hour * oneHourMs
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
  const time = wall.toPlainTime().toString({ smallestUnit: 'minute' });
  return `${wall.toPlainDate().toString() as DayText} ${time as `${string}:${string}`} (${zone})`;
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
export const makeDay = (day: Day): DayText => dateOf(day).toString() as DayText;

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

export const daysWithin = (spans: readonly Span[], { from, to }: Span): number =>
  spans.reduce(
    (days, span) => days + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from) + 1),
    0,
  );

export interface ClockFacts {
  readonly userid: string;
  /** Whole days. */
  readonly gone: number;
  readonly left: number;
  /** The last day of the turn, such as `2026-12-24`, and its zone. */
  readonly day: DayText;
  readonly zone: string;
  /** The limit is for all moves together. */
  readonly total?: true;
  /** The last day on which the clock stands still. */
  readonly awayUntil?: DayText;
}
