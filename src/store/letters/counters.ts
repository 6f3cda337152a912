import { firstLetterEveryMs, oneDayMs, type RateLimit } from '../../limits.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import type { Act } from '../../player/types.ts';
import { plainSenderMsMax } from '../../server-limits.ts';
import { type Database, sql, type TimeWindow } from '../file/database.ts';
import { pendingKey } from './pending.ts';

/** What is counted, and what its key and its other key are. */
type Kind =
  /** A player; where it counts, the player to whom it was done. */
  | Act
  /** Words without a move: a player; the board. */
  | 'say'
  /** A letter that asks for a yes, caused without and with a proof: an address; the held commands. */
  | 'question'
  | 'proven-question'
  /** Letters without a proof: an address in whose name they came. */
  | 'unproven'
  /** A letter that tells a stranger what this is: an address. */
  | 'introduction'
  /** A letter that tells of one of no use: an address; the cause. */
  | 'unused'
  /** A letter that was taken under the plain sender only: its domain. */
  | 'plain-sender'
  /** A hand-over that the mail host may have counted, though nothing shows that it took the letter. */
  | 'uncertain-send'
  /** A letter to a stranger for which there was no room: which cap was met. */
  | 'cap';

/** One thing that is counted, of one person or domain. */
interface Counter {
  readonly kind: Kind;
  readonly key: number | string;
  /** Where a count asks for it, only those with the same one count. */
  readonly other?: number | string | undefined;
}

/** Counts it once. */
export const count = (db: Database, { kind, key, other }: Counter, at: number): void => {
  sql(db, 'insert into counters (kind, key, other, at) values (?, ?, ?, ?)').run(
    kind,
    String(key),
    other === undefined ? null : String(other),
    at,
  );
};

/**
 * Counts it once, in the span that the first of several begins: those of one span are one row.
 *
 * @returns how many there are in it by now
 */
export function countInSpan(db: Database, { kind, key }: Counter, span: TimeWindow): number {
  const total = sql(
    db,
    `update counters
    set total = total + 1
    where kind = :kind and key = :key and at > :since and at <= :now
    returning total`,
  )
    .pluck()
    .get({ kind, key: String(key), ...span }) as number | undefined;
  if (total === undefined) count(db, { kind, key }, span.now);
  return total ?? 1;
}

/** When it happened lately. */
export const timesOf = (
  db: Database,
  { kind, key, other }: Counter,
  span: TimeWindow,
): readonly number[] =>
  sql(
    db,
    `select at from counters
    where kind = :kind and key = :key and at > :since and at <= :now
      and (:other is null or other = :other)`,
  )
    .pluck()
    .all({
      kind,
      key: String(key),
      other: other === undefined ? null : String(other),
      ...span,
    }) as number[];

/** How often players did something lately, all together. */
export const actsOfAll = (db: Database, act: Act, { since, now }: TimeWindow): number =>
  sql(db, 'select count(*) from counters where kind = ? and at > ? and at <= ?')
    .pluck()
    .get(act, since, now) as number;

/** How many domains have lately taken a letter under the plain sender only. */
export const plainSenders = (db: Database, { since, now }: TimeWindow): number =>
  sql(
    db,
    `select count(distinct key)
    from counters
    where kind = 'plain-sender' and at > ? and at <= ?`,
  )
    .pluck()
    .get(since, now) as number;

/** The questions that letters to an address have asked. */
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
 * How many questions letters have caused to an address lately. One that got its yes does not count.
 *
 * @param proven whether those of proven letters are counted, or all others
 */
export function questionsSince(
  db: Database,
  address: string,
  proven: boolean,
  { since, now }: TimeWindow,
): number {
  const { kind, key } = questionsTo(db, address, proven);
  return sql(
    db,
    `select count(*)
    from counters
    join held on held.id = other
    where kind = ? and key = ? and at > ? and at <= ? and state <> 'confirmed'`,
  )
    .pluck()
    .get(kind, key, since, now) as number;
}

/** A letter that is told to an address. `eve+games@x.test` and `Eve@x.test` are one. */
export const noticesSentTo = (
  kind: 'introduction' | 'unused',
  address: string,
  cause?: string,
): Counter => ({ kind, key: addressKey(splitTag(address).base), other: cause });

/** Forgets what is counted no more, and the rate limits of which nothing is used up. */
export function dropCounters(db: Database, now: number): void {
  sql(
    db,
    `delete from counters
    where kind <> 'cap' and at <= :now - case kind
      when 'introduction' then :introduced
      when 'plain-sender' then :plainSender
      else :day
    end`,
  ).run({ now, introduced: firstLetterEveryMs, plainSender: plainSenderMsMax, day: oneDayMs });
  sql(db, 'delete from rate_limits where used_until <= ?').run(now);
}

/** Counts a letter to a stranger for which there was no room, until the admins are told. */
export const countCap = (db: Database, cap: StrangerCap, now: number): void => {
  countInSpan(db, { kind: 'cap', key: cap }, { since: 0, now });
};

/** The caps on letters to strangers. */
type StrangerCap = 'sign-ups' | 'answers';

/** The caps that no report has told of: how many letters found no room, and since when. */
export const capsMet = (
  db: Database,
): readonly { readonly name: StrangerCap; readonly letters: number; readonly since: number }[] =>
  sql(
    db,
    `select key as name, sum(total) as letters, min(at) as since
    from counters
    where kind = 'cap'
    group by key
    order by key`,
  ).all() as { name: StrangerCap; letters: number; since: number }[];

/** The admins know of every cap met until now. */
export const forgetCaps = (db: Database): void => {
  sql(db, "delete from counters where kind = 'cap'").run();
};

/**
 * How many letters a rate limit leaves room for (GCRA). Where it is used up for longer than it ever is,
 * that was noted by a clock that has been put back since.
 */
export function roomLeft(
  db: Database,
  name: string,
  { atOnce, everyMs }: RateLimit,
  now: number,
): number {
  const usedUntil = sql(db, 'select used_until from rate_limits where name = ?').pluck().get(name);
  const ahead = (((usedUntil as number | undefined) ?? now) - now) / everyMs;
  return ahead > 0 && ahead <= atOnce ? atOnce - ahead : atOnce;
}

/** Takes the room of one letter. */
export const takeRoom = (db: Database, name: string, limit: RateLimit, now: number): void => {
  sql(
    db,
    `insert into rate_limits (name, used_until) values (:name, :now + :everyMs)
    on conflict (name) do update
    set used_until = :everyMs
      + iif(used_until between :now and :now + :atOnce * :everyMs, used_until, :now)`,
  ).run({ name, now, ...limit });
};
