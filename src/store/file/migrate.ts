import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, transact } from './database.ts';

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
