import { introductionLimits, oneDayMs } from '../../limits.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import type { Act } from '../../player/settings.ts';
import type { TimeWindow } from '../../ports.ts';
import { submissionLimits } from '../../server-limits.ts';
import { type Database, sql } from '../file/database.ts';
import { pendingKey } from './pending.ts';

/** A token bucket: `atOnce` letters, then one every `everyMs`. */
interface RateLimit {
  readonly atOnce: number;
  readonly everyMs: number;
}

/** What is counted: its key; its other key. */
type Kind =
  /** An act: the player; the other player, if that matters. */
  | Act
  /** A comment without a move: the player; the board. */
  | 'say'
  /** A question for a `yes`, caused without and with a proof: the address; the held commands. */
  | 'question'
  | 'proven-question'
  /** An unproven letter: the address in whose name it came. */
  | 'unproven'
  /** An introduction to a stranger: the address. */
  | 'introduction'
  /** A notice of a useless letter: the address; the cause. */
  | 'unused'
  /** A letter that was accepted only with an envelope sender without a tag: its domain. */
  | 'plain-sender'
  /** A hand-over that the mail host may have counted, though it did not confirm the letter. */
  | 'uncertain-send'
  /** A letter to a stranger that was over a cap: the cap. */
  | 'cap';

interface Counter {
  readonly kind: Kind;
  readonly key: number | string;
  /** If given in a query, only entries with this one count. */
  readonly other?: number | string | undefined;
}

export const count = (db: Database, { kind, key, other }: Counter, at: number): void => {
  sql`insert into counters (kind, key, other, at)
    values (${kind}, ${String(key)}, ${other === undefined ? null : String(other)},
      ${at})`.run(db);
};

/**
 * Adds one to the row of the span, which the first entry begins.
 *
 * @returns the number in the span
 */
export function countInSpan(db: Database, { kind, key }: Counter, span: TimeWindow): number {
  const total = sql`update counters
    set total = total + 1
    where kind = ${kind} and key = ${String(key)} and at > ${span.since} and at <= ${span.now}
    returning total`.value<number>(db);
  if (total === undefined) count(db, { kind, key }, span.now);
  return total ?? 1;
}

export const timesOf = (
  db: Database,
  { kind, key, other }: Counter,
  span: TimeWindow,
): readonly number[] =>
  sql`select at from counters
    where kind = ${kind} and key = ${String(key)} and at > ${span.since} and at <= ${span.now}
      and (${other === undefined ? null : String(other)} is null
        or other = ${other === undefined ? null : String(other)})`.values(db);

/**
 * Whether the submission server lately accepted letters to several domains only with an envelope sender
 * without a tag.
 */
export const takesPlainOnly = (db: Database, now: number): boolean =>
  sql`select count(distinct key)
    from counters
    where kind = 'plain-sender' and at > ${now - submissionLimits.plainSenderMs}
      and at <= ${now}`.value<number>(db) >= submissionLimits.plainSenderDomainsMin;

export const questionsTo = (
  db: Database,
  address: string,
  proven: boolean,
  heldId?: number,
): Counter => ({
  kind: proven ? 'proven-question' : 'question',
  key: pendingKey(db, address),
  other: heldId,
});

/**
 * The number of recent questions to an address. One that got its `yes` does not count.
 *
 * @param proven whether those of proven letters count, or only all others
 */
export function questionsSince(
  db: Database,
  address: string,
  proven: boolean,
  { since, now }: TimeWindow,
): number {
  const { kind, key } = questionsTo(db, address, proven);
  return sql`select count(*)
    from counters
    join held on held.id = other
    where kind = ${kind} and key = ${key} and at > ${since} and at <= ${now}
      and state <> 'confirmed'`.value(db);
}

/**
 * The counter of introductions, or of notices of useless letters, to an address. `eve+games@x.test` and
 * `Eve@x.test` share one.
 */
export const noticesSentTo = (
  kind: 'introduction' | 'unused',
  address: string,
  cause?: string,
): Counter => ({ kind, key: addressKey(splitTag(address).base), other: cause });

/** Deletes entries that no longer count, and rate limits of which nothing is used up. */
export function pruneCounters(db: Database, now: number): void {
  // One kind after the other, by their index.
  sql`delete from counters
    where rowid in (
      with recursive kinds (kind) as (
        select min(kind) from counters
        union all
        select (select min(kind) from counters where kind > kinds.kind) from kinds
        where kind is not null
      )
      select counters.rowid
      from kinds
      cross join counters on counters.kind = kinds.kind
        and at <= ${now} - case kinds.kind
          when 'introduction' then ${introductionLimits.everyMs}
          when 'plain-sender' then ${submissionLimits.plainSenderMs}
          else ${oneDayMs}
        end
      where kinds.kind <> 'cap'
    )`.run(db);
  sql`delete from rate_limits where used_until <= ${now}`.run(db);
}

/** Counts a letter to a stranger that was over a cap, until the next report to the admins. */
export const countCap = (db: Database, cap: StrangerCap, now: number): void => {
  countInSpan(db, { kind: 'cap', key: cap }, { since: 0, now });
};

export type StrangerCap = 'sign-ups' | 'answers';

/**
 * The number of letters that a rate limit has room for (GCRA). A time further ahead than it ever gets was
 * written by a clock that was set back since, and is ignored.
 */
export function roomLeft(
  db: Database,
  name: string,
  { atOnce, everyMs }: RateLimit,
  now: number,
): number {
  const usedUntil = sql`select used_until from rate_limits where name = ${name}`.value(db);
  const ahead = (((usedUntil as number | undefined) ?? now) - now) / everyMs;
  return ahead > 0 && ahead <= atOnce ? atOnce - ahead : atOnce;
}

export const takeRoom = (db: Database, name: string, limit: RateLimit, now: number): void => {
  sql`insert into rate_limits (name, used_until) values (${name}, ${now} + ${limit.everyMs})
    on conflict (name) do update
    set used_until = ${limit.everyMs}
      + iif(used_until between ${now} and ${now} + ${limit.atOnce} * ${limit.everyMs}, used_until,
        ${now})`.run(db);
};
