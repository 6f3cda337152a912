import { type Quota, type QuotaSpan, type Rank, spansOf } from '../../budget/quota.ts';
import { addressKey } from '../../player/address.ts';
import { type Database, sql, type TimeWindow, timeWindow } from '../file/database.ts';
import { LEASE_RANK } from './leases.ts';

/** When letters were handed over lately, also such as may have been: one row for each time. */
const HANDED = `
  select sent_at as at from outbox where state = 'sent' and sent_at > :since and sent_at <= :now
  union all
  select at from counters where kind = 'uncertain-send' and at > :since and at <= :now
  union all
  select :now from outbox where state = 'sending'`;

/** How many letters of each span the mail host may have counted, those in hand included. */
export const quotaUsed = (
  db: Database,
  quota: Quota,
  now: number,
): readonly { readonly span: QuotaSpan; readonly used: number }[] =>
  spansOf(quota).map((span) => ({
    span,
    used: sql(db, `select count(*) from (${HANDED})`)
      .pluck()
      .get(timeWindow(now, span.ms)) as number,
  }));

/** When the one was handed over of which there were so many since; undefined when there were fewer. */
export const handedOverAt = (db: Database, span: TimeWindow, place: number): number | undefined =>
  sql(db, `select at from (${HANDED}) order by at desc limit 1 offset :place - 1`)
    .pluck()
    .get({ ...span, place }) as number | undefined;

/** Notes a hand-over for every letter in hand. */
export const noteCutSends = (db: Database, now: number): void => {
  sql(
    db,
    `insert into counters (kind, key, at)
    select 'uncertain-send', '', ? from outbox where state = 'sending'`,
  ).run(now);
};

const HELD_BACK = 'no more letters in this';

/** Notes why frozen letters wait that nobody has been asked to take yet. */
export const holdBack = (db: Database, above: Rank | -1, span: QuotaSpan['name']): void => {
  const which = `state = 'composed' and ${LEASE_RANK} > ?`;
  if (!sql(db, `select 1 from outbox where ${which} limit 1`).get(above)) return;
  sql(db, `update outbox set state = 'waiting', last_error = ? where ${which}`).run(
    `${HELD_BACK} ${span}`,
    above,
  );
};

/** How many letters wait because the mail host takes no more of them now. */
export const lettersHeldBack = (db: Database): number =>
  sql(
    db,
    `select count(*) from outbox where state = 'waiting' and last_error like '${HELD_BACK} %'`,
  )
    .pluck()
    .get() as number;

/** How many reports to the admins have not been handed over yet. */
export const reportsWaiting = (db: Database): number =>
  sql(
    db,
    `select count(*) from outbox
    where kind = 'report' and state in ('intended', 'composed', 'waiting', 'sending')`,
  )
    .pluck()
    .get() as number;

const ACCOUNTS = `'answer', 'question', 'board', 'notice'`;

/** Answers to letters that nothing proves are told apart from those to all others. */
const OF_PROOF = `(proof = 'none') = :unproven`;

/** An answer that waits until there is room for it is charged for the time when it is due. */
const IS_LATE = 'caused_at > created_at';

/**
 * When the letters came in that were answered lately to an address, and when late answers are due.
 *
 * @param unproven whether those count that nothing proves, or the others
 * @param aheadMs late answers that are due after so long were dated by a clock that has been put back
 */
export const answerTimes = (
  db: Database,
  address: string,
  unproven: boolean,
  lately: TimeWindow,
  aheadMs: number,
): readonly number[] =>
  sql(
    db,
    `select caused_at from outbox
    where address_key = :address and account = 'answer' and ${OF_PROOF}
      and caused_at between :since and iif(${IS_LATE}, :now + :aheadMs, :now)`,
  )
    .pluck()
    .all({
      ...lately,
      aheadMs,
      address: addressKey(address),
      unproven: unproven ? 1 : 0,
    }) as number[];

/** What the late answers to an address say that are due after a time, as JSON, and when each is due. */
export const lateAnswers = (
  db: Database,
  address: string,
  since: number,
): readonly { readonly said: string; readonly at: number }[] =>
  sql(
    db,
    `select facts -> '$.sections' as said, caused_at as at
    from outbox
    where address_key = ? and account = 'answer' and caused_at > ? and ${IS_LATE}
      and state <> 'failed'`,
  ).all(addressKey(address), since) as { said: string; at: number }[];

/** What the frozen letters come to that went to an address lately for letters that nothing proves. */
export const unprovenLetters = (
  db: Database,
  address: string,
  lately: TimeWindow,
): { readonly letters: number; readonly bytes: number } =>
  sql(
    db,
    `select count(*) as letters, coalesce(sum(bytes), 0) as bytes
    from outbox
    where address_key = :address and account in (${ACCOUNTS}) and caused_at between :since and :now
      and proof = 'none' and bytes is not null`,
  ).get({ ...lately, address: addressKey(address) }) as { letters: number; bytes: number };

/**
 * How large a letter was that has come, and what the frozen letters to an address come to that it has
 * caused; undefined of one that an older version has taken in.
 */
export const causedBy = (
  db: Database,
  inboxId: number,
  address: string,
): { readonly came: number; readonly caused: number } | undefined =>
  sql(
    db,
    `select came_bytes as came, (
        select coalesce(sum(bytes), 0)
        from outbox
        where outbox.address_key = ? and outbox.inbox_id = inbox.id
      ) as caused
    from inbox
    where id = ? and came_bytes is not null`,
  ).get(addressKey(address), inboxId) as ReturnType<typeof causedBy>;

/**
 * How many letters from an address have been answered with a refusal lately, and since the last one
 * that came to something.
 *
 * @param unproven whether the letters count that nothing proves, or the others
 */
export const refusalsInARow = (
  db: Database,
  address: string,
  unproven: boolean,
  lately: TimeWindow,
): number =>
  sql(
    db,
    `select count(*) from (
      select outbox.id,
        max(iif(inbox.state in ('done', 'held'), outbox.id, 0)) over () as last_done,
        inbox.state
      from outbox
      join inbox on inbox.id = outbox.inbox_id
      where address_key = :address and account in (${ACCOUNTS})
        and caused_at between :since and :now and automatic = 'auto-replied' and ${OF_PROOF}
    )
    where state = 'refused' and id > last_done`,
  )
    .pluck()
    .get({ ...lately, address: addressKey(address), unproven: unproven ? 1 : 0 }) as number;
