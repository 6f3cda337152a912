import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { WorkerConfig } from '../config.ts';
import { secretKeptMs } from '../limits.ts';
import { parseToken } from '../mail/token.ts';
import { minuteText, systemRandom, type Time } from '../ports.ts';
import { AMISS, amissWith, isOldCopy } from '../service/backup/kept.ts';
import { databaseTrouble } from '../service/process/beside.ts';
import { holderText } from '../service/process/fence-note.ts';
import { type Place, wrongStart } from '../service/process/known.ts';
import { oneLine } from '../service/shell/log.ts';
import { readSecrets, secretPath, secretsTrouble } from '../service/shell/secret.ts';
import { MIGRATIONS } from '../service/shell/shell.ts';
import { isNew, isUpToDate, lookInto } from '../store/file/database.ts';
import { findHolder } from '../store/file/lock.ts';
import { tokensSince } from '../store/reading/overview.ts';
import { backupsNow, lastCameAt } from '../store/server/backups.ts';
import { lastHeartbeat } from '../store/server/conditions.ts';
import { diskFindings, ownerOf, readableFindings, userName } from './disk.ts';
import { type Code, type Finding, finding } from './finding.ts';

/** What a database tells of the server that works with it. */
interface Known {
  /** Reply tokens of letters whose answers still count. */
  readonly tokens: readonly string[];
  /** When its mailbox was last read; undefined when it never was. */
  readonly lastBeat?: number | undefined;
  /** When its newest copy was made, and when its newest letter came in; null where there is none. */
  readonly copiedAt: number | null;
  readonly cameAt: number | null;
}

/** So many letters are enough to know by whose secret they were signed. */
const TOKENS = 20;
/** A file up to this size is read as a whole, which takes a second or two. */
const READ_BYTES_MAX = 64 * 1024 * 1024;
/** An hour: no clock is put right by so much unless it was wrong. */
const AHEAD_MS_MAX = 3_600_000;

/** Looks at the database and all that lies with it, and changes nothing. */
export function databaseFindings(
  place: Place,
  time: Time,
): { readonly findings: readonly Finding[]; readonly isHeld: boolean } {
  const { database } = place;
  const lock = lockFinding(database);
  const isHeld = lock.level === 'warn';
  const trouble = databaseTrouble(database) ?? cutTrouble(database, isHeld) ?? lost(place);
  const looked = trouble === undefined ? knownOf(database, time) : trouble;
  const known = typeof looked === 'string' ? undefined : looked;
  const now = time.now();
  const last = known?.lastBeat ?? now;
  return {
    findings: [
      typeof looked === 'string' ? brokenFinding(looked, database) : wellFinding(database),
      lock,
      ...diskFindings(database, typeof looked === 'string'),
      ...copiesFindings(place, known, now),
      ...secretFindings(place, known?.tokens ?? [], time),
      ...(last > now + AHEAD_MS_MAX
        ? [finding('clock/behind', { now: minuteText(now), last: minuteText(last) })]
        : []),
    ],
    isHeld,
  };
}

const wellFinding = (path: string): Finding =>
  finding(existsSync(path) ? 'database/well' : 'database/new', { path });

/** What cannot be looked at is told of where all of it is read. */
function lost(place: Place): string | undefined {
  try {
    const loss = wrongStart(place);
    return loss === undefined ? undefined : `${place.database}: ${loss}`;
  } catch {
    return undefined;
  }
}

/** What is the matter with a database, by what opening it has said. The first line that fits counts. */
const TROUBLES: readonly (readonly [RegExp, Code & `database/${string}`])[] = [
  // These say themselves what to do.
  [/a server has worked here|is older than its copy/, 'database/told'],
  [/this is not a file/, 'database/no-file'],
  [/is not a database/, 'database/foreign'],
  [/malformed|disk I\/O|is cut off|is damaged/, 'database/damaged'],
  [/newer than this program/, 'database/told'],
  [/is locked|SQLITE_BUSY/, 'database/locked'],
  [/EROFS|readonly|read-only/, 'database/read-only'],
  [/ENOTDIR|is not a folder/, 'database/below-file'],
  [/ENAMETOOLONG|ELOOP/, 'database/odd-path'],
  [/ENOENT|EPERM|a link to nothing/, 'database/no-folder'],
];

/** @param trouble what opening it has said, with the path in front */
function brokenFinding(trouble: string, path: string): Finding {
  const code = TROUBLES.find(([sign]) => sign.test(trouble))?.[1] ?? 'database/barred';
  return finding(code, { trouble, path, user: userName(), owner: ownerOf(path) });
}

/** Of the database file (https://sqlite.org/fileformat2.html, section 1.3). */
const HEADER_BYTES = 100;

/** Whether the file is shorter than its header says, which SQLite notices only where it reads. */
function cutTrouble(path: string, isHeld: boolean): string | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  // A worker may be in the middle of making it longer.
  if (size === 0 || isHeld) return undefined;
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEADER_BYTES);
    readSync(file, head, 0, HEADER_BYTES, 0);
    // 1 stands for 64 KiB, which has no room in the field.
    const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
    const wanted = head.readUInt32BE(28) * pageBytes;
    if (size >= wanted) return undefined;
    return `${path}: the file is cut off: it has ${size} of its ${wanted} bytes`;
  } finally {
    closeSync(file);
  }
}

/** @returns what it tells, or what is wrong with it; undefined where it is to be made */
function knownOf(path: string, time: Time): Known | string | undefined {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size === 0) return undefined;
  try {
    return lookInto(path, (db) => {
      const said = size > READ_BYTES_MAX ? 'ok' : db.pragma('quick_check(1)', { simple: true });
      if (said !== 'ok') return `${path}: the database is damaged (${String(said).split('\n')[0]})`;
      // Of the last weeks, or where there are none, of the last letters: a secret was there in any case.
      const lately = isNew(db) ? [] : tokensSince(db, time.now() - secretKeptMs, TOKENS);
      const tokens = lately.length > 0 || isNew(db) ? lately : tokensSince(db, 0, TOKENS);
      // The tokens stand in every version; what else there is, the next start brings.
      if (!isUpToDate(db, MIGRATIONS)) return { tokens, copiedAt: null, cameAt: null };
      const { madeAt: copiedAt } = backupsNow(db);
      return { tokens, lastBeat: lastHeartbeat(db), copiedAt, cameAt: lastCameAt(db) };
    });
  } catch (error) {
    return `${path}: ${oneLine(error)}`;
  }
}

/** Who works on the database. One that runs is well, and keeps a second one from starting. */
function lockFinding(database: string): Finding {
  try {
    const holder = findHolder(database);
    if (holder === undefined) return finding('lock/free', {});
    return finding('lock/held', { who: holderText(holder === 'unknown' ? undefined : holder) });
  } catch (error) {
    return finding('lock/barred', { database, error: oneLine(error) });
  }
}

/** Looks at the place where copies of the database lie, or will lie. */
function copiesFindings(
  place: Pick<WorkerConfig, 'database' | 'backups'>,
  known: Known | undefined,
  now: number,
): readonly Finding[] {
  const { copiedAt = null, cameAt = null } = known ?? {};
  const folder = place.backups?.folder ?? '';
  const isOld = copiedAt !== null && isOldCopy(copiedAt, cameAt, now);
  const old = isOld ? [finding('copies/old', { at: minuteText(copiedAt) })] : [];
  try {
    const amiss = amissWith(place);
    if (amiss !== undefined) return [finding('copies/amiss', AMISS[amiss]), ...old];
    return isOld ? old : [finding('copies/well', { folder })];
  } catch (error) {
    return [finding('copies/unknown', { folder, error: oneLine(error) })];
  }
}

/**
 * Looks at the secret of the reply tokens, and makes none.
 *
 * @param tokens that the server has made
 */
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
      const isBarred = /EACCES|EPERM/.test(trouble);
      return finding(isBarred ? 'secret/barred' : 'secret/damaged', { trouble, where });
    }
    // The server would make one.
    if (place.secret === undefined && !existsSync(path)) {
      return finding(tokens.length > 0 ? 'secret/missing' : 'secret/new', { where });
    }
    const secrets = readSecrets(place.secret, path, time, systemRandom);
    const isOurs = tokens.length === 0 || tokens.some((token) => parseToken(token, secrets));
    return finding(isOurs ? 'secret/signs' : 'secret/foreign', { where });
  };
  return [found(), ...(place.secret === undefined ? readableFindings('secret', path) : [])];
}
