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
import { databaseLimits } from '../../server-limits.ts';
import { makeFolder } from './durable.ts';

const SCHEMA = 'schema.sql';

/**
 * Applies the pending migrations `NNNN_name.sql` of the folder in order, each in a transaction of its own. A
 * new database is created from `schema.sql` instead.
 *
 * @returns the names of the applied files
 * @throws Error if the database comes from a newer version of the program
 */
export function migrate(db: Database, folder: string): readonly string[] {
  assertNotNewer(db, folder);
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

/** @throws Error if the database comes from a newer version of the program */
export function assertNotNewer(db: Database, folder: string): void {
  const current = versionOf(db);
  const newest = newestOf(migrationsIn(folder));
  if (current <= newest) return;
  throw new Error(
    `the database is newer than this program (${current} > ${newest}): ` +
      'install the newer one again, or run turnpost recover with this one',
  );
}

/**
 * Whether a pending migration drops a column, or drops or rewrites a table. The older program then needs a
 * copy made before.
 */
export const rebuildsTables = (db: Database, folder: string): boolean =>
  migrationsIn(folder)
    .filter((name) => numberOf(name) > versionOf(db))
    .some((name) => REBUILDS.test(readFileSync(join(folder, name), 'utf8')));

const REBUILDS = /^\s*(?:drop\s+table|alter\s+table\s+\w+\s+drop)\b/im;

/** Whether the newest migration of the folder is the last that was applied. */
export const isUpToDate = (db: Database, folder: string): boolean =>
  versionOf(db) === newestOf(migrationsIn(folder));

export const isNew = (db: Database): boolean => versionOf(db) === 0;

const migrationsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort();

const newestOf = (files: readonly string[]): number => Math.max(...files.map(numberOf));

/** The number of the last applied migration; 0 if the database is new. */
const versionOf = (db: Database): number => db.pragma('user_version', { simple: true }) as number;

const numberOf = (name: string): number => Number(name.slice(0, 4));

/** The one SQLite database. The functions of `store/` take it as their first parameter. */
export type Database = Sqlite.Database;

/**
 * Whether a file is at the path of a database.
 *
 * @throws Error if something else is there, such as a device, or access is denied
 */
export function databaseExists(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isFile()) throw new Error('this is not a file');
  return stat !== undefined;
}

/**
 * Opens or creates a database: with a write-ahead log, each commit synced, and readable only by its owner.
 *
 * @throws Error if it cannot be created, or something else is there
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
 * Opens an existing database, which a worker may have open as well.
 *
 * @throws Error if it is missing, empty (SQLite would make a database of it) or not writable (SQLite does
 *   not say why)
 */
export function openExisting(path: string): Database {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0)
    throw new Error('the database is empty: start the server, which says what to do');
  accessSync(path, constants.R_OK | constants.W_OK);
  return open(path);
}

function open(path: string): Database {
  const db = openSqlite(path, { timeout: databaseLimits.busyMs, fileMustExist: true });
  // Takes effect only on an empty file, before any other statement.
  db.pragma('auto_vacuum = incremental');
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = full');
  db.pragma('foreign_keys = on');
  db.pragma('secure_delete = on');
  return db;
}

export const openReadOnly = (path: string) =>
  openSqlite(path, { timeout: databaseLimits.busyMs, readonly: true });

export function inspectDatabase<T>(path: string, look: (db: Database) => T): T {
  let db = openReadOnly(path);
  try {
    if (needsRollback(db)) {
      db.close();
      db = openSqlite(path, { timeout: databaseLimits.busyMs, fileMustExist: true });
    }
    return look(db);
  } finally {
    db.close();
  }
}

/**
 * Whether the machine died in a transaction of a database without a write-ahead log, such as a new one: its
 * journal must be rolled back, which a connection that only reads cannot do.
 */
function needsRollback(db: Database): boolean {
  try {
    db.pragma('schema_version');
    return false;
  } catch (error) {
    if (isSqliteError(error) && error.code === 'SQLITE_READONLY_ROLLBACK') return true;
    throw error;
  }
}

/**
 * Whether an error is the machine's: a full or broken disk, or another process that holds the lock for too
 * long. It says nothing about the data that was to be written.
 */
export const isMachineFault = (error: unknown): boolean =>
  isCorruption(error) ||
  (isSqliteError(error) &&
    /^SQLITE_(?:FULL|BUSY|IOERR|CANTOPEN|READONLY|NOMEM|PERM|PROTOCOL)/.test(error.code));

/** Whether an error says that the file is damaged: the machine's fault as well, but a lasting one. */
export const isCorruption = (error: unknown): boolean =>
  isSqliteError(error) && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);

/** What stands in SQL as a value; undefined is null there, and a boolean 0 or 1. */
type Value = string | number | boolean | Uint8Array | null | undefined;

/** A statement or a part of one, and what is bound in it. Null comes back as undefined. */
export class Sql {
  readonly text: string;
  readonly bound: readonly unknown[];

  constructor(text: string, bound: readonly unknown[]) {
    this.text = text;
    this.bound = bound;
  }

  run(db: Database): Sqlite.RunResult {
    const result = statement(db, this.text).run(...this.bound);
    if (result.changes > 0) changed.add(db);
    return result;
  }

  insert(db: Database): number {
    return Number(this.run(db).lastInsertRowid);
  }

  all<Row>(db: Database): readonly Row[] {
    return (statement(db, this.text).all(...this.bound) as Row[]).map(withoutNull);
  }

  /** The rows one after the other: what is read meanwhile shows the database as it was at the first. */
  *iterate<Row>(db: Database): Generator<Row> {
    for (const row of statement(db, this.text).iterate(...this.bound))
      yield withoutNull(row as Row);
  }

  get<Row>(db: Database): Row | undefined {
    return withoutNull(statement(db, this.text).get(...this.bound) as Row | undefined);
  }

  /** The row of a statement that always has one. */
  one<Row>(db: Database): Row {
    return this.get(db) as Row;
  }

  exists(db: Database): boolean {
    return this.get(db) !== undefined;
  }

  /** The first column of each row. */
  values<Column>(db: Database): readonly Column[] {
    return this.all<object>(db).map((row) => Object.values(row)[0]);
  }

  /** The first column of the first row. */
  value<Column>(db: Database): Column {
    for (const column of Object.values(this.get<object>(db) ?? {})) return column;
    return undefined as Column;
  }
}

/**
 * SQL, with values and other SQL in it. A limit that is a value is written `limit ${most} + 0`: SQLite
 * plans by the value of a bare one, and so prepares the statement anew each time.
 */
export function sql(pieces: TemplateStringsArray, ...values: readonly (Value | Sql)[]): Sql {
  const bound: unknown[] = [];
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    text += piece;
    const value = values[index];
    if (index === values.length) break;
    text += value instanceof Sql ? value.text : '?';
    if (value instanceof Sql) bound.push(...value.bound);
    // A number alone is a REAL to SQLite, and its quotient has a fraction; a bigint is an INTEGER.
    else if (typeof value === 'boolean' || Number.isSafeInteger(value))
      bound.push(BigInt(value as number));
    else bound.push(value ?? null);
  }
  return new Sql(text, bound);
}

const statements = new WeakMap<Database, Map<string, Sqlite.Statement>>();

/** A statement, prepared once for each database. */
function prepared(db: Database, text: string): Sqlite.Statement {
  const known = statements.get(db) ?? new Map<string, Sqlite.Statement>();
  const found = known.get(text) ?? db.prepare(text);
  statements.set(db, known.set(text, found));
  return found;
}

/** A prepared statement; a change outside a transaction syncs. */
function statement(db: Database, text: string): Sqlite.Statement {
  const found = prepared(db, text);
  if (!found.readonly) setSync(db, true);
  return found;
}

function withoutNull<Row>(row: Row): Row {
  for (const column in row) if (row[column] === null) row[column] = undefined as never;
  return row;
}

/** The databases whose commits do not sync at present; those with commits to be synced; changed ones. */
const unsyncedNow = new WeakSet<Database>();
const waitsForSync = new WeakSet<Database>();
const changed = new WeakSet<Database>();

/** Sets whether commits sync, which cannot change within a transaction. */
function setSync(db: Database, syncs: boolean): void {
  if (db.inTransaction || syncs !== unsyncedNow.has(db)) return;
  prepared(db, `pragma synchronous = ${syncs ? 'full' : 'normal'}`).run();
  if (syncs) unsyncedNow.delete(db);
  else unsyncedNow.add(db);
}

/**
 * Runs `work` in a transaction. It takes the write lock first, because the busy timeout does not cover a
 * lock that is upgraded later.
 */
export function transact<T>(db: Database, work: () => T): T {
  setSync(db, true);
  changed.delete(db);
  const done = db.transaction(work).immediate();
  // A commit without a change does not sync, nor does the end of a savepoint.
  if (changed.has(db) && !db.inTransaction) waitsForSync.delete(db);
  return done;
}

/**
 * Runs `work` in a transaction without a sync, for changes that a power cut may undo because they would be
 * made again. They survive a crash of the process, and the next `transact` syncs them as well, since the log
 * is written in order.
 */
export function transactUnsynced<T>(db: Database, work: () => T): T {
  setSync(db, false);
  return db.transaction(work).immediate();
}

/** Runs `work` in a transaction that the next `transact` or `syncCommits` syncs. */
export function transactSyncedLater<T>(db: Database, work: () => T): T {
  waitsForSync.add(db);
  return transactUnsynced(db, work);
}

/** Syncs the commits of `transactSyncedLater`, unless a later one has done so. */
export function syncCommits(db: Database): void {
  if (!waitsForSync.has(db)) return;
  setSync(db, true);
  // This changes nothing, but is written.
  db.pragma(`user_version = ${versionOf(db)}`);
  waitsForSync.delete(db);
}

/**
 * Runs `work` in a savepoint of the current transaction.
 *
 * @returns the error that it threw, after which the savepoint is rolled back
 * @throws that error if SQLite rolled back the complete transaction, as it does on a full disk, or the file
 *   is damaged: nothing more may be written then
 */
export function inSavepoint<T>(db: Database, work: () => T): Result<T, unknown> {
  try {
    // Within another transaction this is a savepoint.
    return ok(db.transaction(work)());
  } catch (error) {
    // What is left of the changes may be nothing.
    changed.delete(db);
    if (!db.inTransaction || isCorruption(error)) throw error;
    return err(error);
  }
}

/**
 * The SQLite package for a version of Node.js, such as `24.11.0`: better-sqlite3 13 crashes on 20, and 12
 * aborts on 24. package.json has both, as optional packages; by the lockfile `npm ci` installs just one.
 */
export const sqlitePackage = (node: string): string =>
  node.startsWith('20.') ? 'better-sqlite3-node-20' : 'better-sqlite3';

const NODE = process.versions.node;
let loaded: typeof Sqlite | undefined;

/** @throws Error that says what to do, if npm has left SQLite out or could not build it */
function load(): typeof Sqlite {
  const require = createRequire(import.meta.url);
  try {
    const library = require(sqlitePackage(NODE)) as typeof Sqlite;
    // The older package looks for its binary only here.
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

/** Opens a database file without any setting of ours. @throws Error also if SQLite is not installed */
export function openSqlite(path: string, options: Sqlite.Options = {}): Sqlite.Database {
  loaded ??= load();
  return new loaded(path, options);
}

export const sqliteVersion = (db: Sqlite.Database): string =>
  db.prepare('select sqlite_version()').pluck().get() as string;

/** Whether SQLite threw the error, which then has a code. */
export const isSqliteError = (error: unknown): error is InstanceType<typeof Sqlite.SqliteError> =>
  loaded !== undefined && error instanceof loaded.SqliteError;
