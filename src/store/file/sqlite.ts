import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';

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
