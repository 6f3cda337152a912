import { existsSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BackupPlan, WorkerConfig } from '../../config.ts';
import { oneDayMs } from '../../limits.ts';
import { backupLimits, roomLimits } from '../../server-limits.ts';
import { namesIn, syncFolder } from '../../store/file/durable.ts';
import type { BackupPlaceProblem } from '../../store/server/conditions.ts';
import { secretPath } from '../shell/secret.ts';
import { DRAFT, freeBytesIn } from './write.ts';

/** A backup made by the worker, in its backup folder. */
export interface KeptBackup {
  readonly file: string;
  /** Start of the copy, in UTC milliseconds: it holds everything before. */
  readonly at: number;
}

const NAME = /^turnpost-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite$/;

/** The name of a backup started at a time: `turnpost-20261122T133400Z.sqlite`. */
export const backupName = (at: number): string =>
  `turnpost-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.sqlite`;

/** The backups in a folder, the oldest first, without other files. */
export const keptBackups = (folder: string): readonly KeptBackup[] =>
  namesIn(folder)
    .filter((name) => NAME.test(name))
    .map((name) => ({
      file: join(folder, name),
      at: Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z')),
    }))
    .filter(({ at }) => !Number.isNaN(at))
    .sort((one, other) => one.at - other.at);

const ID = /^[0-9a-f]{16}$/;

/**
 * The folder for the copies of a database; no two databases share one.
 *
 * @param id of the database: `databaseId`
 * @returns undefined if copies are off
 */
export const copiesFolder = (
  { backups }: { readonly backups?: BackupPlan | undefined },
  id: string,
): string | undefined => backups && join(backups.folder, id);

/** The copies of every database that has some in a folder, by its id (`databaseId`), the oldest first. */
export const copiesBelow = (root: string) =>
  namesIn(root)
    .filter((name) => ID.test(name))
    .map((id) => ({ id, folder: join(root, id), copies: keptBackups(join(root, id)) }))
    .filter(({ copies }) => copies.length > 0);

/**
 * Start of the oldest backup, in UTC milliseconds. Anything newer may be needed to restore it.
 *
 * @returns undefined if there is none
 */
export const oldestBackupAt = (folder: string): number | undefined => keptBackups(folder)[0]?.at;

const HOUR_MS = 3_600_000;

/**
 * The expired copies: all but the last three, the first of each hour of the last day, and the first of each
 * day (UTC) of the last `days` days. Copies dated after the newest were made under a wrong clock, and expire
 * once there are three others.
 *
 * @param copies the oldest first
 * @param newest the one just made
 */
export function expiredCopies(
  copies: readonly KeptBackup[],
  newest: KeptBackup,
  days: number,
): readonly KeptBackup[] {
  const dated = copies.filter(({ at }) => at <= newest.at);
  const kept = new Set([
    ...dated.slice(-backupLimits.keptMin),
    ...firstOfEach(HOUR_MS, dated, newest.at - oneDayMs),
    ...firstOfEach(oneDayMs, dated, newest.at - days * oneDayMs),
    ...(dated.length < backupLimits.keptMin ? copies : []),
  ]);
  return copies.filter((each) => !kept.has(each));
}

function firstOfEach(
  spanMs: number,
  copies: readonly KeptBackup[],
  since: number,
): readonly KeptBackup[] {
  const span = ({ at }: KeptBackup): number => Math.floor(at / spanMs);
  return copies.filter((each, index) => {
    const before = copies[index - 1];
    return each.at > since && (!before || span(before) < span(each));
  });
}

/**
 * Removes expired copies with their secrets.
 *
 * @returns the number removed
 * @throws Error of the file system
 */
export function deleteExpired(folder: string, newest: KeptBackup, days: number): number {
  const expired = expiredCopies(keptBackups(folder), newest, days);
  for (const { file } of expired) removeBackup(file);
  if (expired.length > 0) syncFolder(folder);
  return expired.length;
}

/**
 * Removes expired copies of the databases from which this one was recovered: by the same rule, but with no
 * copy older than `days`, and at the end the folder as well.
 *
 * @param folder of the copies of the database
 * @throws Error of the file system
 */
export function dropPredecessors(folder: string, newest: KeptBackup, days: number): void {
  const root = dirname(folder);
  const all = namesIn(root).filter((name) => ID.test(name));
  const lineage = [basename(folder)];
  for (const id of lineage) {
    const before = all.filter((name) => successorsIn(join(root, name)).includes(id));
    lineage.push(...before.filter((name) => !lineage.includes(name)));
  }
  for (const id of lineage.slice(1)) dropOld(join(root, id), newest, days);
}

function dropOld(folder: string, newest: KeptBackup, days: number): void {
  const copies = keptBackups(folder);
  const expired = expiredCopies(copies, newest, days);
  const old = copies.filter(
    (copy) => expired.includes(copy) || copy.at <= newest.at - days * oneDayMs,
  );
  for (const { file } of old) removeBackup(file);
  if (old.length < copies.length) return;
  const leftovers = namesIn(folder).filter((name) => USELESS_ALONE.test(name));
  for (const name of leftovers) rmSync(join(folder, name));
  if (namesIn(folder).length === 0) rmdirSync(folder);
}
/** Names of files that are useless without copies. */
const USELESS_ALONE = /^(\.lock|letter-\S+\.eml|recovered-as-[0-9a-f]{16})$/;

const SUCCESSOR = /^recovered-as-([0-9a-f]{16})$/;

/** The ids of the databases recovered from the copies in a folder. */
export const successorsIn = (folder: string): readonly string[] =>
  namesIn(folder).flatMap((name) => SUCCESSOR.exec(name)?.[1] ?? []);

/**
 * Records next to copies that a database was recovered from them. The record has no effect until that
 * database has a copy of its own.
 */
export function noteSuccessor(folder: string, id: string): void {
  writeFileSync(join(folder, `recovered-as-${id}`), '', { mode: 0o600 });
  syncFolder(folder);
}

/** Removes a copy and its secret. */
export function removeBackup(file: string): void {
  rmSync(file, { force: true });
  rmSync(secretPath(file), { force: true });
}

/**
 * Removes the remains of a crash in a folder: copies that have not got their final name yet, and secrets
 * without a copy. Call only from the one maker of copies there, while it makes none.
 */
export function deleteIncomplete(folder: string): void {
  const names = namesIn(folder);
  for (const name of names) {
    const [backup = '', draft] = name.split(DRAFT);
    const isSecret = name.endsWith('.sqlite.secret');
    const isTorn = isSecret
      ? NAME.test(name.slice(0, -'.secret'.length)) &&
        !existsSync(join(folder, name.slice(0, -'.secret'.length)))
      : draft !== undefined && NAME.test(backup);
    if (isTorn) rmSync(join(folder, name), { recursive: true });
  }
}

/**
 * What is wrong with the place for copies of a database: there is none, it is on the same disk, or it has too
 * little room.
 *
 * @throws Error of the file system
 */
export function backupPlaceProblem(
  { database, backups }: Pick<WorkerConfig, 'database' | 'backups'>,
  freeBytes = freeBytesIn,
): BackupPlaceProblem | undefined {
  if (!backups) return 'none';
  const place = nearest(backups.folder);
  const bytes = statSync(database, { throwIfNoEntry: false })?.size ?? 0;
  if (freeBytes(place) < bytes + roomLimits.diskBytesMin) return 'room';
  return statSync(place).dev === statSync(nearest(dirname(database))).dev ? 'same-disk' : undefined;
}

/** The nearest existing folder on the way up. */
const nearest = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) || dirname(path) === path
    ? path
    : nearest(dirname(path));

/** Whether a copy is older than a day, and letters came in after it. */
export const isOldCopy = (
  madeAt: number | undefined,
  cameAt: number | undefined,
  now: number,
): boolean =>
  madeAt !== undefined && cameAt !== undefined && cameAt > madeAt && now - madeAt > oneDayMs;

/** The trouble and its remedy, in sentences. */
export const BACKUP_PLACE_PROBLEMS: Readonly<
  Record<BackupPlaceProblem, { readonly what: string; readonly remedy: string }>
> = {
  none: {
    what: 'No copies of the database are made: with its disk all games are lost.',
    remedy: 'Let TURNPOST_BACKUP_DIR name a folder on another disk.',
  },
  'same-disk': {
    what: 'The copies of the database lie on the same disk: they are lost with it.',
    remedy: 'Let TURNPOST_BACKUP_DIR name a folder on another disk.',
  },
  room: {
    what: 'There is hardly room for another copy of the database.',
    remedy: 'Make room, or let TURNPOST_BACKUP_DIR name a folder on another disk.',
  },
};
