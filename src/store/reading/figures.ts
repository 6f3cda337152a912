import { oneDayMs, oneHourMs } from '../../limits.ts';
import { type Database, sql } from '../file/database.ts';

/** What the rows say of how a server is. Reading it takes no longer on a larger database. */
export interface Figures {
  readonly letters: readonly {
    readonly way: 'in' | 'out';
    readonly state: string;
    readonly letters: number;
  }[];
  /** When the oldest letter came that waits to be read, in UTC milliseconds; null when none does. */
  readonly unreadSince: number | null;
  /** When the oldest letter was decided that waits to be sent. */
  readonly unsentSince: number | null;
  /** Letters that wait after a hand-over that came to nothing, and such hand-overs of them. */
  readonly retried: number;
  readonly retries: number;
  /** Addresses that are sent nothing for some days. */
  readonly suspensions: number;
  /** Of the database file. */
  readonly bytes: number;
}

/** More than any provider lets an account send in a day, so that older ones are none of them. */
const HANDED_MAX = 5_000;
/** More letters that wait are not looked at, one by one. */
const WAITING_MAX = 10_000;

export const figures = (db: Database): Figures => ({
  letters: sql(
    db,
    'select way, state, letters from letter_counts order by way, state',
  ).all() as Figures['letters'],
  ...(sql(
    db,
    `select
      (
        select received_at from inbox
        where state = 'stored'
        order by id
        limit 1
      ) as unreadSince,
      (
        select min(created_at) from (
          select id, created_at from (
            select id, created_at from outbox where state = 'intended' order by id limit 1
          )
          union all
          select id, created_at from (
            select id, created_at from outbox where state = 'sending' order by id limit 1
          )
          union all
          select id, created_at from (
            select id, created_at from outbox
            where state in ('composed', 'waiting')
            order by retry_at
            limit ${WAITING_MAX}
          )
        )
      ) as unsentSince,
      (select count(*) from suspensions where lifted_at is null) as suspensions,
      (select page_count * page_size from pragma_page_count, pragma_page_size) as bytes`,
  ).get() as Pick<Figures, 'unreadSince' | 'unsentSince' | 'suspensions' | 'bytes'>),
  ...(sql(
    db,
    `select count(*) as retried, coalesce(sum(attempts), 0) as retries
    from (
      select attempts from outbox
      where state in ('composed', 'waiting')
      order by retry_at desc
      limit ${WAITING_MAX}
    )
    where attempts > 0`,
  ).get() as Pick<Figures, 'retried' | 'retries'>),
});

/** How many of the newest letters were handed over within an hour, and within a day. */
export const handedOver = (
  db: Database,
  now: number,
): { readonly hour: number; readonly day: number } =>
  sql(
    db,
    `select coalesce(sum(sent_at > :hour), 0) as hour, coalesce(sum(sent_at > :day), 0) as day
    from (
      select state, sent_at from outbox
      order by id desc
      limit ${HANDED_MAX}
    )
    where state = 'sent' and sent_at <= :now`,
  ).get({ now, hour: now - oneHourMs, day: now - oneDayMs }) as { hour: number; day: number };
