import { addressKey, splitTag } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** `eve+games@x.test` and `Eve@x.test` are told once. */
const keyOf = (address: string): string => addressKey(splitTag(address).base);

/** Whether an address was told of something lately. */
export const wasTold = (
  db: Database,
  address: string,
  what: string,
  { since, now }: Lately,
): boolean =>
  sql(
    db,
    `select 1 from told
    where address_key = ? and what = ? and told_at > ? and told_at <= ?`,
  ).get(keyOf(address), what, since, now) !== undefined;

/** Notes that an address is told of something now. */
export const noteTold = (db: Database, address: string, what: string, now: number): void => {
  sql(
    db,
    `insert into told (address_key, what, told_at) values (?, ?, ?)
    on conflict (address_key, what) do update
    set told_at = excluded.told_at`,
  ).run(keyOf(address), what, now);
};

/** Forgets what was told before a time. */
export const dropTold = (db: Database, before: number): void => {
  sql(db, 'delete from told where told_at < ?').run(before);
};
