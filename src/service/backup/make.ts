import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackupPlan } from '../../config.ts';
import { rawHash } from '../../mail/reply.ts';
import type { Time } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { backupLimits, roomLimits } from '../../server-limits.ts';
import { type Database, inspectDatabase, openSqlite } from '../../store/file/database.ts';
import { makeFolder, namesIn, syncFolder, writeDurably } from '../../store/file/durable.ts';
import { newestLetter } from '../../store/letters/inbox.ts';
import { databaseId } from '../../store/server/conditions.ts';
import { oneLine } from '../shell/log.ts';
import { threadFile } from '../thread/thread-queue.ts';
import {
  backupName,
  copiesFolder,
  deleteExpired,
  deleteIncomplete,
  dropPredecessors,
  keptBackups,
  removeBackup,
} from './copies.ts';
import { type BackupSource, freeBytesIn, refuseFullDisk, writeBackup } from './write.ts';

/**
 * The name of a letter from the pipe, stored next to the copies, as no mailbox has it: its arrival in UTC
 * milliseconds, its id in the database, and the start of its hash.
 */
const NAME = /^letter-(\d{13})-(\d+)-[0-9a-f]{16}\.eml$/;

/**
 * Stores a piped letter, with a sync, until a copy holds it.
 *
 * @param id of its row
 * @throws Error of the file system
 */
export function keepPiped(folder: string, raw: Uint8Array, id: number, at: number): void {
  makeFolder(folder);
  const hash = Buffer.from(rawHash(raw)).toString('hex').slice(0, 16);
  const path = join(folder, `letter-${String(at).padStart(13, '0')}-${id}-${hash}.eml`);
  writeDurably(path, raw);
}

/** The stored letters in a folder of copies, in order of arrival, without other files. */
const filesIn = (folder: string) =>
  namesIn(folder)
    .flatMap((name) => {
      const [, at, id] = NAME.exec(name) ?? [];
      return at === undefined ? [] : [{ file: join(folder, name), at: Number(at), id: Number(id) }];
    })
    .sort((one, other) => one.at - other.at || one.id - other.id);

/** The stored letters with their bytes. */
export const pipedLetters = (folder: string) =>
  filesIn(folder).map((each) => ({ ...each, raw: readFileSync(each.file) }));

/**
 * Removes the letters that a copy holds.
 *
 * @param newest the highest id of a letter in that copy
 */
export function dropPiped(folder: string, newest: number): void {
  const stored = filesIn(folder).filter(({ id }) => id <= newest);
  for (const { file } of stored) rmSync(file);
  if (stored.length > 0) syncFolder(folder);
}

/** The folder for copies, and the days for which one a day is kept. */
interface BackupTarget {
  readonly folder: string;
  readonly days: number;
}

/** A finished copy. */
export interface BackupResult {
  readonly file: string;
  /** Start of the copy, in UTC milliseconds. */
  readonly at: number;
  readonly bytes: number;
  /** The number of old copies removed. */
  readonly removed: number;
}

/**
 * Makes a copy of a database in its folder, and removes expired ones. Processes take turns in a folder.
 *
 * @param freeBytes returns the room in a folder
 * @returns why it failed, in one line
 */
export async function copyInto(
  source: BackupSource,
  { folder, days }: BackupTarget,
  time: Time,
  freeBytes = freeBytesIn,
): Promise<Result<BackupResult, string>> {
  let unlock: (() => void) | undefined;
  try {
    makeFolder(folder);
    unlock = lockFolder(folder);
    deleteIncomplete(folder);
    const at = freeMoment(folder, time.now());
    const file = join(folder, backupName(at));
    const checkRoom = (bytes: number) => makeRoom(folder, bytes, () => freeBytes(folder));
    const written = await writeBackup(source, file, time, { checkRoom });
    if (!written.ok) return written;
    const removed = deleteExpired(folder, { file, at }, days);
    dropPredecessors(folder, { file, at }, days);
    dropPiped(folder, inspectDatabase(file, newestLetter));
    return ok({ file, at, bytes: written.value.bytes, removed });
  } catch (error) {
    return err(oneLine(error));
  } finally {
    unlock?.();
  }
}

function lockFolder(folder: string): () => void {
  const lock = openSqlite(join(folder, '.lock'), { timeout: backupLimits.waitMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}

/** The next free second, as names have whole seconds. */
function freeMoment(folder: string, now: number): number {
  const taken = new Set(keptBackups(folder).map(({ file }) => file));
  let at = now;
  while (taken.has(join(folder, backupName(at)))) at += 1_000;
  return at;
}

/** Removes old copies until a new one fits, with a reserve; the newest stays. */
function makeRoom(folder: string, bytes: number, free: () => number): void {
  for (const { file } of keptBackups(folder).slice(0, -1)) {
    if (free() > bytes + roomLimits.diskBytesMin) break;
    removeBackup(file);
  }
  refuseFullDisk(folder, bytes, free());
}

export type Copier = ReturnType<typeof makeCopier>;

/** A job of the thread: makes a copy, or tests one. */
export type CopierJob =
  | { readonly source: BackupSource; readonly place: BackupTarget }
  | { readonly copy: string };

/** Makes and tests copies, each in a thread with a connection of its own: no letter waits for it. */
export function makeCopier() {
  let thread: Worker | undefined;
  const inThread = <T>(job: CopierJob, failed: (why: string) => T, ms?: number): Promise<T> =>
    new Promise((resolve) => {
      const started = new Worker(threadFile('copier-thread'), { workerData: job });
      thread = started;
      const timer = ms && setTimeout(() => void started.terminate(), ms);
      started.once('message', resolve);
      started.once('error', ({ message }) => resolve(failed(message)));
      started.once('exit', () => {
        clearTimeout(timer);
        resolve(failed('the thread that copies was ended'));
      });
    });
  return {
    /** @returns why it failed, in one line, also after `stop` */
    make: (source: BackupSource, place: BackupTarget): Promise<Result<BackupResult, string>> =>
      inThread({ source, place }, err, backupLimits.backupMs),
    /** @returns why it cannot be restored or was not tested, in one line; undefined if it can be */
    try: (copy: string) => inThread<string | undefined>({ copy }, (why) => why),
    /** Ends the work; an unfinished copy never gets its final name. */
    async stop(): Promise<void> {
      await thread?.terminate();
    },
  };
}

/**
 * Makes a copy at once in the folder of a database, for a change that rereading the mailbox cannot restore.
 *
 * @returns why it failed, in one line; undefined if it succeeded, or copies are off
 */
export async function copyDatabaseNow(
  { database, secret, backups }: BackupSource & { readonly backups?: BackupPlan | undefined },
  db: Database,
): Promise<string | undefined> {
  const folder = copiesFolder({ backups }, databaseId(db));
  if (!backups || folder === undefined) return undefined;
  const made = await makeCopier().make({ database, secret }, { folder, days: backups.days });
  return made.ok ? undefined : made.error;
}
