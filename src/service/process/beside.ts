import { accessSync, constants, lstatSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Database,
  isDamage,
  isThere,
  openExisting,
  openToLook,
} from '../../store/file/database.ts';
import { isUpToDate, refuseNewer } from '../../store/file/migrate.ts';
import { MIGRATIONS } from '../shell/folders.ts';
import { oneLine } from '../shell/one-line.ts';

/**
 * Opens the database beside the worker, which alone makes it and brings it up to date.
 *
 * @throws Error in one line, when there is none or it is of another version of the program
 */
export function openBeside(path: string): Database {
  if (!isThere(path)) {
    throw new Error('there is no database yet: the server makes it when it first starts');
  }
  const db = openExisting(path);
  try {
    refuseNewer(db, MIGRATIONS);
    if (isUpToDate(db, MIGRATIONS)) return db;
    throw new Error('the database is of an older version of Turnpost: start the server once');
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What an error of a database says, in one line, and the way back where its file is damaged. */
export const troubleOf = (error: unknown): string =>
  oneLine(error) +
  (isDamage(error) ? ': run turnpost recover, which puts the newest copy back' : '');

/**
 * What will keep a server from working with the database at this path, found without a change to it.
 *
 * @returns one line; undefined when it is well, of an older version, or not there and can be made
 */
export function databaseTrouble(path: string): string | undefined {
  try {
    if (isThere(path)) lookInto(path);
    else tryToMake(nearestFolder(path));
    return undefined;
  } catch (error) {
    return `${path}: ${oneLine(error)}`;
  }
}

function lookInto(path: string): void {
  accessSync(path, constants.R_OK | constants.W_OK);
  const db = openToLook(path);
  try {
    refuseNewer(db, MIGRATIONS);
  } finally {
    db.close();
  }
}

/** Permissions alone do not say whether a folder can be made: in /proc and /sys nobody makes one. */
function tryToMake(folder: string): void {
  rmdirSync(mkdtempSync(join(folder, '.turnpost-check-')));
}

/** The folder in which those that are missing on the way to a file would be made. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found && lstatSync(folder, { throwIfNoEntry: false }))
    throw new Error(`${folder} is a link to nothing`);
  if (!found) return nearestFolder(folder);
  if (!found.isDirectory()) throw new Error(`${folder} is not a folder`);
  return folder;
}
