import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { secretKeptMs } from '../limits.ts';
import { minuteText, type Time } from '../ports.ts';
import { databaseTrouble } from '../service/process/beside.ts';
import { holderText } from '../service/process/fence-note.ts';
import { type Place, wrongStart } from '../service/process/known.ts';
import { MIGRATIONS } from '../service/shell/folders.ts';
import { oneLine } from '../service/shell/log.ts';
import { type Database, openToLook } from '../store/file/database.ts';
import { findHolder, type Holder } from '../store/file/lock.ts';
import { isNew, isUpToDate } from '../store/file/migrate.ts';
import { tokensSince } from '../store/reading/overview.ts';
import { backupsNow, lastCameAt } from '../store/server/backups.ts';
import { lastHeartbeat } from '../store/server/values.ts';
import { ownerOf, userName } from './disk.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, wrong } = findingsOf('database');
const lock = findingsOf('lock');

/** What a database tells of the server that works with it. */
export interface Known {
  /** Reply tokens of letters whose answers still count. */
  readonly tokens: readonly string[];
  /** When its mailbox was last read; undefined when it never was. */
  readonly lastBeat: number | undefined;
  /** When its newest copy was made, and when its newest letter came in; null where there is none. */
  readonly copiedAt: number | null;
  readonly cameAt: number | null;
}

/** So many letters are enough to know by whose secret they were signed. */
const TOKENS = 20;
/** A file up to this size is read as a whole, which takes a second or two. */
const READ_BYTES_MAX = 64 * 1024 * 1024;

/** Looks at the database and its lock, and changes nothing. */
export function databaseFindings(
  place: Place,
  time: Time,
): {
  readonly findings: readonly Finding[];
  readonly known: Known | undefined;
  readonly busy: boolean;
} {
  const { database } = place;
  const held = holderOf(database);
  const isHeld = !('error' in held) && held.holder !== undefined;
  const trouble = databaseTrouble(database) ?? cutTrouble(database, isHeld) ?? lost(place);
  const known = trouble === undefined ? lookInto(database, time) : undefined;
  const bad = trouble ?? (known && 'error' in known ? known.error : undefined);
  return {
    findings: [
      bad === undefined ? ok(wellText(database)) : databaseFinding(bad, whoseText(database)),
      ...lockFindings(database, held),
    ],
    known: known && 'error' in known ? undefined : known,
    busy: isHeld,
  };
}

const wellText = (path: string): string =>
  statSync(path, { throwIfNoEntry: false })
    ? `${path} can be worked with.`
    : `${path} will be made at the first start.`;

/** What cannot be looked at is told of where all of it is read. */
function lost(place: Place): string | undefined {
  try {
    const loss = wrongStart(place);
    return loss === undefined ? undefined : `${place.database}: ${loss}`;
  } catch {
    return undefined;
  }
}

/** What is the matter with a database, and the way out. The first line that fits counts. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/a server has worked here|is older than its copy/, ''],
  [
    /this is not a file/,
    'Let TURNPOST_DATABASE name a file, such as data/turnpost.sqlite: a folder or a device is there.',
  ],
  [
    /is not a database/,
    'Run turnpost recover, which puts the newest copy back; or, if that is a file of something else, write another path into TURNPOST_DATABASE.',
  ],
  [
    /malformed|disk I\/O|is cut off|is damaged/,
    'Stop the server and run turnpost recover, which puts the newest copy back.',
  ],
  [/newer than this program/, ''],
  [
    /is locked|SQLITE_BUSY/,
    'Another program has it open for itself, such as a backup or a database browser: end that one.',
  ],
  [
    /EROFS|readonly|read-only/,
    'It lies on a disk that cannot be written to: mount it for writing, or choose another path.',
  ],
  [
    /ENOTDIR|is not a folder/,
    'A file stands in the middle of the path of TURNPOST_DATABASE: choose another path.',
  ],
  [/ENAMETOOLONG|ELOOP/, 'Choose another path for TURNPOST_DATABASE.'],
  [
    /ENOENT|EPERM|a link to nothing/,
    'No folder can be made there: choose another path for TURNPOST_DATABASE.',
  ],
];

/**
 * @param trouble what opening it has said, with the path in front
 * @param whose who the file belongs to, and who asks
 */
function databaseFinding(trouble: string, whose: string): Finding {
  const remedy = REMEDIES.find(([sign]) => sign.test(trouble))?.[1];
  if (remedy !== undefined) {
    // Some say themselves what to do.
    return remedy === ''
      ? { name: 'database', level: 'wrong', what: `${trouble}.` }
      : wrong(`${trouble}.`, remedy);
  }
  return wrong(
    `${trouble}.`,
    `${whose} Run turnpost as the owner, or give the file and its folder to that user (chown).`,
  );
}

const whoseText = (path: string): string =>
  `You are ${userName()}, and it belongs to ${ownerOf(path)}.`;

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
    return size < wanted
      ? `${path}: the file is cut off: it has ${size} of its ${wanted} bytes`
      : undefined;
  } finally {
    closeSync(file);
  }
}

function lookInto(path: string, time: Time): Known | { readonly error: string } | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || found.size === 0) return undefined;
  try {
    const db = openToLook(path);
    try {
      const damage = found.size > READ_BYTES_MAX ? undefined : damageIn(db);
      if (damage !== undefined) return { error: `${path}: the database is damaged (${damage})` };
      const tokens = tokensIn(db, time.now() - secretKeptMs);
      // The tokens stand in every version; what else there is, the next start brings.
      if (!isUpToDate(db, MIGRATIONS))
        return { tokens, lastBeat: undefined, copiedAt: null, cameAt: null };
      return {
        tokens,
        lastBeat: lastHeartbeat(db),
        copiedAt: backupsNow(db).madeAt,
        cameAt: lastCameAt(db),
      };
    } finally {
      db.close();
    }
  } catch (error) {
    return { error: `${path}: ${oneLine(error)}` };
  }
}

/** Of the last weeks, or where there are none, of the last letters: a secret was there in any case. */
function tokensIn(db: Database, since: number): readonly string[] {
  if (isNew(db)) return [];
  const lately = tokensSince(db, since, TOKENS);
  return lately.length > 0 ? lately : tokensSince(db, 0, TOKENS);
}

function damageIn(db: Database): string | undefined {
  const said = db.pragma('quick_check(1)', { simple: true }) as string;
  return said === 'ok' ? undefined : said.split('\n')[0];
}

type Held = { readonly holder: Holder | 'unknown' | undefined } | { readonly error: string };

function holderOf(database: string): Held {
  try {
    return { holder: findHolder(database) };
  } catch (error) {
    return { error: oneLine(error) };
  }
}

/** Who works on the database. One that runs is well, and keeps a second one from starting. */
function lockFindings(database: string, held: Held): readonly Finding[] {
  if ('error' in held) {
    return [
      lock.wrong(
        `${database}.lock: ${held.error}.`,
        'Give the file to the user that the server runs as, or delete it while no server runs.',
      ),
    ];
  }
  const { holder } = held;
  if (holder === undefined) return [lock.ok('No server runs on this database.')];
  const who = holderText(holder === 'unknown' ? undefined : holder);
  return [
    lock.warn(
      `A server runs on this database (${who}), so that a second one will not start.`,
      'Leave it, or stop it before you start another.',
    ),
  ];
}

/** An hour: no clock is put right by so much unless it was wrong. */
const AHEAD_MS_MAX = 3_600_000;

/** Whether the database knows of a time that has not come yet. */
export function beatFindings(known: Known | undefined, now: number): readonly Finding[] {
  const last = known?.lastBeat;
  if (last === undefined || last <= now + AHEAD_MS_MAX) return [];
  return [
    findingsOf('clock').wrong(
      `The clock of this machine says ${minuteText(now)}, but the mailbox was read at ${minuteText(last)}.`,
      'Set the clock, best with a time service (timedatectl set-ntp true).',
    ),
  ];
}
