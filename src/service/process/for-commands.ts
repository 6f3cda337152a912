import { accessSync, constants, lstatSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  assertNotNewer,
  type Database,
  databaseExists,
  inspectDatabase,
  isCorruption,
  isUpToDate,
  openExisting,
} from '../../store/file/database.ts';
import { oneLine } from '../shell/log.ts';
import { MIGRATIONS } from '../shell/shell.ts';

/**
 * Opens the database next to the worker, which alone creates and migrates it.
 *
 * @throws Error with one line if it is missing or of another version of the program
 */
export function openForCommand(path: string): Database {
  if (!databaseExists(path)) {
    throw new Error('there is no database yet: the server makes it when it first starts');
  }
  const db = openExisting(path);
  try {
    assertNotNewer(db, MIGRATIONS);
    if (isUpToDate(db, MIGRATIONS)) return db;
    throw new Error('the database is of an older version of Turnpost: start the server once');
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A database error in one line, with the remedy if the file is damaged. */
export const troubleOf = (error: unknown): string =>
  oneLine(error) +
  (isCorruption(error) ? ': run turnpost recover, which puts the newest copy back' : '');

/**
 * Checks, without a change, whether a server can work with the database at this path.
 *
 * @returns one line; undefined if it is usable, of an older version, or can be created
 */
export function databaseTrouble(path: string): string | undefined {
  try {
    if (databaseExists(path)) {
      accessSync(path, constants.R_OK | constants.W_OK);
      inspectDatabase(path, (db) => assertNotNewer(db, MIGRATIONS));
    } else tryToMake(nearestFolder(path));
    return undefined;
  } catch (error) {
    return `${path}: ${oneLine(error)}`;
  }
}

/** Permissions do not tell whether a folder can be created: /proc and /sys refuse it. */
function tryToMake(folder: string): void {
  rmdirSync(mkdtempSync(join(folder, '.turnpost-check-')));
}

/** The existing folder in which the missing folders of a path would be created. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat && lstatSync(folder, { throwIfNoEntry: false }))
    throw new Error(`${folder} is a link to nothing`);
  if (!stat) return nearestFolder(folder);
  if (!stat.isDirectory()) throw new Error(`${folder} is not a folder`);
  return folder;
}
