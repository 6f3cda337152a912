import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkerConfig } from '../../config.ts';
import { addressKey } from '../../player/address.ts';
import { systemRandom, systemTime } from '../../ports.ts';
import {
  assertNotNewer,
  type Database,
  databaseExists,
  inspectDatabase,
  isCorruption,
  isNew,
  isUpToDate,
  openExisting,
  rebuildsTables,
} from '../../store/file/database.ts';
import { syncFolder } from '../../store/file/durable.ts';
import { highestIds } from '../../store/file/file-watch.ts';
import { hadDatabase, holderFile } from '../../store/file/lock.ts';
import { databaseId, hasDatabaseId, serverAddressOf } from '../../store/server/conditions.ts';
import { copiesBelow, keptBackups } from '../backup/copies.ts';
import { makeCopier } from '../backup/make.ts';
import { oneLine } from '../shell/log.ts';
import { readSecrets, secretPath } from '../shell/secret.ts';
import { MIGRATIONS } from '../shell/shell.ts';

/** The server's address, its database, and where its copies are. */
export interface Installation extends Pick<WorkerConfig, 'database' | 'secret' | 'backups'> {
  readonly address: string | undefined;
}

/**
 * Why a server must not start with this database: it is empty though a server ran here, or older than a copy.
 * Senders would be unknown or boards out of date, and the letters would still be moved to the
 * folder of processed ones. Changes nothing.
 *
 * @returns a message that names both remedies: recover, or start anyway
 * @throws Error if the database cannot be read
 */
export function startProblem(installation: Installation): string | undefined {
  const { database } = installation;
  const copies = newestCopies(installation);
  if (isUnused(database)) {
    const traces = [
      ...copies.map(({ file }) => dirname(file)),
      ...oldCopiesOf(installation),
      ...tracesBeside(installation),
    ];
    return traces.length === 0
      ? undefined
      : `there is no database here, or an empty one, but a server has worked here ` +
          `(${traces.join(', ')}): ${REMEDIES}`;
  }
  const { rows, id } = inspectDatabase(database, (db) => {
    assertNotNewer(db, MIGRATIONS);
    return { rows: highestIds(db), id: hasDatabaseId(db) ? databaseId(db) : undefined };
  });
  const newer = copies.find(
    (copy) => (id === undefined || copy.id === id) && isNewer(copy.rows, rows),
  );
  return newer && `the database is older than its copy ${newer.file}: ${REMEDIES}`;
}

const REMEDIES =
  'run turnpost recover, which puts the newest copy back and reads what came after it; or, to go on ' +
  'with what is here on purpose, turnpost start --new';

/**
 * Copies a database that this newer version is about to rewrite, so that the older version can still be run
 * on the copy.
 *
 * @returns the id (hex) that the database is to get, if it has none; undefined otherwise
 * @throws Error if the copy fails
 */
export async function copyBeforeUpgrade(installation: Installation, copier = makeCopier()) {
  const { database, secret, backups } = installation;
  if (!backups || isUnused(database)) return undefined;
  const { rebuilds, id } = inspectDatabase(database, (db) => ({
    rebuilds: rebuildsTables(db, MIGRATIONS),
    id: hasDatabaseId(db) ? databaseId(db) : undefined,
  }));
  if (!rebuilds) return undefined;
  const chosen = id ?? Buffer.from(systemRandom.bytes(8)).toString('hex');
  const folder = join(backups.folder, chosen);
  const made = await copier.make({ database, secret }, { folder, days: backups.days });
  if (made.ok) return id === undefined ? chosen : undefined;
  throw new Error(
    `this version rewrites tables, and no backup could be made first: ${made.error}. ` +
      'Make room, or let TURNPOST_BACKUP_DIR name a folder on another disk',
  );
}

/**
 * Renames the secret of a lost database for a deliberate new start: with it, a reply to an old letter would
 * be valid for the new player with that id.
 */
export function renameOldSecret({ database, secret }: Installation): void {
  const path = secretPath(database);
  if (!isUnused(database) || secret !== undefined || !existsSync(path)) return;
  // Throws if the file is not readable as a secret: then it is not renamed.
  readSecrets(secret, path, systemTime, systemRandom);
  const stamp = new Date(systemTime.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  renameSync(path, `${path}.before-${stamp}`);
  syncFolder(dirname(path));
}

const isNewer = (copy: readonly number[] | undefined, here: readonly number[]): boolean =>
  copy?.some((id, index) => id > (here[index] ?? 0)) ?? false;

/** Whether the database is missing, empty, or never migrated. */
function isUnused(database: string): boolean {
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0) return true;
  return inspectDatabase(database, isNew);
}

/**
 * The newest readable copy of each database of this server, or the newest if none is readable, with its newest
 * row ids.
 */
function newestCopies({ address = '', backups }: Installation) {
  if (!backups) return [];
  return copiesBelow(backups.folder).flatMap(({ id, copies }) => {
    const newest = copies.findLast(({ file }) => factsOf(file) !== undefined) ?? copies.at(-1);
    if (!newest) return [];
    const { file } = newest;
    const facts = factsOf(file);
    const isOurs = !facts?.address || addressKey(facts.address) === addressKey(address);
    return isOurs ? [{ id, file, rows: facts?.rows }] : [];
  });
}

/** The folder of the copies itself, if it holds some: an older version had no folder for each database. */
const oldCopiesOf = ({ backups }: Installation): readonly string[] =>
  backups && keptBackups(backups.folder).length > 0 ? [backups.folder] : [];

function factsOf(copy: string) {
  try {
    return inspectDatabase(copy, (db) => ({
      address: serverAddressOf(db),
      rows: highestIds(db),
    }));
  } catch {
    return undefined;
  }
}

/** Files that a server left next to its database. */
function tracesBeside({ database, secret }: Installation): readonly string[] {
  const traces = existsSync(secretPath(database)) ? [secretPath(database)] : [];
  // With a configured secret, this file is the only trace.
  if (secret !== undefined && hadDatabase(database)) traces.push(holderFile(database));
  return traces;
}

/**
 * Opens the database, which a worker may be using; only the worker creates and migrates it.
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
 * Checks whether a server can work with the database at this path.
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
