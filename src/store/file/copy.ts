import { type Database, inspectDatabase, openSqlite, sql } from './database.ts';
import { highestIds } from './file-watch.ts';

export type DatabaseSnapshot = ReturnType<typeof snapshotOf>;

/** Pages copied in one step: a tenth of a second, after which copying can be stopped. */
const PAGES_PER_STEP = 25_000;

/**
 * Copies a snapshot of a database into an empty file. Others can write meanwhile: a read transaction keeps
 * the snapshot; newer changes stay in the write-ahead log (WAL).
 *
 * @param begin called with the state to be copied; copying ends if it throws
 * @returns the copied state
 */
export async function copyDatabase(
  db: Database,
  draft: string,
  begin: (snapshot: DatabaseSnapshot) => void,
): Promise<DatabaseSnapshot> {
  sql`begin`.run(db);
  try {
    const snapshot = snapshotOf(db);
    begin(snapshot);
    await db.backup(draft, { progress: () => PAGES_PER_STEP });
    return snapshot;
  } finally {
    sql`rollback`.run(db);
  }
}

/**
 * Checks a complete copy. It is changed to a journal mode without a write-ahead log: a database with one
 * cannot be opened in a read-only folder.
 *
 * @returns the error; undefined if it is sound
 */
export function copyFault(draft: string, copied: DatabaseSnapshot): string | undefined {
  const copy = openSqlite(draft, { fileMustExist: true });
  try {
    copy.pragma('journal_mode = delete');
    const text = String(copy.pragma('integrity_check(1)', { simple: true })).replace(/\s+/g, ' ');
    if (text !== 'ok') return text;
    const same = JSON.stringify(snapshotOf(copy)) === JSON.stringify(copied);
    return same ? undefined : 'it does not hold what the database held';
  } finally {
    copy.close();
  }
}

/** Writes the content of a copy into a new file. */
export const restoreInto = (copy: string, file: string): void => {
  inspectDatabase(copy, (db) => sql`vacuum into ${file}`.run(db));
};

/** What a database holds in one read transaction, for comparison with a copy. */
function snapshotOf(db: Database) {
  return {
    // The first read of the transaction fixes the snapshot.
    newest: highestIds(db),
    version: sql`pragma user_version`.value<number>(db),
    /** The worker's last mark. */
    mark: sql`pragma application_id`.value<number>(db),
    bytes: sql`pragma page_count`.value<number>(db) * sql`pragma page_size`.value<number>(db),
  };
}
