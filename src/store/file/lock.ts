import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { err, ok, type Result } from '../../result.ts';
import { type Database, databaseExists, isSqliteError, openSqlite } from './database.ts';
import { makeFolder } from './folder.ts';
import { type Files, fileId, watchFiles } from './witness.ts';
import { renameDurably } from './write-for-good.ts';

/** Who works on a database. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  /** UTC milliseconds. */
  readonly since: number;
  /** The database that it has open, as soon as it has. */
  readonly files?: Files;
  /** It has had one, or one before it. */
  readonly worked?: true;
}

/** The right to work on a database, for the life of the process. */
export interface Lock {
  /** Names the locked file among all there are, of which a copy is another one. */
  readonly mark: string;
  /** Says which database it is, to those who come beside, and after the end. */
  sign(files: Files): void;
  /** `false` when the locked file is not the one at its path any more: another may have that one. */
  isHeld(): boolean;
  release(): void;
}

/** How long a worker waits for somebody who only looks whether the lock is free. */
const LOOK_MS_MAX = 1_000;

/**
 * Takes the lock that one worker at a time may have. It is a lock of the operating system, on an
 * SQLite file of its own beside the database, so it is gone with the process however that ends, and
 * commits to the database are not in its way.
 *
 * @returns who has it, when somebody else does; undefined when that one has not signed yet
 * @throws Error when the folder cannot be written to, or no file can be the database
 */
export function takeLock(database: string, holder: Holder): Result<Lock, Holder | undefined> {
  // Throws where the lock would stand beside a device or a folder.
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
  let worked = hasWorked(database);
  writeHolder(database, { ...holder, ...(worked && { worked }) });
  return ok({
    mark: markOf(lockFile(database)),
    sign(files) {
      worked = true;
      writeHolder(database, { ...holder, files, worked });
    },
    isHeld: () => fileId(lockFile(database)) === locked,
    release() {
      // Otherwise it stays, as a trace of a database that was here.
      if (!worked) rmSync(holderFile(database), { force: true });
      db.close();
    },
  });
}

/** That of the lock of a database, taken or not; undefined where none was ever taken. */
export const lockMark = (database: string): string | undefined =>
  existsSync(lockFile(database)) ? markOf(lockFile(database)) : undefined;

/** The number of a device may be another one after a start of the machine, so it is left out. */
function markOf(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino}.${birthtimeNs}`;
}

/** Whether somebody works on a database, and who; `undefined` when nobody does. */
export function findHolder(database: string): Holder | 'unknown' | undefined {
  if (!existsSync(lockFile(database))) return undefined;
  const db = openSqlite(lockFile(database), { timeout: 0, fileMustExist: true });
  try {
    // Reading needs a shared lock, and nobody gets one beside an exclusive one.
    db.pragma('user_version');
    return undefined;
  } catch (error) {
    if (isBusy(error)) return readHolder(database) ?? 'unknown';
    throw error;
  } finally {
    db.close();
  }
}

/** Whether a worker has ever had a database here. */
export const hasWorked = (database: string): boolean => readHolder(database)?.worked ?? false;

const lockFile = (database: string): string => `${database}.lock`;
/** Where it is written who works on a database, or who did. */
export const holderFile = (database: string): string => `${database}.worker`;

const isBusy = (error: unknown): boolean =>
  isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');

/**
 * Makes a file that its owner alone may read. One that is there is not opened: to close a file gives
 * up every lock that this process has on it (POSIX fcntl).
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Who has the lock is written beside it, because nobody else can read the locked file. */
function writeHolder(database: string, holder: Holder): void {
  const path = holderFile(database);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeFileSync(file, `${JSON.stringify(holder)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameDurably(`${path}.new`, path);
}

function readHolder(database: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile(database), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/**
 * Watches a database that is open beside the worker.
 *
 * @returns looks whether what is committed is in the database that the worker works on, and will be:
 *   to be asked before a commit, because a log that is not of this file must not be written to, and
 *   after it
 */
export function watchServedDatabase(db: Database, path: string): () => boolean {
  const witness = watchFiles(db, path);
  return () => {
    const holder = findHolder(path);
    return !witness.look(holder === 'unknown' ? undefined : holder?.files);
  };
}
