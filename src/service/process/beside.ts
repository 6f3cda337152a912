import { accessSync, constants, lstatSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { makeMeanings } from '../../command/meant/meanings.ts';
import { reservedUserids } from '../../command/text/reserved-userid.ts';
import { NO_WORDS } from '../../command/text/vocabulary.ts';
import type { WorkerConfig } from '../../config.ts';
import { noCrashPoints, systemRandom, systemTime } from '../../ports.ts';
import {
  type Database,
  isDamage,
  isThere,
  isUpToDate,
  lookInto,
  openExisting,
  refuseNewer,
} from '../../store/file/database.ts';
import { watchBeside } from '../../store/file/lock.ts';
import { oneLine } from '../shell/log.ts';
import { makePulse } from '../shell/pulse.ts';
import { readSecrets, secretPath, secretsSince } from '../shell/secret.ts';
import { MIGRATIONS, type Shell } from '../shell/shell.ts';
import { makeThreadParser } from '../thread/parser.ts';
import { makeThreadWriter } from '../thread/writer.ts';

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
    if (isThere(path)) {
      accessSync(path, constants.R_OK | constants.W_OK);
      lookInto(path, (db) => refuseNewer(db, MIGRATIONS));
    } else tryToMake(nearestFolder(path));
    return undefined;
  } catch (error) {
    return `${path}: ${oneLine(error)}`;
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

/**
 * What the use cases that only write to the database work with, beside a worker or without one. It
 * reads and writes no letters.
 *
 * @param since when the worker was started, if one runs: it knows no secret that was made later
 * @throws Error when its secret is damaged or gone
 */
export function shellBeside(config: WorkerConfig, db: Database, since: number | undefined): Shell {
  const path = secretPath(config.database);
  return {
    db,
    guard: {
      isWhole: watchBeside(db, config.database),
      blames: () => false,
      lost: new AbortController().signal,
      close: () => db.close(),
    },
    vocabularies: () => NO_WORDS,
    tellingWords: new Map(),
    parser: makeThreadParser(),
    writer: makeThreadWriter({ ours: new Map(), own: new Map() }),
    address: config.address,
    admins: config.admins,
    secrets:
      since === undefined
        ? readSecrets(config.secret, path, systemTime, systemRandom)
        : secretsSince(config.secret, path, since, systemTime),
    plus: config.plus,
    authserv: config.authserv,
    word: config.word,
    quota: config.quota,
    mistakenFor: reservedUserids(config.address, NO_WORDS),
    meanings: makeMeanings([]),
    vacationDays: config.vacationDays,
    time: systemTime,
    random: systemRandom,
    // No letter is read by it.
    boot: '',
    crash: noCrashPoints,
    pulse: makePulse(systemTime.now()),
    log: pino({ level: 'silent', base: null }),
  };
}
