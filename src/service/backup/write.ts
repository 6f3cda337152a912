import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Time } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { copyDatabase, copyTrouble, type Moment } from '../../store/file/copy.ts';
import { openExisting } from '../../store/file/database.ts';
import { nameForGood } from '../../store/file/name-for-good.ts';
import { watchBeside } from '../../store/file/watch-beside.ts';
import { oneLine } from '../shell/one-line.ts';
import { secretPath, secretsTrouble } from '../shell/secret.ts';

/** What a backup is made of. */
export interface Source {
  readonly database: string;
  /** From the configuration; then there is no file of it, and none in a backup. */
  readonly secret: string | undefined;
}

/** A backup that is on the disk. */
export interface Written {
  readonly bytes: number;
  /** Where its secret is, if it has one. */
  readonly secret: 'beside' | 'configured' | 'none';
}

/** What stands behind the name of a backup in that of the folder in which it is made. */
export const DRAFT = '.new-';

/**
 * Copies the database and its secret while a server may be at work on it. The copy is read from its
 * beginning to its end before it gets its name, and nobody but its owner may ever read it.
 *
 * @param file where nothing is yet
 * @param freeBytes tells how much room there is in a folder
 * @returns why there is none, in one line
 */
export async function writeBackup(
  source: Source,
  file: string,
  time: Time,
  freeBytes = freeBytesIn,
): Promise<Result<Written, string>> {
  const path = resolve(file);
  const trouble = placeTrouble(source.database, path) ?? secretsTrouble(source, time);
  if (trouble !== undefined) return err(trouble);
  let draft: string | undefined;
  try {
    draft = mkdtempSync(`${path}${DRAFT}`);
    return await writeDraft(source, path, draft, freeBytes);
  } catch (error) {
    return err(oneLine(error));
  } finally {
    if (draft !== undefined) rmSync(draft, { recursive: true, force: true });
  }
}

function placeTrouble(database: string, path: string): string | undefined {
  if (!existsSync(database)) return `there is no database ${database}`;
  if (!existsSync(dirname(path))) return `there is no folder ${dirname(path)}`;
  return takenText(path);
}

/** What is there is kept, whatever it is: also a link that leads nowhere. */
function takenText(path: string): string | undefined {
  const taken = [path, secretPath(path)].find((each) => lstatSync(each, { throwIfNoEntry: false }));
  return taken === undefined ? undefined : `${taken} is there already`;
}

async function writeDraft(
  source: Source,
  path: string,
  draft: string,
  freeBytes: (folder: string) => number,
): Promise<Result<Written, string>> {
  const copy = join(draft, 'copy.sqlite');
  closeSync(openSync(copy, 'wx', 0o600));
  const db = openExisting(source.database);
  let moment: Moment;
  try {
    const isThere = watchBeside(db, source.database);
    refuseAnother(isThere, source.database);
    moment = await copyDatabase(db, copy, ({ bytes }) => {
      refuseFullDisk(dirname(path), bytes, freeBytes(dirname(path)));
    });
    refuseAnother(isThere, source.database);
  } finally {
    db.close();
  }
  const trouble = copyTrouble(copy, moment);
  if (trouble !== undefined) return err(`the copy is not whole: ${trouble}`);
  sync(copy);
  const secret = copySecret(source, secretPath(copy));
  const taken = takenText(path);
  if (taken !== undefined) return err(taken);
  // A backup that has its name has its secret, too.
  if (secret === 'beside') nameForGood(secretPath(copy), secretPath(path));
  nameForGood(copy, path);
  return ok({ bytes: moment.bytes, secret });
}

function refuseAnother(isThere: () => boolean, path: string): void {
  if (!isThere()) throw new Error(`${path} is not the database that the server works on`);
}

function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function refuseFullDisk(folder: string, bytes: number, free: number): void {
  if (free > bytes) return;
  throw new Error(
    `there is no room in ${folder}: the backup takes ${megabytes(bytes)}, and ${megabytes(free)} is free`,
  );
}

/** `3.2 MB` */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function copySecret({ database, secret }: Source, copy: string): Written['secret'] {
  if (secret !== undefined) return 'configured';
  const path = secretPath(database);
  if (!lstatSync(path, { throwIfNoEntry: false })) return 'none';
  writeFileSync(copy, readFileSync(path), { flag: 'wx', mode: 0o600 });
  sync(copy);
  return 'beside';
}

function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
