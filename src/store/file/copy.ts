import { type Database, inspectDatabase, openSqlite, sql } from './database.ts';
import { highestIds } from './witness.ts';

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
  sql`begin`.run(db);
  try {
    const moment = momentOf(db);
    begin(moment);
    await db.backup(draft, { progress: () => PAGES_PER_STEP });
    return moment;
  } finally {
    sql`rollback`.run(db);
  }
}

/**
 * Checks a complete copy. It is changed to a journal mode without a log: a database with a log cannot be
 * opened in a read-only place.
 *
 * @returns the error; undefined if it is sound
 */
export function copyFault(draft: string, copied: DatabaseState): string | undefined {
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
  inspectDatabase(copy, (db) => sql`vacuum into ${file}`.run(db));
};

/** The state of a database at one moment, for comparison with a copy. */
function momentOf(db: Database) {
  return {
    // The first read of the transaction fixes the snapshot.
    newest: highestIds(db),
    version: sql`pragma user_version`.value<number>(db),
    /** The worker's last mark. */
    mark: sql`pragma application_id`.value<number>(db),
    bytes: sql`pragma page_count`.value<number>(db) * sql`pragma page_size`.value<number>(db),
  };
}
