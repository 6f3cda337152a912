import type { Database } from '../../../src/store/file/database.ts';
import { rows, value } from './rows.ts';

/** What the server noticed, and whether it lasts. */
export const conditions = (db: Database) =>
  rows<{ key: string; lasts: number }>(
    db,
    'select key, ended_at is null as lasts from conditions order by id',
  );

/** What the admins are told of is due. */
export const setConditionsDue = (db: Database): void =>
  void db.exec('update conditions set due_at = 0');

/** Why no copy could be made. */
export const copyError = (db: Database): string | null =>
  value(db, "select max(why) from conditions where kind = 'backup'");

/** How often the server was away. */
export const downtimes = (db: Database): number => value(db, 'select count(*) from downtimes');

/** How far rate limits are used up. */
export const usedRates = (db: Database) =>
  rows<{ until: number }>(db, 'select used_until as until from rate_limits order by name');

/** A rate limit is used up until a time, and every other as well. */
export const useRates = (db: Database, name: string, until: number): void => {
  db.prepare('insert into rate_limits values (?, ?)').run(name, until);
  db.prepare('update rate_limits set used_until = ?').run(until);
};

/** The mailbox was never read to its end. */
export const forgetHeartbeat = (db: Database): void =>
  void db.exec("delete from server where key = 'heartbeat'");
