import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { WorkerConfig } from '../../config.ts';
import { tokenLimits } from '../../limits.ts';
import { parseToken } from '../../mail/token.ts';
import { minuteText, systemRandom, type Time } from '../../ports.ts';
import {
  BACKUP_PLACE_PROBLEMS,
  backupPlaceProblem,
  isOldCopy,
} from '../../service/backup/copies.ts';
import {
  databaseTrouble,
  type Installation,
  startProblem,
} from '../../service/process/before-start.ts';
import { holderText } from '../../service/process/fence-note.ts';
import { oneLine } from '../../service/shell/log.ts';
import { readSecrets, secretPath, secretsTrouble } from '../../service/shell/secret.ts';
import { MIGRATIONS } from '../../service/shell/shell.ts';
import { inspectDatabase, isNew, isUpToDate } from '../../store/file/database.ts';
import { findHolder } from '../../store/file/lock.ts';
import { tokensSince } from '../../store/reading/overview.ts';
import { backupsNow, lastHeartbeat, lastLetterAt } from '../../store/server/conditions.ts';
import { type Code, type Finding, finding } from './finding.ts';

interface Facts {
  /** Reply tokens of its newest letters. */
  readonly tokens: readonly string[];
  /** When its mailbox was last read; undefined: never. */
  readonly lastPoll?: number | undefined;
  /** When its newest copy was made, and its newest letter came in; undefined: none. */
  readonly newestCopyAt: number | undefined;
  readonly newestLetterAt: number | undefined;
}

/** Letters read to tell which secret signed them. */
const SAMPLE = 20;
/** Largest file for quick_check, which then takes a second or two. */
const READ_BYTES_MAX = 64 * 1024 * 1024;
/** How far ahead the last poll may be: an hour, more than any ordinary clock correction. */
const CLOCK_AHEAD_MS_MAX = 3_600_000;

interface DiskFacts {
  /** The folder, or the nearest existing one above it. */
  readonly folder: string;
  readonly freeBytes: number;
  /** Undefined where the file system does not count them. */
  readonly freeInodes: number | undefined;
  /** The file system type, as in statfs(2). */
  readonly type: number;
  /** The error code of writing a small file there; undefined: written. */
  readonly writeError: string | undefined;
}

const MIB = 1024 * 1024;

/** Enough for a busy month, with the raw letters and the write-ahead log. */
const ROOM_BYTES = 200 * MIB;

/** Less than this is used up within hours. */
const ROOM_BYTES_MIN = 20 * MIB;

/** Size of the file that tests for room: a few pages of a database. */
const TEST_BYTES = 64 * 1024;

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Magic numbers of network and in-memory file systems (linux/magic.h). */
const SYSTEMS: ReadonlyMap<number, readonly ['disk/remote' | 'disk/in-memory', string]> = new Map([
  [0x6969, ['disk/remote', 'NFS']],
  [0x517b, ['disk/remote', 'SMB']],
  [0xff534d42, ['disk/remote', 'CIFS']],
  [0xfe534d42, ['disk/remote', 'SMB']],
  [0x65735546, ['disk/remote', 'FUSE']],
  [0x01021994, ['disk/in-memory', 'tmpfs']],
]);

/**
 * Checks the disk of a database: writes a small file next to it, and removes that.
 *
 * @param isBroken the database cannot be used: a denied write is not reported again
 */
export function diskFindings(database: string, isBroken: boolean): readonly Finding[] {
  const folder = nearestFolder(database);
  try {
    const { bavail, bsize, files: all, ffree, type } = statfsSync(folder);
    const writeError = tryToWrite(folder);
    if (isBroken && writeError !== undefined && !FULL.has(writeError)) return [];
    const freeInodes = all > 0 ? ffree : undefined;
    return roomFindings({ folder, freeBytes: bavail * bsize, freeInodes, type, writeError });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    return [finding('disk/unknown', { folder, code })];
  }
}

export function roomFindings(facts: DiskFacts): readonly Finding[] {
  const { folder, freeBytes, freeInodes, type, writeError } = facts;
  const [kind, system = ''] = SYSTEMS.get(type) ?? [];
  const place = kind ? [finding(kind, { folder, system })] : [];
  const room = `${Math.floor(freeBytes / MIB)} MB are free in ${folder}.`;
  const code = writeError ?? 'ENOSPC';
  if (freeInodes === 0) return [finding('disk/no-inodes', { folder, code }), ...place];
  if (FULL.has(writeError ?? '')) return [finding('disk/full', { folder, code }), ...place];
  if (writeError !== undefined) {
    const why = writeError === 'EROFS' ? 'disk/read-only' : 'disk/denied';
    return [finding(why, { folder, code }), ...place];
  }
  if (freeBytes < ROOM_BYTES_MIN) return [finding('disk/least', { room }), ...place];
  if (freeBytes < ROOM_BYTES) return [finding('disk/little', { room }), ...place];
  return place.length > 0 ? place : [finding('disk/ok', { room })];
}

/** The nearest existing folder above a path. */
function nearestFolder(path: string): string {
  const folder = dirname(path);
  try {
    if (folder === path || statSync(folder).isDirectory()) return folder;
  } catch {
    // The folder is missing, or a part of its path is no folder.
  }
  return nearestFolder(folder);
}

/** @returns the error code; undefined if a file can be written */
function tryToWrite(folder: string): string | undefined {
  const path = join(folder, `.turnpost-check-${process.pid}`);
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, Buffer.alloc(TEST_BYTES, 1));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  } finally {
    rmSync(path, { force: true });
  }
}

/** Checks that others cannot read a private file. */
export function readableFindings(name: string, path: string): readonly Finding[] {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o004) === 0) return [];
    const isOpen = isReachableByOthers(dirname(resolve(path)));
    return [finding(isOpen ? 'secret/open' : 'secret/hidden', { path }, name)];
  } catch {
    // The file is missing, or cannot be examined.
    return [];
  }
}

/** Whether others may enter a folder and all above it. */
function isReachableByOthers(folder: string): boolean {
  const above = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (above === folder || isReachableByOthers(above));
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, a user ID may have no name.
    return `user ${process.getuid?.() ?? '?'}`;
  }
}

/** The owner of a path, or of the nearest existing folder above it. */
function ownerOf(path: string): string {
  try {
    const { uid } = statSync(path);
    return uid === process.getuid?.() ? userName() : `user ${uid}`;
  } catch {
    return dirname(path) === path ? 'nobody' : ownerOf(dirname(path));
  }
}

/** Checks the database, its lock, disk, copies and secret, and changes none of them. */
export function databaseFindings(
  installation: Installation,
  time: Time,
): { readonly findings: readonly Finding[]; readonly isLocked: boolean } {
  const { database } = installation;
  const lock = lockFinding(database);
  const isLocked = lock.level === 'warn';
  const trouble = databaseTrouble(database) ?? startFault(installation);
  const factsOrError = trouble === undefined ? factsIn(database, time) : trouble;
  const facts = typeof factsOrError === 'string' ? undefined : factsOrError;
  const now = time.now();
  const last = facts?.lastPoll ?? now;
  return {
    findings: [
      typeof factsOrError === 'string'
        ? brokenFinding(factsOrError, database)
        : okFinding(database),
      lock,
      ...diskFindings(database, typeof factsOrError === 'string'),
      ...copiesFindings(installation, facts, now),
      ...secretFindings(installation, facts?.tokens ?? [], time),
      ...(last > now + CLOCK_AHEAD_MS_MAX
        ? [finding('clock/behind', { now: minuteText(now), last: minuteText(last) })]
        : []),
    ],
    isLocked,
  };
}

const okFinding = (path: string): Finding =>
  finding(existsSync(path) ? 'database/ok' : 'database/new', { path });

/** Why a start would be refused. Errors are ignored: `factsIn` reports them. */
function startFault(installation: Installation): string | undefined {
  try {
    const loss = startProblem(installation);
    return loss === undefined ? undefined : `${installation.database}: ${loss}`;
  } catch {
    return undefined;
  }
}

/** Finding codes by the error of opening a database. The first match counts. */
const TROUBLES: readonly (readonly [RegExp, Code & `database/${string}`])[] = [
  // The text contains the remedy.
  [/a server has worked here|is older than its copy/, 'database/self-explained'],
  [/this is not a file/, 'database/no-file'],
  [/is not a database/, 'database/foreign'],
  [/malformed|disk I\/O|is damaged/, 'database/damaged'],
  [/newer than this program/, 'database/self-explained'],
  [/is locked|SQLITE_BUSY/, 'database/locked'],
  [/EROFS|readonly|read-only/, 'database/read-only'],
  [/ENOTDIR|is not a folder/, 'database/below-file'],
  [/ENAMETOOLONG|ELOOP/, 'database/odd-path'],
  [/ENOENT|EPERM|a link to nothing/, 'database/no-folder'],
];

/** @param trouble the error of opening it; the text begins with the path */
function brokenFinding(trouble: string, path: string): Finding {
  const code = TROUBLES.find(([pattern]) => pattern.test(trouble))?.[1] ?? 'database/denied';
  return finding(code, { trouble, path, user: userName(), owner: ownerOf(path) });
}

/** @returns its facts, or an error; undefined where it is missing or empty */
function factsIn(path: string, time: Time): Facts | string | undefined {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return undefined;
  try {
    return inspectDatabase(path, (db) => {
      const said = size > READ_BYTES_MAX ? 'ok' : db.pragma('quick_check(1)', { simple: true });
      if (said !== 'ok') return `${path}: the database is damaged (${String(said).split('\n')[0]})`;
      // Tokens of the last weeks, or else the newest ones: either shows that a secret existed.
      const recent = isNew(db) ? [] : tokensSince(db, time.now() - tokenLimits.oldSecretMs, SAMPLE);
      const tokens = recent.length > 0 || isNew(db) ? recent : tokensSince(db, 0, SAMPLE);
      // Every schema has tokens. The next start migrates the rest.
      if (!isUpToDate(db, MIGRATIONS))
        return { tokens, newestCopyAt: undefined, newestLetterAt: undefined };
      const { madeAt: newestCopyAt } = backupsNow(db);
      return {
        tokens,
        lastPoll: lastHeartbeat(db),
        newestCopyAt,
        newestLetterAt: lastLetterAt(db),
      };
    });
  } catch (error) {
    return `${path}: ${oneLine(error)}`;
  }
}

/** Who works on the database. A running server is fine, but prevents a second one. */
function lockFinding(database: string): Finding {
  try {
    const holder = findHolder(database);
    if (holder === undefined) return finding('lock/free', {});
    return finding('lock/held', { who: holderText(holder === 'unknown' ? undefined : holder) });
  } catch (error) {
    return finding('lock/denied', { database, error: oneLine(error) });
  }
}

function copiesFindings(
  place: Pick<WorkerConfig, 'database' | 'backups'>,
  known: Facts | undefined,
  now: number,
): readonly Finding[] {
  const { newestCopyAt, newestLetterAt } = known ?? {};
  const folder = place.backups?.folder ?? '';
  const isOld = newestCopyAt !== undefined && isOldCopy(newestCopyAt, newestLetterAt, now);
  const old = isOld ? [finding('copies/old', { at: minuteText(newestCopyAt) })] : [];
  try {
    const problem = backupPlaceProblem(place);
    if (problem !== undefined)
      return [finding('copies/amiss', BACKUP_PLACE_PROBLEMS[problem]), ...old];
    return isOld ? old : [finding('copies/ok', { folder })];
  } catch (error) {
    return [finding('copies/unknown', { folder, error: oneLine(error) })];
  }
}

/** Checks the secret of the reply tokens; creates none. */
function secretFindings(
  place: Pick<WorkerConfig, 'database' | 'secret'>,
  tokens: readonly string[],
  time: Time,
): readonly Finding[] {
  const path = secretPath(place.database);
  const where = place.secret === undefined ? path : 'TURNPOST_SECRET';
  const found = (): Finding => {
    const trouble = secretsTrouble(place, time)?.replace(/: put the backup back.*/, '');
    if (trouble !== undefined) {
      const isDenied = /EACCES|EPERM/.test(trouble);
      return finding(isDenied ? 'secret/denied' : 'secret/damaged', { trouble, where });
    }
    // The server creates it at its first start.
    if (place.secret === undefined && !existsSync(path)) {
      return finding(tokens.length > 0 ? 'secret/missing' : 'secret/new', { where });
    }
    const secrets = readSecrets(place.secret, path, time, systemRandom);
    const isSigned = tokens.length === 0 || tokens.some((token) => parseToken(token, secrets));
    return finding(isSigned ? 'secret/signs' : 'secret/foreign', { where });
  };
  return [found(), ...(place.secret === undefined ? readableFindings('secret', path) : [])];
}
