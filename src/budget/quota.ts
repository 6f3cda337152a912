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

/** The share reserved for boards and reports. */
const BOARDS_SHARE = 1 / 4;
/** The used share at which a warning begins. */
const WARN_SHARE = 4 / 5;
/** The used share at which it ends. */
const CLEAR_SHARE = 1 / 2;

/** The windows of a quota. */
export const spansOf = ({ perDay, perHour }: Quota): readonly QuotaSpan[] => [
  ...(perDay === undefined ? [] : [{ name: 'day', ms: oneDayMs, limit: perDay } as const]),
  ...(perHour === undefined ? [] : [{ name: 'hour', ms: oneHourMs, limit: perHour } as const]),
];

/**
 * How many letters of all ranks together may count in a span before this rank has to wait.
 *
 * @param reports number of waiting reports to admins, to reserve room for
 */
export function usableBy(rank: Rank, { limit }: QuotaSpan, reports: number): number {
  const share = Math.floor(limit * BOARDS_SHARE);
  const reserved = [0, Math.min(reports, share), share];
  return limit - (reserved[rank] ?? 0);
}

/** Whether admins are to be warned of a shortage. */
export const isShort = ({ limit }: QuotaSpan, used: number): boolean =>
  used >= Math.max(1, Math.floor(limit * WARN_SHARE));
/** Whether a reported shortage has ended. */
export const isShortageOver = ({ limit }: QuotaSpan, used: number): boolean =>
  used <= limit * CLEAR_SHARE;
