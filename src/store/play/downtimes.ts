import { type Database, sql } from '../file/database.ts';

/** When the mailbox was last known to be read to its end; undefined when it never was. */
export const lastBeat = (db: Database): number | undefined =>
  sql(db, 'select at from heartbeat').pluck().get() as number | undefined;

/** The mailbox is read to its end now. */
export const beat = (db: Database, now: number): void => {
  sql(
    db,
    `insert into heartbeat (id, at) values (1, ?)
    on conflict (id) do update
    set at = excluded.at`,
  ).run(now);
};

/** Writes down a time in which no letter could be read. */
export const putDowntime = (db: Database, beganAt: number, endedAt: number): void => {
  sql(db, 'insert into downtimes (began_at, ended_at) values (?, ?)').run(beganAt, endedAt);
};

/** How many milliseconds of such times lie between two moments. */
export const awayBetween = (db: Database, since: number, until: number): number =>
  sql(
    db,
    `select coalesce(sum(min(ended_at, :until) - max(began_at, :since)), 0)
    from downtimes
    where ended_at > :since and began_at < :until`,
  )
    .pluck()
    .get({ since, until }) as number;

/** Whether a moment is in one of them. */
export const isInDowntime = (db: Database, at: number): boolean =>
  sql(db, 'select 1 from downtimes where began_at <= ? and ended_at > ? limit 1').get(at, at) !==
  undefined;

/** No time to come is one in which no letter could be read. */
export function cutDowntimes(db: Database, now: number): void {
  sql(db, 'delete from downtimes where began_at >= ?').run(now);
  sql(db, 'update downtimes set ended_at = ? where ended_at > ?').run(now, now);
}
