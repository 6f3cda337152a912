import { oneDayMs, oneHourMs } from '../limits.ts';

/** Letters that the submission server accepts; undefined: unlimited. */
export interface Quota {
  readonly perDay?: number | undefined;
  readonly perHour?: number | undefined;
}

/** A sliding window in which letters count. */
export interface QuotaSpan {
  readonly name: 'day' | 'hour';
  readonly ms: number;
  readonly most: number;
}

/**
 * Priorities when the quota is short: 0 is reports to admins, 1 is letters about boards and letters due by
 * the calendar, 2 is everything else.
 */
export const RANKS = [0, 1, 2] as const;
export type Rank = (typeof RANKS)[number];

/** Shares of a quota: kept free for boards and reports; in use when a warning is raised, and when it ends. */
const BOARDS_SHARE = 1 / 4;
const WARN_SHARE = 4 / 5;
const CLEAR_SHARE = 1 / 2;

/** The windows of a quota. */
export const spansOf = ({ perDay, perHour }: Quota): readonly QuotaSpan[] => [
  ...(perDay === undefined ? [] : [{ name: 'day', ms: oneDayMs, most: perDay } as const]),
  ...(perHour === undefined ? [] : [{ name: 'hour', ms: oneHourMs, most: perHour } as const]),
];

/**
 * How many letters of all ranks together may count in a span before this rank has to wait.
 *
 * @param reports number of waiting reports to admins, to reserve room for
 */
export function usableBy(rank: Rank, { most }: QuotaSpan, reports: number): number {
  const share = Math.floor(most * BOARDS_SHARE);
  const reserved = [0, Math.min(reports, share), share];
  return most - (reserved[rank] ?? 0);
}

/** Whether admins are to be warned of a shortage. */
export const isShort = ({ most }: QuotaSpan, used: number): boolean =>
  used >= Math.max(1, Math.floor(most * WARN_SHARE));
/** Whether a reported shortage has ended. */
export const isShortageOver = ({ most }: QuotaSpan, used: number): boolean =>
  used <= most * CLEAR_SHARE;
