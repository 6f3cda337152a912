import { type Database, inspectDatabase, openSqlite, sql } from './database.ts';
import { newestRows } from './witness.ts';

/** By what a database is known at one moment, so that a copy of it can be held against it. */
export interface DatabaseState {
  readonly bytes: number;
  readonly version: number;
  /** What the worker has marked it with last. */
  readonly mark: number;
  readonly newest: readonly number[];
}

/** Pages that are copied in one step: a tenth of a second, after which the copying can be ended. */
const PAGES_PER_STEP = 25_000;

/**
 * Copies a database as it is at one moment into an empty file. Others go on to write meanwhile: a
 * transaction keeps the moment, and the log holds what is newer.
 *
 * @param begin told of the moment; what it throws ends the copying
 * @returns the moment that was copied
 */
export async function copyDatabase(
  db: Database,
  draft: string,
  begin: (moment: DatabaseState) => void,
): Promise<DatabaseState> {
  sql(db, 'begin').run();
  try {
    const moment = momentOf(db);
    begin(moment);
    await db.backup(draft, { progress: () => PAGES_PER_STEP });
    return moment;
  } finally {
    sql(db, 'rollback').run();
  }
}

/**
 * Reads a copy from its beginning to its end. It gets the form in which one file is all of it: a
 * database that has a log cannot be opened where nothing may be written.
 *
 * @returns what is wrong with it
 */
export function copyTrouble(draft: string, copied: DatabaseState): string | undefined {
  const copy = openSqlite(draft, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = delete');
    const says = String(copy.pragma('integrity_check(1)', { simple: true })).replace(/\s+/g, ' ');
    if (says !== 'ok') return says;
    const same = JSON.stringify(momentOf(copy)) === JSON.stringify(copied);
    return same ? undefined : 'it does not hold what the database held';
  } finally {
    copy.close();
  }
}

/** Writes what a copy holds into another file, where nothing is yet. */
export const restoreInto = (copy: string, file: string): void => {
  inspectDatabase(copy, (db) => sql(db, 'vacuum into ?').run(file));
};

function momentOf(db: Database): DatabaseState {
  const number = (pragma: string): number => sql(db, `pragma ${pragma}`).pluck().get() as number;
  return {
    // A read within a transaction keeps the moment from here on.
    newest: newestRows(db),
    version: number('user_version'),
    mark: number('application_id'),
    bytes: number('page_count') * number('page_size'),
  };
}
