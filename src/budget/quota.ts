import { oneDayMs, oneHourMs } from '../limits.ts';

/** How many letters the submission host lets us send; undefined where it does not count. */
export interface Quota {
  readonly perDay?: number | undefined;
  readonly perHour?: number | undefined;
}

/** A time in which letters are counted, up to now. */
export interface QuotaSpan {
  readonly name: 'day' | 'hour';
  readonly ms: number;
  readonly most: number;
}

/**
 * Who goes first when it is short: what the admins are told before boards and what the calendar says,
 * and those before everything else.
 */
export const RANKS = [0, 1, 2] as const;
export type Rank = (typeof RANKS)[number];

/** What is left of a quota when all that is not of a rank must wait. */
const BOARDS_SHARE = 1 / 4;
const TOLD_SHARE = 4 / 5;
const OVER_SHARE = 1 / 2;

/** The spans in which letters are counted. */
export const spansOf = ({ perDay, perHour }: Quota): readonly QuotaSpan[] => [
  ...(perDay === undefined ? [] : [{ name: 'day', ms: oneDayMs, most: perDay } as const]),
  ...(perHour === undefined ? [] : [{ name: 'hour', ms: oneHourMs, most: perHour } as const]),
];

/**
 * So many letters of a span may be used up, those of all ranks together, before one of this rank has
 * to wait.
 *
 * @param reports letters to the admins that are to find room
 */
export function usableBy(rank: Rank, { most }: QuotaSpan, reports: number): number {
  const share = Math.floor(most * BOARDS_SHARE);
  const left = [0, Math.min(reports, share), share];
  return most - (left[rank] ?? 0);
}

/** Whether so little is left that the admins are to hear of it, or enough that it is over. */
export const isShort = ({ most }: QuotaSpan, used: number): boolean =>
  used >= Math.max(1, Math.floor(most * TOLD_SHARE));
export const isOver = ({ most }: QuotaSpan, used: number): boolean => used <= most * OVER_SHARE;
