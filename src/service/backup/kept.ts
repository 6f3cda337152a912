import { existsSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BackupPlan, WorkerConfig } from '../../config.ts';
import { oneDayMs } from '../../limits.ts';
import { copiesLast, diskBytesMin } from '../../server-limits.ts';
import { namesIn, syncFolder } from '../../store/file/folder.ts';
import type { Amiss } from '../../store/server/backups.ts';
import { secretPath } from '../shell/secret.ts';
import { DRAFT, freeBytesIn } from './write.ts';

/** A backup that the worker has made, in the folder of its backups. */
export interface KeptBackup {
  readonly file: string;
  /** When it was begun, in UTC milliseconds: it holds all that was there before. */
  readonly at: number;
}

const NAME = /^turnpost-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite$/;

/** The name of a backup that is begun at this time: `turnpost-20261122T133400Z.sqlite`. */
export const backupName = (at: number): string =>
  `turnpost-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.sqlite`;

/** Every backup of a folder, the oldest first; nothing else that lies there. */
export const keptBackups = (folder: string): readonly KeptBackup[] =>
  namesIn(folder)
    .filter((name) => NAME.test(name))
    .map((name) => ({
      file: join(folder, name),
      at: Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z')),
    }))
    .filter(({ at }) => !Number.isNaN(at))
    .sort((one, other) => one.at - other.at);

/** The copies of one database. */
export interface Copies {
  /** The number of the database: `databaseId`. */
  readonly id: string;
  readonly folder: string;
  /** The oldest first; one at least. */
  readonly copies: readonly KeptBackup[];
}

const ID = /^[0-9a-f]{16}$/;

/**
 * Where the copies of a database lie: no server ever writes among those of another.
 *
 * @param id of the database: `databaseId`
 * @returns undefined where none are to be made
 */
export const copiesFolder = (
  { backups }: { readonly backups?: BackupPlan | undefined },
  id: string,
): string | undefined => backups && join(backups.folder, id);

/** The copies of every database that has some in a folder. */
export const copiesBelow = (root: string): readonly Copies[] =>
  namesIn(root)
    .filter((name) => ID.test(name))
    .map((id) => ({ id, folder: join(root, id), copies: keptBackups(join(root, id)) }))
    .filter(({ copies }) => copies.length > 0);

/**
 * When the oldest backup was begun that may still be put back, in UTC milliseconds. What is newer than
 * that may be needed with it.
 *
 * @returns undefined where there is none
 */
export const oldestBackupAt = (folder: string): number | undefined => keptBackups(folder)[0]?.at;

const HOUR_MS = 3_600_000;

/**
 * Which copies have had their time: all but the last three, the first of each hour of the last day, and
 * the first of each day (UTC) of the last so many days. One that is dated later than the newest was made
 * under a wrong clock: nobody knows how old it is, and it goes when there are three that are not.
 *
 * @param copies the oldest first
 * @param newest the one that was just made
 */
export function outlivedCopies(
  copies: readonly KeptBackup[],
  newest: KeptBackup,
  days: number,
): readonly KeptBackup[] {
  const dated = copies.filter(({ at }) => at <= newest.at);
  const kept = new Set([
    ...dated.slice(-copiesLast),
    ...firstOfEach(HOUR_MS, dated, newest.at - oneDayMs),
    ...firstOfEach(oneDayMs, dated, newest.at - days * oneDayMs),
    ...(dated.length < copiesLast ? copies : []),
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
 * Removes the copies that have had their time, with their secrets.
 *
 * @returns how many
 * @throws Error of the file system
 */
export function dropOutlived(folder: string, newest: KeptBackup, days: number): number {
  const outlived = outlivedCopies(keptBackups(folder), newest, days);
  for (const { file } of outlived) removeBackup(file);
  if (outlived.length > 0) syncFolder(folder);
  return outlived.length;
}

/**
 * Removes what has had its time of the copies from which a database, or those before it, has gone on after a
 * recovery: by the same rule, but that none is older than so many days, and in the end not even the folder is
 * left.
 *
 * @param folder of the copies of that database
 * @throws Error of the file system
 */
export function dropPredecessors(folder: string, newest: KeptBackup, days: number): void {
  const root = dirname(folder);
  const all = namesIn(root).filter((name) => ID.test(name));
  const line = [basename(folder)];
  for (const id of line) {
    const before = all.filter((name) => successorsIn(join(root, name)).includes(id));
    line.push(...before.filter((name) => !line.includes(name)));
  }
  for (const id of line.slice(1)) dropOld(join(root, id), newest, days);
}

function dropOld(folder: string, newest: KeptBackup, days: number): void {
  const copies = keptBackups(folder);
  const outlived = outlivedCopies(copies, newest, days);
  const old = copies.filter(
    (copy) => outlived.includes(copy) || copy.at <= newest.at - days * oneDayMs,
  );
  for (const { file } of old) removeBackup(file);
  if (old.length < copies.length) return;
  const ours = namesIn(folder).filter((name) => OF_NO_USE_ALONE.test(name));
  for (const name of ours) rmSync(join(folder, name));
  if (namesIn(folder).length === 0) rmdirSync(folder);
}
/** What lies beside copies. */
const OF_NO_USE_ALONE = /^(\.lock|letter-\S+\.eml|recovered-as-[0-9a-f]{16})$/;

const SUCCESSOR = /^recovered-as-([0-9a-f]{16})$/;

/** The numbers of the databases that have gone on from the copies in a folder. */
export const successorsIn = (folder: string): readonly string[] =>
  namesIn(folder).flatMap((name) => SUCCESSOR.exec(name)?.[1] ?? []);

/** Notes beside copies that a database goes on from them, as soon as there is a copy of it. */
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
 * Removes what a crash has left in a folder: copies that have no name yet, and secrets without a copy.
 * To be called by the only one that makes copies there, while it makes none.
 */
export function dropTorn(folder: string): void {
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
 * What is amiss with the place where copies of a database lie, or would lie: that there is none, that it is
 * lost with the database, or that it has hardly room for one.
 *
 * @throws Error of the file system
 */
export function amissWith(
  { database, backups }: Pick<WorkerConfig, 'database' | 'backups'>,
  freeBytes = freeBytesIn,
): Amiss | undefined {
  if (!backups) return 'none';
  const place = nearest(backups.folder);
  const bytes = statSync(database, { throwIfNoEntry: false })?.size ?? 0;
  if (freeBytes(place) < bytes + diskBytesMin) return 'room';
  return statSync(place).dev === statSync(nearest(dirname(database))).dev ? 'same-disk' : undefined;
}

/** The nearest folder above that is there. */
const nearest = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) || dirname(path) === path
    ? path
    : nearest(dirname(path));

/** Whether a day has gone by since a copy, and letters have come in since. */
export const isOldCopy = (madeAt: number | null, cameAt: number | null, now: number): boolean =>
  madeAt !== null && cameAt !== null && cameAt > madeAt && now - madeAt > oneDayMs;

/** What to say of it, and what to do. */
export const AMISS: Readonly<Record<Amiss, { readonly what: string; readonly remedy: string }>> = {
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
