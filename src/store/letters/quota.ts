import { type Quota, type QuotaSpan, type Rank, spansOf } from '../../budget/quota.ts';
import { type Database, sql } from '../file/database.ts';
import { type Lately, lately } from '../file/lately.ts';
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
    used: sql(db, `select count(*) from (${HANDED})`).pluck().get(lately(now, span.ms)) as number,
  }));

/** When the one was handed over of which there were so many since; undefined when there were fewer. */
export const handedOverAt = (db: Database, span: Lately, place: number): number | undefined =>
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
