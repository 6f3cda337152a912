import { oneDayMs } from '../../../src/limits.ts';

/** A day to come is one of this year, or of the next. */
const YEARS_LATER = [0, 1];

/**
 * The day, as `2026-12-24`, that an English letter tells as `24 December 2026` or, of a day to come, as
 * `Thursday, 24 December`.
 *
 * @param now UTC milliseconds; the day may be yesterday, somewhere on Earth
 */
export function dayTold(words: string, now = 0): string {
  const whole = /\d{4}$/.test(words);
  const since = now - 2 * oneDayMs;
  const days = YEARS_LATER.map((later) => {
    const year = whole ? '' : new Date(since).getUTCFullYear() + later;
    return Date.parse(`${words.replace(/^\w+, /, '')} ${year} UTC`);
  });
  const day = whole ? days[0] : days.find((at) => at >= since);
  if (day === undefined || Number.isNaN(day)) throw new Error(`no day: ${words}`);
  return new Date(day).toISOString().slice(0, 10);
}
