import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { err, ok, type Result } from '../../result.ts';
import { busyMsMax } from '../../server-limits.ts';
import { makeFolder } from './folder.ts';

/** What all migrations of a folder come to. */
const SCHEMA = 'schema.sql';

/**
 * Brings a database up to date: every `NNNN_name.sql` of the folder that it does not know yet, in
 * order, each in a transaction of its own. A new one is made of what they come to.
 *
 * @returns the names of the files that were applied now
 * @throws Error when the database comes from a newer version of the program
 */
export function migrate(db: Database, folder: string): readonly string[] {
  refuseNewer(db, folder);
  const files = migrationsIn(folder);
  if (isNew(db) && existsSync(join(folder, SCHEMA))) {
    apply(db, join(folder, SCHEMA), newestOf(files));
    return [SCHEMA];
  }
  const pending = files.filter((name) => numberOf(name) > versionOf(db));
  for (const name of pending) apply(db, join(folder, name), numberOf(name));
  return pending;
}

const apply = (db: Database, path: string, version: number): void =>
  transact(db, () => {
    db.exec(readFileSync(path, 'utf8'));
    db.pragma(`user_version = ${version}`);
  });

/** @throws Error when the database comes from a newer version of the program */
export function refuseNewer(db: Database, folder: string): void {
  const known = versionOf(db);
  const newest = newestOf(migrationsIn(folder));
  if (known <= newest) return;
  throw new Error(
    `the database is newer than this program (${known} > ${newest}): ` +
      'install the newer one again, or run turnpost recover with this one',
  );
}

/**
 * Whether what a database is still to have takes something out of it, or writes a table anew: then only
 * a copy from before is good for the program from before.
 */
export const isRebuilt = (db: Database, folder: string): boolean =>
  migrationsIn(folder)
    .filter((name) => numberOf(name) > versionOf(db))
    .some((name) => REBUILDS.test(readFileSync(join(folder, name), 'utf8')));

const REBUILDS = /^\s*(?:drop\s+table|alter\s+table\s+\w+\s+drop)\b/im;

/** Whether a database has had every migration of the folder, and none that is not there. */
export const isUpToDate = (db: Database, folder: string): boolean =>
  versionOf(db) === newestOf(migrationsIn(folder));

/** Whether a database has had none at all. */
export const isNew = (db: Database): boolean => versionOf(db) === 0;

const migrationsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort();

const newestOf = (files: readonly string[]): number => Math.max(...files.map(numberOf));

/** The number of the newest migration that a database has had; 0 when it is new. */
const versionOf = (db: Database): number => db.pragma('user_version', { simple: true }) as number;

const numberOf = (name: string): number => Number(name.slice(0, 4));

/**
 * The time up to now in which something is counted, in UTC milliseconds. What is dated later does not
 * count: it was dated by a clock that has been put back since, and would be new for as long.
 */
export interface TimeWindow {
  readonly since: number;
  readonly now: number;
}

/** The last so many milliseconds. */
export const timeWindow = (now: number, ms: number): TimeWindow => ({ since: now - ms, now });

/** The one SQLite file. Everything else in this room is plain functions that take it first. */
export type Database = Sqlite.Database;

/**
 * Whether a file is at the path of a database.
 *
 * @throws Error when there is something else, such as a device, or nobody may know
 */
export function databaseExists(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error('this is not a file');
  return found !== undefined;
}

/**
 * Opens the file, or makes it: write-ahead log, a commit reaches the disk before it is reported, and
 * nobody but its owner may read it.
 *
 * @throws Error when it cannot be made, or there is something else
 */
export function openDatabase(path: string): Database {
  databaseExists(path);
  makeFolder(dirname(path));
  // SQLite gives its log and shared-memory files the mode of the database file.
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
  return open(path);
}

/**
 * Opens a file that is there, beside a worker that may be at work on it.
 *
 * @throws Error when there is none, or an empty one, of which SQLite would make a database, or when it
 *   cannot be written to: SQLite does not say why
 */
export function openExisting(path: string): Database {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0)
    throw new Error('the database is empty: start the server, which says what to do');
  accessSync(path, constants.R_OK | constants.W_OK);
  return open(path);
}

function open(path: string): Database {
  const db = openSqlite(path, { timeout: busyMsMax, fileMustExist: true });
  // Counts for a file that is empty yet, and only before anything else is asked of it.
  db.pragma('auto_vacuum = incremental');
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = full');
  db.pragma('foreign_keys = on');
  db.pragma('secure_delete = on');
  return db;
}

/** Opens a file that is there, and changes nothing in it. */
export const openReadOnly = (path: string): Database =>
  openSqlite(path, { timeout: busyMsMax, readonly: true });

/** What is found in a file that is there. */
export function inspectDatabase<T>(path: string, look: (db: Database) => T): T {
  const db = openReadOnly(path);
  try {
    return look(db);
  } finally {
    db.close();
  }
}

/**
 * Whether an error is the machine's: a full disk, a broken one, another process that holds the lock
 * for too long. It says nothing about what was to be written, and is gone when the machine is well.
 */
export const isMachineFault = (error: unknown): boolean =>
  isDamage(error) ||
  (isSqliteError(error) &&
    /^SQLITE_(?:FULL|BUSY|IOERR|CANTOPEN|READONLY|NOMEM|PERM|PROTOCOL)/.test(error.code));

/** Whether an error says that the file is broken: the machine's fault, too, and no time heals it. */
export const isDamage = (error: unknown): boolean =>
  isSqliteError(error) && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);

const prepared = new WeakMap<Database, Map<string, Sqlite.Statement>>();

/**
 * A statement, prepared once for each database. Its limit is bound as `limit ? + 0`: SQLite plans by the
 * value of a bare one, and so prepares the statement anew each time that one is bound.
 */
export function sql(db: Database, text: string): Sqlite.Statement {
  let statements = prepared.get(db);
  if (!statements) {
    statements = new Map();
    prepared.set(db, statements);
  }
  let statement = statements.get(text);
  if (!statement) {
    statement = db.prepare(text);
    statements.set(text, statement);
  }
  return statement;
}

/**
 * Runs all of `work` or nothing of it. Takes the write lock first, because waiting for a busy
 * database does not cover a lock that is upgraded later.
 */
export const transact = <T>(db: Database, work: () => T): T => db.transaction(work).immediate();

/**
 * The same without waiting for the disk, for what may be lost in a power cut because it would only be
 * done again: it outlives the death of the process, and the next `transact` makes it safe too, since
 * the log is written in order.
 */
export const transactUnsynced = <T>(db: Database, work: () => T): T =>
  unsynced(db, () => transact(db, work));

/** The same of one statement, which needs no transaction of its own. */
export function unsynced<T>(db: Database, work: () => T): T {
  sql(db, 'pragma synchronous = normal').run();
  try {
    return work();
  } finally {
    sql(db, 'pragma synchronous = full').run();
  }
}

/**
 * Within a transaction: runs all of `work` or nothing of it, and the rest of the transaction stays
 * as it is.
 *
 * @returns what the work has thrown, when nothing of it was done
 * @throws what the work has thrown, when SQLite gave up the whole transaction because of it, as it
 *   does on a full disk, or the file is damaged: nothing more may be written then
 */
export function attempt<T>(db: Database, work: () => T): Result<T, unknown> {
  try {
    // Within another transaction this is a savepoint.
    return ok(db.transaction(work)());
  } catch (error) {
    if (!db.inTransaction || isDamage(error)) throw error;
    return err(error);
  }
}

/** A number that changes when another process has written to the database, and at nothing else. */
export const versionSeen = (db: Database): number =>
  sql(db, 'pragma data_version').pluck().get() as number;

/**
 * The package that holds SQLite for a Node.js. No release of better-sqlite3 runs on all that we run
 * on: 13 crashes on Node.js 20, and 12 aborts on 24. package.json has both, as optional packages,
 * and the lockfile says which Node.js the older one is for, so that `npm ci` installs just one.
 *
 * @param node a version of Node.js, such as `24.11.0`
 */
export const sqlitePackage = (node: string): string =>
  node.startsWith('20.') ? 'better-sqlite3-node-20' : 'better-sqlite3';

const NODE = process.versions.node;
let loaded: typeof Sqlite | undefined;

/** @throws Error that says what to do, when npm has left SQLite out or could not build it */
function load(): typeof Sqlite {
  const require = createRequire(import.meta.url);
  try {
    const library = require(sqlitePackage(NODE)) as typeof Sqlite;
    // The older one looks for its binary only now.
    new library(':memory:').close();
    return library;
  } catch (cause) {
    const builds = NODE.startsWith('20.')
      ? ' (on Node.js 20 it is built there, with Python, make and a C++ compiler)'
      : '';
    throw new Error(
      `SQLite for Node.js ${NODE} is not installed: run npm ci without --omit=optional${builds}`,
      { cause },
    );
  }
}

const library = (): typeof Sqlite => {
  loaded ??= load();
  return loaded;
};

/**
 * Opens a database file as it is, without any setting of ours.
 *
 * @throws Error when the file cannot be opened, or SQLite is not installed
 */
export const openSqlite = (path: string, options: Sqlite.Options = {}): Sqlite.Database =>
  new (library())(path, options);

/** The release of SQLite that is at work. */
export const sqliteVersion = (db: Sqlite.Database): string =>
  db.prepare('select sqlite_version()').pluck().get() as string;

/** Whether SQLite itself has failed, and not what was asked of it: then there is a code. */
export const isSqliteError = (error: unknown): error is InstanceType<typeof Sqlite.SqliteError> =>
  loaded !== undefined && error instanceof loaded.SqliteError;
