import { type Database, sql } from './database.ts';

/** Where SQLite keeps track of pages so that the file can get smaller, a few pages at a time. */
const INCREMENTAL = 2;

const number = (db: Database, pragma: string): number =>
  sql(db, `pragma ${pragma}`).pluck().get() as number;

/** The size of the file, in bytes, when all that is in the log is in it. */
export const fileBytes = (db: Database): number =>
  number(db, 'page_count') * number(db, 'page_size');

/** Whether the file can get smaller. One from before it could has to be written anew once. */
export const canGiveBack = (db: Database): boolean => number(db, 'auto_vacuum') === INCREMENTAL;

/**
 * Writes the whole file anew, without what is free in it. Takes twice its room while it does, and
 * nobody else can write meanwhile.
 *
 * @throws Error of SQLite, where there is no room; then nothing has changed
 */
export function compact(db: Database): void {
  db.pragma('auto_vacuum = incremental');
  db.exec('vacuum');
}

/**
 * Gives pages that are free back to the disk, but for so many that will soon be used again.
 *
 * @param most pages in this one transaction
 * @returns how many
 */
export function giveBack(db: Database, keptShare: number, most: number): number {
  if (!canGiveBack(db)) return 0;
  const kept = Math.ceil(number(db, 'page_count') * keptShare);
  const surplus = Math.min(number(db, 'freelist_count') - kept, most);
  if (surplus <= 0) return 0;
  db.pragma(`incremental_vacuum(${surplus})`);
  return surplus;
}
