import {
  closeSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Time } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import {
  copyDatabase,
  copyFault,
  type DatabaseSnapshot,
  restoreInto,
} from '../../store/file/copy.ts';
import {
  assertNotNewer,
  type Database,
  inspectDatabase,
  isNew,
  migrate,
  openDatabase,
  openExisting,
} from '../../store/file/database.ts';
import { makeFolder, renameDurably, syncFile } from '../../store/file/durable.ts';
import { watchServedDatabase } from '../../store/file/lock.ts';
import { damagedBoards } from '../../store/play/matches.ts';
import { oneLine } from '../shell/log.ts';
import { secretPath, secretsTrouble } from '../shell/secret.ts';
import { MIGRATIONS } from '../shell/shell.ts';

/** The parts of a backup. */
export interface BackupSource {
  readonly database: string;
  /** From the configuration; a backup then has no secret file. */
  readonly secret: string | undefined;
}

/** A backup on the disk. */
export interface WrittenCopy {
  readonly bytes: number;
  /** Where its secret is, if it has one. */
  readonly secret: 'beside' | 'configured' | 'none';
}

/** Infix of the folder in which a backup is made. */
export const DRAFT = '.new-';

/** Options for a process that has a connection to the database already. */
interface BackupOptions {
  /** Called with the size in bytes before writing; its error is why the backup fails. */
  readonly checkRoom: (bytes: number) => void;
}

/**
 * Copies the database and its secret, also while a server works on it. The copy is verified before it gets
 * its name, and only its owner may read it.
 *
 * @param file must not exist, except for remains of an earlier try
 * @param options undefined: for a process without other connections to the database. It then opens the file
 *   itself to check that it is the server's; closing it would drop the locks of other connections of the
 *   process (POSIX fcntl)
 * @returns why it failed, in one line
 */
export async function writeBackup(
  source: BackupSource,
  file: string,
  time: Time,
  options?: BackupOptions,
): Promise<Result<WrittenCopy, string>> {
  const path = resolve(file);
  const trouble = placeTrouble(source.database, path) ?? secretsTrouble(source, time);
  if (trouble !== undefined) return err(trouble);
  let draft: string | undefined;
  try {
    dropDrafts(path);
    const conflict = conflictText(source, path);
    if (conflict !== undefined) return err(conflict);
    draft = mkdtempSync(`${path}${DRAFT}`);
    return await writeDraft(source, path, draft, options);
  } catch (error) {
    return err(oneLine(error));
  } finally {
    if (draft !== undefined) rmSync(draft, { recursive: true, force: true });
  }
}

/** Removes the remains of a crashed backup of this name. */
function dropDrafts(file: string): void {
  const begin = `${basename(file)}${DRAFT}`;
  for (const name of readdirSync(dirname(file))) {
    if (name.startsWith(begin)) rmSync(join(dirname(file), name), { recursive: true });
  }
}

function placeTrouble(database: string, path: string): string | undefined {
  if (!existsSync(database)) return `there is no database ${database}`;
  return existsSync(dirname(path)) ? undefined : `there is no folder ${dirname(path)}`;
}

/**
 * Refuses existing files, including dangling links; except a lone secret that this backup would contain,
 * which is the remains of a crash.
 */
function conflictText(source: BackupSource, path: string): string | undefined {
  const isThere = (each: string) => lstatSync(each, { throwIfNoEntry: false }) !== undefined;
  const existing = [path, secretPath(path)].find(isThere);
  return existing === undefined || (existing !== path && isCopied(source, existing))
    ? undefined
    : `${existing} is there already`;
}

function isCopied({ database, secret }: BackupSource, left: string): boolean {
  const ours = secretPath(database);
  if (secret !== undefined || !existsSync(ours) || !lstatSync(left).isFile()) return false;
  const lines = (path: string) => readFileSync(path, 'utf8').trim().split('\n');
  const now = lines(ours);
  return lines(left).every((line) => now.includes(line));
}

async function writeDraft(
  source: BackupSource,
  path: string,
  draft: string,
  options: BackupOptions | undefined,
): Promise<Result<WrittenCopy, string>> {
  const copy = join(draft, 'copy.sqlite');
  closeSync(openSync(copy, 'wx', 0o600));
  const db = openExisting(source.database);
  let snapshot: DatabaseSnapshot;
  try {
    const isServed = options ? () => true : watchServedDatabase(db, source.database);
    assertServed(isServed, source.database);
    const checkRoom = options?.checkRoom ?? ((bytes) => refuseFullDisk(dirname(path), bytes));
    snapshot = await copyDatabase(db, copy, ({ bytes }) => checkRoom(bytes));
    // Otherwise the copy could hold commits that a power cut takes from the database.
    syncIfThere(`${source.database}-wal`);
    assertServed(isServed, source.database);
  } finally {
    db.close();
  }
  const trouble = copyFault(copy, snapshot);
  if (trouble !== undefined) return err(`the copy is not whole: ${trouble}`);
  syncFile(copy);
  const secret = copySecret(source, secretPath(copy));
  const conflict = conflictText(source, path);
  if (conflict !== undefined) return err(conflict);
  // A named backup always has its secret.
  if (secret === 'beside') renameDurably(secretPath(copy), secretPath(path));
  renameDurably(copy, path);
  return ok({ bytes: snapshot.bytes, secret });
}

function assertServed(isServed: () => boolean, path: string): void {
  if (!isServed()) throw new Error(`${path} is not the database that the server works on`);
}

/** The free bytes on a folder's disk that users other than root may use. */
export function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** @throws Error if a backup of this size does not fit in a folder */
export function refuseFullDisk(folder: string, bytes: number, free = freeBytesIn(folder)): void {
  if (free > bytes) return;
  throw new Error(
    `there is no room in ${folder}: the backup takes ${megabytes(bytes)}, and ${megabytes(free)} is free`,
  );
}

/** `3.2 MB` */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function copySecret({ database, secret }: BackupSource, copy: string): WrittenCopy['secret'] {
  if (secret !== undefined) return 'configured';
  const path = secretPath(database);
  if (!lstatSync(path, { throwIfNoEntry: false })) return 'none';
  writeFileSync(copy, readFileSync(path), { flag: 'wx', mode: 0o600 });
  syncFile(copy);
  return 'beside';
}

/** Syncs a log file; unlike a database file, closing it drops no locks. */
function syncIfThere(path: string): void {
  if (existsSync(path)) syncFile(path);
}

/**
 * Checks a complete copy.
 *
 * @returns why it cannot be restored, in one line; undefined if it is intact
 */
export function unusableCopy(file: string): string | undefined {
  try {
    return inspectDatabase(file, (db) => {
      if (isNew(db)) return 'it is empty';
      assertNotNewer(db, MIGRATIONS);
      const found = db.pragma('integrity_check(1)', { simple: true });
      return found === 'ok' ? undefined : 'it is damaged';
    });
  } catch (error) {
    return oneLine(error);
  }
}

/** The first boards that do not follow from their moves, in one line; undefined if there are none. */
export function boardsTrouble(db: Database): string | undefined {
  const damaged: number[] = [];
  for (const board of damagedBoards(db)) {
    damaged.push(board);
    if (damaged.length === BOARDS_NAMED) break;
  }
  return damaged.length === 0
    ? undefined
    : `not as their moves lead to: board ${damaged.join(', ')}${damaged.length === BOARDS_NAMED ? ' ...' : ''}`;
}
const BOARDS_NAMED = 10;

/**
 * Restores a copy into a scratch folder beside it, migrates it, and replays every board.
 *
 * @returns why it cannot be restored, in one line; undefined if it can
 */
export function tryCopy(file: string): string | undefined {
  const scratch = `${file}.try-${process.pid}`;
  try {
    rmSync(scratch, { recursive: true, force: true });
    makeFolder(scratch);
    const restored = join(scratch, 'turnpost.sqlite');
    restoreInto(file, restored);
    const trouble = unusableCopy(restored);
    if (trouble !== undefined) return trouble;
    const db = openDatabase(restored);
    try {
      migrate(db, MIGRATIONS);
      return boardsTrouble(db);
    } finally {
      db.close();
    }
  } catch (error) {
    return oneLine(error);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
