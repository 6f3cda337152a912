import { type Quota, type QuotaSpan, type Rank, spansOf } from '../../budget/quota.ts';
import { addressKey } from '../../player/address.ts';
import { type TimeWindow, timeWindow } from '../../ports.ts';
import { type Database, sql } from '../file/database.ts';
import { LEASE_RANK } from './leases.ts';

/** The times of recent hand-overs, uncertain ones included: one row each. */
const handOverTimes = ({ since, now }: TimeWindow) => sql`
  select sent_at as at from outbox
  where state = 'sent' and sent_at > ${since} and sent_at <= ${now}
  union all
  select at from counters where kind = 'uncertain-send' and at > ${since} and at <= ${now}
  union all
  select ${now} from outbox where state = 'sending'`;

/** The number of letters handed over; each part is counted in an index alone. */
const handedOver = (db: Database, { since, now }: TimeWindow): number =>
  sql`select (
      select count(*) from outbox where state = 'sent' and sent_at > ${since} and sent_at <= ${now}
    ) + (
      select count(*) from counters
      where kind = 'uncertain-send' and at > ${since} and at <= ${now}
    ) + (
      select count(*) from outbox where state = 'sending'
    )`.value(db);

/** The letters of each span that the mail host may have counted, those in hand included. */
export const quotaUsed = (
  db: Database,
  quota: Quota,
  now: number,
): readonly { readonly span: QuotaSpan; readonly used: number }[] =>
  spansOf(quota).map((span) => ({
    span,
    used: handedOver(db, timeWindow(now, span.ms)),
  }));

/** The time of the hand-over at this place, counted from the newest; undefined if there were fewer. */
export const handedOverAt = (db: Database, span: TimeWindow, place: number): number | undefined =>
  sql`select at from (${handOverTimes(span)}) order by at desc limit 1 offset ${place} - 1`.value(
    db,
  );

/** Records an uncertain hand-over for every letter in hand. */
export const recordUncertainSends = (db: Database, now: number): void => {
  sql`insert into counters (kind, key, at)
    select 'uncertain-send', '', ${now} from outbox where state = 'sending'`.run(db);
};

const HELD_BACK = 'no more letters in this';

/** Lets the frozen letters above a rank wait, because the letters of a span are used up. */
export const waitForQuota = (db: Database, above: Rank | -1, span: QuotaSpan['name']): void => {
  // The first condition is that of an index.
  const which = sql`state in ('composed', 'waiting') and state = 'composed'
    and ${LEASE_RANK} > ${above}`;
  if (!sql`select 1 from outbox where ${which} limit 1`.exists(db)) return;
  sql`update outbox set state = 'waiting', last_error = ${`${HELD_BACK} ${span}`}
    where ${which}`.run(db);
};

/** The number of letters that wait because the quota is used up. */
export const lettersWaitingForQuota = (db: Database): number =>
  sql`select count(*) from outbox
    where state in ('composed', 'waiting') and last_error like ${`${HELD_BACK} %`}`.value(db);

/** The number of reports to the admins that are not handed over yet. */
export const reportsWaiting = (db: Database): number =>
  sql`select count(*) from outbox
    where kind = 'report' and state in ('intended', 'composed', 'waiting',
      'sending')`.value(db);

/** All values of the column `account`: naming them lets SQLite use the index by address, account and time. */
const ALL_ACCOUNTS = sql`'answer', 'question', 'board', 'notice'`;

/** Answers to unproven letters are counted apart from all others. */
const ofProof = (unproven: boolean) => sql`(proof = 'none') = ${unproven}`;

/** An answer that waits for its rate limit is charged for the time when it is due. */
const IS_LATE = sql`caused_at > created_at`;

/**
 * The arrivals of letters recently answered to an address, and the due times of late answers.
 *
 * @param unproven whether unproven letters count, or only all others
 * @param aheadMs late answers further ahead do not count: they were dated by a clock that was set back since
 */
export const answerTimes = (
  db: Database,
  address: string,
  unproven: boolean,
  lately: TimeWindow,
  aheadMs: number,
): readonly number[] =>
  sql`select caused_at from outbox
    where address_key = ${addressKey(address)} and account = 'answer' and ${ofProof(unproven)}
      and caused_at between ${lately.since}
        and iif(${IS_LATE}, ${lately.now + aheadMs}, ${lately.now})`.values(db);

/** The late answers to an address that are due after a time: the sections as JSON, and the due time. */
export const delayedAnswers = (
  db: Database,
  address: string,
  since: number,
): readonly { readonly said: string; readonly at: number }[] =>
  sql`select facts -> '$.sections' as said, caused_at as at
    from outbox
    where address_key = ${addressKey(address)} and account = 'answer' and caused_at > ${since}
      and ${IS_LATE}
      and state <> 'failed'`.all(db);

/** The number and bytes of recent frozen letters to an address that unproven letters have caused. */
export const unprovenLetters = (
  db: Database,
  address: string,
  lately: TimeWindow,
): { readonly letters: number; readonly bytes: number } =>
  sql`select count(*) as letters, coalesce(sum(bytes), 0) as bytes
    from outbox
    where address_key = ${addressKey(address)} and account in (${ALL_ACCOUNTS})
      and caused_at between ${lately.since} and ${lately.now}
      and proof = 'none' and bytes is not null`.one(db);

/**
 * The bytes of an incoming letter, and of the frozen letters to an address that it has caused; undefined if
 * an older version stored it.
 */
export const bytesCaused = (
  db: Database,
  inboxId: number,
  address: string,
): { readonly came: number; readonly caused: number } | undefined =>
  sql`select came_bytes as came, (
        select coalesce(sum(bytes), 0)
        from outbox
        where outbox.address_key = ${addressKey(address)} and outbox.inbox_id = inbox.id
      ) as caused
    from inbox
    where id = ${inboxId} and came_bytes is not null`.one(db);

/**
 * The number of refused letters from an address, recent and since the last that was carried out or held.
 *
 * @param unproven whether unproven letters count, or only all others
 */
export const refusalsInARow = (
  db: Database,
  address: string,
  unproven: boolean,
  lately: TimeWindow,
): number =>
  sql`select count(*) from (
      select outbox.id,
        max(iif(inbox.state in ('done', 'held'), outbox.id, 0)) over () as last_done,
        inbox.state
      from outbox
      join inbox on inbox.id = outbox.inbox_id
      where address_key = ${addressKey(address)} and account in (${ALL_ACCOUNTS})
        and caused_at between ${lately.since} and ${lately.now} and automatic = 'auto-replied'
          and ${ofProof(unproven)}
    )
    where state = 'refused' and id > last_done`.value(db);
