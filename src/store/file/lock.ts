import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { systemTime } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Database, databaseExists, isSqliteError, openSqlite } from './database.ts';
import { makeFolder, writeDurably } from './durable.ts';
import { type Files, fileId, watchFiles } from './file-watch.ts';

export interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: number;
  /** The database files that it has open, if it has yet. */
  readonly files?: Files;
  /** This process, or an earlier one, has had a database here. */
  readonly worked?: true;
}

/** The right to work on a database, for the life of the process. */
export interface Lock {
  readonly holder: Holder;
  /** A unique id of the locked file; a copy has another. */
  readonly mark: string;
  /** Records the files of the database, for other processes and later ones. */
  recordFiles(files: Files): void;
  /** `false` if the file at its path was replaced: another process may have locked that. */
  isHeld(): boolean;
  release(): void;
}

/** How long a worker waits for a process that only looks whether the lock is free. */
const LOOK_MS_MAX = 1_000;

/**
 * Takes the lock that one worker at a time may have. It is a lock of the operating system, on an SQLite file
 * of its own next to the database: it ends with the process, however that ends, and does not block commits
 * to the database.
 *
 * @returns the holder, if another process has the lock; until that process has written its file, an earlier
 *   holder or undefined
 * @throws Error if the folder is not writable, or the path cannot be a database
 */
export function takeLock(
  database: string,
  holder: Holder = { pid: process.pid, host: hostname(), since: systemTime.now() },
): Result<Lock, Holder | undefined> {
  // Throws if the path is that of a device or a folder.
  databaseExists(database);
  makeFolder(dirname(database));
  makeFile(lockFile(database));
  const db = openSqlite(lockFile(database), { timeout: LOOK_MS_MAX });
  try {
    db.exec('begin exclusive');
  } catch (error) {
    db.close();
    if (isBusy(error)) return err(readHolder(database));
    throw error;
  }
  const locked = fileId(lockFile(database));
  let worked = hadDatabase(database);
  writeHolder(database, { ...holder, ...(worked && { worked }) });
  return ok({
    holder,
    mark: markOf(lockFile(database)),
    recordFiles(files) {
      worked = true;
      writeHolder(database, { ...holder, files, worked });
    },
    isHeld: () => fileId(lockFile(database)) === locked,
    release() {
      // Otherwise it stays, as evidence that there was a database.
      if (!worked) rmSync(holderFile(database), { force: true });
      db.close();
    },
  });
}

/** The mark of a database's lock, held or not; undefined if it was never taken. */
export const lockId = (database: string): string | undefined =>
  existsSync(lockFile(database)) ? markOf(lockFile(database)) : undefined;

/** The device number is left out, as it may change at a reboot. */
function markOf(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino}.${birthtimeNs}`;
}

/** The process that works on a database, if any; `unknown` if it has not written its holder file yet. */
export function findHolder(database: string): Holder | 'unknown' | undefined {
  if (!existsSync(lockFile(database))) return undefined;
  const db = openSqlite(lockFile(database), { timeout: 0, fileMustExist: true });
  try {
    // Reading needs a shared lock, which an exclusive one excludes.
    db.pragma('user_version');
    return undefined;
  } catch (error) {
    if (isBusy(error)) return readHolder(database) ?? 'unknown';
    throw error;
  } finally {
    db.close();
  }
}

export const hadDatabase = (database: string): boolean => readHolder(database)?.worked ?? false;

const lockFile = (database: string): string => `${database}.lock`;
/** The file that names the current or last worker on a database. */
export const holderFile = (database: string): string => `${database}.worker`;

const isBusy = (error: unknown): boolean =>
  isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');

/**
 * Creates a file readable only by its owner. An existing one is not opened: closing it would release every
 * lock of this process on it (POSIX fcntl).
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The holder has a file of its own, because no other process can read the locked one. */
function writeHolder(database: string, holder: Holder): void {
  writeDurably(holderFile(database), `${JSON.stringify(holder)}\n`);
}

function readHolder(database: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile(database), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/**
 * Watches a database that a worker has open as well.
 *
 * @returns a check that this is still the worker's database. Call it before each commit, so that nothing is
 *   written to the log of another file, and again after it.
 */
export function watchServedDatabase(db: Database, path: string): () => boolean {
  const watch = watchFiles(db, path);
  return () => {
    const holder = findHolder(path);
    return !watch.look(holder === 'unknown' ? undefined : holder?.files);
  };
}
