import { type Database, inspectDatabase, openSqlite, sql } from './database.ts';
import { newestRows } from './witness.ts';

export type DatabaseState = ReturnType<typeof momentOf>;

/** Pages copied in one step: a tenth of a second, after which copying can be stopped. */
const PAGES_PER_STEP = 25_000;

/**
 * Copies a snapshot of a database into an empty file. Others can write meanwhile: a read transaction keeps
 * the snapshot, and the log holds newer changes.
 *
 * @param begin called with the state to be copied; copying ends if it throws
 * @returns the copied state
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
 * Checks a complete copy. It is changed to a journal mode without a log: a database with a log cannot be
 * opened in a read-only place.
 *
 * @returns the error; undefined if it is sound
 */
export function copyTrouble(draft: string, copied: DatabaseState): string | undefined {
  const copy = openSqlite(draft, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = delete');
    const text = String(copy.pragma('integrity_check(1)', { simple: true })).replace(/\s+/g, ' ');
    if (text !== 'ok') return text;
    const same = JSON.stringify(momentOf(copy)) === JSON.stringify(copied);
    return same ? undefined : 'it does not hold what the database held';
  } finally {
    copy.close();
  }
}

/** Writes the content of a copy into a new file. */
export const restoreInto = (copy: string, file: string): void => {
  inspectDatabase(copy, (db) => sql(db, 'vacuum into ?').run(file));
};

/** The state of a database at one moment, for comparison with a copy. */
function momentOf(db: Database) {
  const number = (pragma: string): number => sql(db, `pragma ${pragma}`).pluck().get() as number;
  return {
    // The first read of the transaction fixes the snapshot.
    newest: newestRows(db),
    version: number('user_version'),
    /** The worker's last mark. */
    mark: number('application_id'),
    bytes: number('page_count') * number('page_size'),
  };
}
