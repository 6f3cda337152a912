import { existsSync, statSync } from 'node:fs';
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
import { diskFindings, ownerOf, readableFindings, userName } from './disk.ts';
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
  const code = TROUBLES.find(([sign]) => sign.test(trouble))?.[1] ?? 'database/denied';
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
