import { type Database, sql } from './database.ts';

/** How many entries the journal has that belong to what is in this database. */
export const entriesOf = (db: Database): number =>
  sql(db, 'select entries from journal').pluck().get() as number;

/**
 * Takes the number of the next entry, within the transaction that does what it tells of: where that is
 * undone, the next entry gets the same number.
 */
export const nextEntry = (db: Database): number =>
  sql(db, 'update journal set entries = entries + 1 returning entries').pluck().get() as number;

/** Says how many entries there are, of a database that has come by what they tell. */
export const setEntries = (db: Database, entries: number): void => {
  sql(db, 'update journal set entries = ?').run(entries);
};

/** The moment of the last decision; 0 when there was none. */
export const decidedAt = (db: Database): number =>
  sql(db, 'select decided_at from journal').pluck().get() as number;

/** Notes that something was decided, or that the mailbox was read to its end, at this moment. */
export const noteDecided = (db: Database, at: number): void => {
  sql(db, 'update journal set decided_at = ?').run(at);
};
