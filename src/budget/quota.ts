import { oneDayMs, oneHourMs } from '../limits.ts';

/** Letters that the submission server accepts; undefined: unlimited. */
export interface Quota {
  readonly perDay?: number | undefined;
  readonly perHour?: number | undefined;
}

/** A sliding window over which sent letters are counted. */
export interface QuotaSpan {
  readonly name: 'day' | 'hour';
  readonly ms: number;
  /** Maximum number of letters in it. */
  readonly limit: number;
}

/**
 * Priorities when the quota is short: 0 is reports to admins, 1 is letters about boards and letters due by
 * the calendar, 2 is everything else.
 */
export const RANKS = [0, 1, 2] as const;
export type Rank = (typeof RANKS)[number];

/** The windows of a quota. */
export const spansOf = ({ perDay, perHour }: Quota): readonly QuotaSpan[] => [
  ...(perDay === undefined ? [] : [{ name: 'day', ms: oneDayMs, limit: perDay } as const]),
  ...(perHour === undefined ? [] : [{ name: 'hour', ms: oneHourMs, limit: perHour } as const]),
];
