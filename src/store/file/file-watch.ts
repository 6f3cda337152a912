import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Random } from '../../ports.ts';
import { type Database, sql } from './database.ts';
import { renameDurably } from './durable.ts';

/** The identity of the database files that a worker has open, for itself and other processes. */
export interface Files {
  /** Device and inode of the database file, of its log, and of the index of the log. */
  readonly main: string | undefined;
  readonly log: string | undefined;
  readonly index: string | undefined;
  /** The marks that the database file may have, the newest last; none if no process marks it. */
  readonly marks: readonly number[];
}

/** How an open database was lost. */
export type Loss = 'gone' | 'replaced' | 'emptied' | 'overwritten' | 'log' | 'rows' | 'damaged';

/** The header of the database file (https://sqlite.org/fileformat2.html, section 1.3). */
const HEADER_BYTES = 100;
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');
const LOG_MAGIC = 0x377f_0682;
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Watches an open database. SQLite does not notice that its file was deleted or overwritten: it goes on
 * working from its cache and its log, and its commits are lost.
 *
 * @param marker for the worker only: the file gets a new mark, a random number in its header, whenever a
 *   checkpoint has written the previous one. So it differs from every copy older than the last checkpoint.
 *   `tell` gets the files before each mark.
 */
export function watchFiles(
  db: Database,
  path: string,
  marker?: { readonly random: Random; readonly tell: (files: Files) => void },
) {
  const header = makeHeaderReader(db, path);
  const version = sql`pragma user_version`.value<number>(db);
  let files: Files = { ...filesOf(path), marks: [] };
  let newest: readonly number[] = [];
  /** Time and size of the file when its header was last read. */
  let lastStamp = '';
  let mainBytes = 0;
  let logBytes = 0;

  /** Gives the file a new mark, which is in the log until the next checkpoint. */
  const mark = (random: Random, tell: (files: Files) => void): void => {
    const newMark = Buffer.from(random.bytes(4)).readUInt32BE() >>> 1;
    const marked = { ...files, marks: [...files.marks, newMark] };
    tell(marked);
    db.pragma(`application_id = ${newMark}`);
    files = marked;
  };

  const lookAtFile = (marks: readonly number[]): Loss | undefined => {
    const { size, mtimeNs } = statSync(path, { bigint: true });
    const bytes = Number(size);
    const stamp = `${mtimeNs} ${size}`;
    if (bytes === 0) return 'emptied';
    if (stamp === lastStamp) return undefined;
    const head = header();
    const isCut = bytes < mainBytes && head && bytes < head.bytes;
    if (!head || isCut) return 'overwritten';
    const at = marks.indexOf(head.mark);
    if (marks.length > 0 && at < 0) return 'overwritten';
    if (marker && marks === files.marks) {
      files = { ...files, marks: marks.slice(at) };
      // The mark that is there counts until another one can be set.
      if (files.marks.length === 1 && !succeeds(() => mark(marker.random, marker.tell)))
        return undefined;
    }
    lastStamp = stamp;
    mainBytes = bytes;
    return undefined;
  };

  /** Whether the log is shorter than SQLite believes: only SQLite may truncate it. */
  const isLogCut = (): boolean => {
    const { size, magic } = logOf(path);
    const shrunk = size < logBytes;
    logBytes = size;
    if (size > 0 && (magic & ~1) !== LOG_MAGIC) return true;
    if (!shrunk) return false;
    try {
      const [state] = db.pragma('wal_checkpoint(passive)') as { log: number }[];
      const frameBytes = sql`pragma page_size`.value<number>(db) + FRAME_HEADER_BYTES;
      const frames = Math.max(state?.log ?? 0, 0);
      // One process may have emptied the log, and another may have written to it since.
      return frames > 0 && logOf(path).size < LOG_HEADER_BYTES + frames * frameBytes;
    } catch {
      return true;
    }
  };

  /** Whether rows are gone that are never deleted, or the content is that of another database. */
  const areRowsGone = (): boolean => {
    try {
      const row = sql`select application_id, user_version, ${NEWEST}
        from pragma_application_id, pragma_user_version`.one<Record<string, number>>(db);
      const [mark = 0, schemaVersion, ...highest] = Object.values(row);
      const { marks } = files;
      const isOther = marks.length > 0 && !marks.includes(mark);
      if (isOther || schemaVersion !== version) return true;
      if (newest.some((id, index) => (highest[index] ?? 0) < id)) return true;
      newest = highest;
      return false;
    } catch (error) {
      if ((error as Error).message.startsWith('no such ')) return true;
      throw error;
    }
  };

  const findLoss = (others?: Files): Loss | undefined => {
    const present = filesOf(path);
    for (const known of others ? [files, others] : [files]) {
      if (present.main === undefined) return 'gone';
      if (present.main !== known.main) return 'replaced';
      if (present.log !== known.log || present.index !== known.index) return 'log';
    }
    return (
      lookAtFile((others ?? files).marks) ??
      (isLogCut() ? 'log' : undefined) ??
      (areRowsGone() ? 'rows' : undefined)
    );
  };

  if (marker) {
    mark(marker.random, () => undefined);
    const [done] = db.pragma('wal_checkpoint(truncate)') as { busy: number }[];
    // A process that reads from the log keeps the mark in it for now.
    const before = done?.busy === 0 ? [] : [header()?.mark ?? 0];
    files = { ...files, marks: [...before, ...files.marks] };
    marker.tell(files);
  }
  return {
    get files(): Files {
      return files;
    },
    /**
     * Checks whether the open database is still the one at its path.
     *
     * @param others the files as another process has recorded them
     * @throws Error if it cannot be checked now
     */
    look(others?: Files): Loss | undefined {
      const loss = findLoss(others);
      // The log must not be written into a file to which it may not belong.
      if (loss) db.pragma('wal_autocheckpoint = 0');
      return loss;
    },
    /** Closes the database; after a loss, in the way that saves the most. Call it only once. */
    close(loss: Loss | undefined): void {
      if (loss === 'emptied' || loss === 'overwritten') {
        // Closing would write the log into the file that is there now, as would the next start.
        keepLog(`${path}-wal`);
        return;
      }
      // The log is written into a file that was only moved, and into no other.
      if (loss === 'gone' || loss === 'replaced') emptyLog(db);
      db.close();
    },
  };
}

/** Whether something could be done; a disk that is full today may not be so tomorrow. */
function succeeds(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

function keepLog(log: string): void {
  try {
    renameDurably(log, `${log}.lost`);
  } catch {
    // The log is gone as well.
  }
}

function emptyLog(db: Database): void {
  try {
    db.pragma('wal_checkpoint(truncate)');
  } catch {
    // There is nothing left to save.
  }
}

/**
 * Reads the header of the database file without SQLite, which may have a newer one in its log. The file is
 * opened at the first read, and closed with the database: closing it earlier would release every lock of
 * this process on it (POSIX fcntl).
 */
function makeHeaderReader(db: Database, path: string) {
  let file: number | undefined;
  const open = (): number => {
    const opened = openSync(path, 'r');
    const { close } = db;
    db.close = () => {
      close.call(db);
      if (file !== undefined) closeSync(opened);
      file = undefined;
      return db;
    };
    return opened;
  };
  /** @returns undefined if it is no database */
  return (): { readonly mark: number; readonly bytes: number } | undefined => {
    file ??= open();
    const head = Buffer.alloc(HEADER_BYTES);
    const got = readSync(file, head, 0, HEADER_BYTES, 0);
    if (got < HEADER_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
    // 1 means 64 KiB, which does not fit the field.
    const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
    return { mark: head.readInt32BE(68), bytes: head.readUInt32BE(28) * pageBytes };
  };
}

const filesOf = (path: string) => ({
  main: fileId(path),
  log: fileId(`${path}-wal`),
  index: fileId(`${path}-shm`),
});

/** Device and inode of the file at a path; undefined if it cannot be found. */
export function fileId(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}

function logOf(path: string): { readonly size: number; readonly magic: number } {
  // SQLite has no locks on this file.
  const file = openSync(`${path}-wal`, 'r');
  try {
    const head = Buffer.alloc(4);
    readSync(file, head, 0, head.length, 0);
    return { size: fstatSync(file).size, magic: head.readUInt32BE() };
  } finally {
    closeSync(file);
  }
}

const NEWEST = sql`coalesce((select max(id) from inbox), 0), coalesce((select max(id)
  from outbox), 0),
  coalesce((select max(id) from players), 0), coalesce((select max(board) from matches),
    0)`;

/** The highest ids of tables whose rows are never deleted. */
export const highestIds = (db: Database): readonly number[] =>
  Object.values(sql`select ${NEWEST}`.one<Record<string, number>>(db));

/** A number that changes only when another process has written to the database. */
export const dataVersion = (db: Database): number => sql`pragma data_version`.value(db);
