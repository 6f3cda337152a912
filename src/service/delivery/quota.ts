import { type QuotaSpan, RANKS, type Rank, spansOf } from '../../budget/quota.ts';
import { oneDayMs } from '../../limits.ts';
import { timeWindow } from '../../ports.ts';
import { transact } from '../../store/file/database.ts';
import {
  handedOverAt,
  quotaUsed,
  reportsWaiting,
  waitForQuota,
} from '../../store/letters/charges.ts';
import { nextDueAt } from '../../store/letters/leases.ts';
import { currentCondition, endCondition, setCondition } from '../../store/server/conditions.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * The quota of the submission host. Unlike a refusal it is known in advance, so nothing is tried in vain:
 * letters wait, and what is left goes to reports and boards before all others.
 */

/** How many letters may be handed over now, and the least urgent rank among them (the highest number). */
interface Allowance {
  readonly letters: number;
  readonly rank: Rank;
}

const UNLIMITED: Allowance = { letters: Number.POSITIVE_INFINITY, rank: 2 };

/** The share reserved for boards and reports. */
const BOARDS_SHARE = 1 / 4;

/** The used share at which a warning begins. */
const WARN_SHARE = 4 / 5;

/** The used share at which it ends. */
const CLEAR_SHARE = 1 / 2;

/**
 * How many letters of all ranks together may count in a span before this rank has to wait.
 *
 * @param reports number of waiting reports to admins, to reserve room for
 */
function usableBy(rank: Rank, { limit }: QuotaSpan, reports: number): number {
  const share = Math.floor(limit * BOARDS_SHARE);
  const reserved = [0, Math.min(reports, share), share];
  return limit - (reserved[rank] ?? 0);
}

/** Whether admins are to be warned of a shortage. */
const isShort = ({ limit }: QuotaSpan, used: number): boolean =>
  used >= Math.max(1, Math.floor(limit * WARN_SHARE));

/** Whether a reported shortage has ended. */
const isShortageOver = ({ limit }: QuotaSpan, used: number): boolean => used <= limit * CLEAR_SHARE;

/** The room left now, if any. Records the reason of waiting letters, and a shortage. */
export function remainingQuota(shell: Shell): Allowance | undefined {
  const { db, quota, time } = shell;
  const used = quotaUsed(db, quota, time.now());
  if (used.length === 0) return UNLIMITED;
  for (const each of used) noteShortage(shell, each);
  const roomFor = (rank: Rank) =>
    used.map(({ span, used: count }) => ({
      span,
      letters: usableBy(rank, span, lettersToReserve(shell, span)) - count,
    }));
  const rank = RANKS.findLast((each) => roomFor(each).every(({ letters }) => letters > 0));
  const short = roomFor(2).find(({ letters }) => letters <= 0);
  if (short) waitForQuota(db, rank ?? -1, short.span.name);
  if (rank === undefined) return undefined;
  return { rank, letters: Math.min(...roomFor(rank).map(({ letters }) => letters)) };
}

/** The letters to reserve: waiting reports or, if more, those about a shortage not yet reported. */
function lettersToReserve({ db, admins }: Shell, { name }: QuotaSpan): number {
  const isTold = currentCondition(db, 'shortage', name)?.toldAt !== undefined;
  return Math.max(reportsWaiting(db), isTold ? 0 : admins.size);
}

function noteShortage(
  { db, time, log }: Shell,
  { span, used }: { readonly span: QuotaSpan; readonly used: number },
): void {
  const now = time.now();
  const { name, limit } = span;
  const shortage = currentCondition(db, 'shortage', name);
  if (!shortage && isShort(span, used)) {
    transact(db, () => setCondition(db, { kind: 'shortage', key: name, why: String(limit) }, now));
    log.warn({ span: name, used, most: limit }, 'the sending limit is nearly used up');
  }
  // Reported once a day at most, even if each hour has its shortage.
  const isLong = shortage && (now - shortage.beganAt >= oneDayMs || now < shortage.beganAt);
  if (isLong && isShortageOver(span, used))
    transact(db, () => endCondition(db, 'shortage', name, now));
}

/** When the next letter may go out, in UTC milliseconds; undefined if none waits. */
export function nextSendAt(shell: Shell): number | undefined {
  const { db, quota, time } = shell;
  const spans = spansOf(quota);
  if (spans.length === 0) return nextDueAt(db);
  const now = time.now();
  const times = RANKS.flatMap((rank) => {
    const dueAt = nextDueAt(db, rank);
    const roomAt = spans.map((span) => {
      const usable = usableBy(rank, span, lettersToReserve(shell, span));
      if (usable <= 0) return Number.POSITIVE_INFINITY;
      const at = handedOverAt(db, timeWindow(now, span.ms), usable);
      return at === undefined ? 0 : at + span.ms;
    });
    return dueAt === undefined ? [] : [Math.max(dueAt, ...roomAt)];
  });
  const isUntold = spans.some(({ name }) => {
    const shortage = currentCondition(db, 'shortage', name);
    return shortage && shortage.toldAt === undefined;
  });
  return times.length === 0
    ? undefined
    : isUntold && shell.admins.size > 0
      ? now
      : Math.min(...times);
}
