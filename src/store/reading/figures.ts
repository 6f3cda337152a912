import { type Database, sql } from '../file/database.ts';
import { robotTurnsWaiting } from '../play/robot-turns.ts';

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
  /** Turns of the robot that wait. */
  readonly robotTurns: number;
  /** Of the database file. */
  readonly bytes: number;
}

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
  robotTurns: robotTurnsWaiting(db),
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
