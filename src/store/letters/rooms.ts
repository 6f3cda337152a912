import { type Database, sql } from '../file/database.ts';

/** Until when a room is used up ahead of its time, in UTC milliseconds; undefined for a full one. */
export const usedUntil = (db: Database, name: string): number | undefined =>
  sql(db, 'select used_until from rooms where name = ?').pluck().get(name) as number | undefined;

/** Notes what has been used of a room. */
export const putUsedUntil = (db: Database, name: string, at: number): void => {
  sql(
    db,
    `insert into rooms (name, used_until) values (?, ?)
    on conflict (name) do update
    set used_until = excluded.used_until`,
  ).run(name, at);
};

/** Forgets the rooms of which nothing is used any more. */
export const dropFullRooms = (db: Database, now: number): void => {
  sql(db, 'delete from rooms where used_until <= ?').run(now);
};
