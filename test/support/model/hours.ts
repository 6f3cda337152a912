import { oneHourMs } from '../../../src/limits.ts';

/**
 * The calendar as a wall shows it: hour after hour is asked for its date. It shares nothing with the
 * calendar of the program.
 */
export interface Hours {
  /** UTC milliseconds. */
  at(hour: number): number;
  /** The local date of an hour, as `2026-10-25`. */
  date(zone: string, hour: number): string;
  /** The part of its local day that an hour is; a whole day has `DAY` of them. */
  part(zone: string, hour: number): number;
}

/** Can be divided by the 23, 24 and 25 hours that a day has. */
export const DAY = 23 * 24 * 25;

/** Hours that are known before the first and after the last one: no day there is cut off. */
const MARGIN = 48;

export function hoursFrom(start: number, count: number, zones: readonly string[]): Hours {
  const walls = new Map(
    zones.map((zone) => {
      const wall = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      });
      const dates = Array.from({ length: count + 2 * MARGIN }, (_, index) =>
        wall.format(start + (index - MARGIN) * oneHourMs),
      );
      const lengths = new Map<string, number>();
      for (const date of dates) lengths.set(date, (lengths.get(date) ?? 0) + 1);
      return [zone, { dates, lengths }] as const;
    }),
  );
  const date = (zone: string, hour: number): string => {
    const found = walls.get(zone)?.dates[hour + MARGIN];
    if (found === undefined) throw new Error(`no hour ${hour} in ${zone}`);
    return found;
  };
  return {
    at: (hour) => start + hour * oneHourMs,
    date,
    part: (zone, hour) => DAY / (walls.get(zone)?.lengths.get(date(zone, hour)) ?? 24),
  };
}

/** The date so many days after another one. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 24 * oneHourMs).toISOString().slice(0, 10);
