import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addressing, headerFields } from '../../mail/header.ts';
import { rawHash, replyTokens } from '../../mail/reply.ts';
import { recoverLimits } from '../../server-limits.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { type MailboxKey, PIPE, storeLetter, storePiped } from '../../store/letters/inbox.ts';
import {
  begunLetters,
  markDecidedSent,
  newestLetters,
  restoreAttempts,
} from '../../store/letters/reread.ts';
import { lastHeartbeat, putServerValue, serverValue } from '../../store/server/conditions.ts';
import { pipedLetters } from '../backup/make.ts';
import { compose } from '../delivery/compose.ts';
import { tokenStatus } from '../do/intend.ts';
import { runDueClocks } from '../due/clocks.ts';
import { runHousekeeping } from '../due/housekeeping.ts';
import { replayRobotTurns } from '../due/robot.ts';
import { readStored } from '../in/read.ts';
import type { Shell } from '../shell/shell.ts';

/** A server that reads the letters after a copy again, with a clock of that time. */
export interface ReplayState {
  readonly shell: Shell;
  readonly clock: { now: number };
  /** Counts of letters that killed earlier tries. */
  readonly readings?: ReturnType<typeof countReadings>;
}

/** A letter about a board state that the restored database never had. */
interface OrphanLetter {
  readonly board: number;
  /** Arrival of the letter. */
  readonly at: number;
}

/** The last act of a database's server, in UTC milliseconds; 0 if there is none. */
export const lastActAt = ({ shell: { db } }: ReplayState): number =>
  Math.max(serverValue(db, 'decided-at') ?? 0, lastHeartbeat(db) ?? 0);

/** A letter from the mail server or the pipe. */
export interface FoundLetter {
  readonly key: MailboxKey;
  readonly arrivedAt: number;
  /** Whether the letter was moved away, as the server does with finished letters. */
  readonly filed: boolean;
  /** Whether the letter is only flagged, as when the mail server cannot move letters. */
  readonly seen: boolean;
  readonly raw: Uint8Array;
  readonly hash: Uint8Array;
  readonly fullBytes: number | undefined;
}

/** A found letter with its hash. A letter that is too large has only its header. */
export const foundLetter = (letter: Omit<FoundLetter, 'hash'>): FoundLetter => ({
  ...letter,
  hash: rawHash(letter.raw),
});

export const isPiped = ({ key }: FoundLetter): boolean => key.mailbox === PIPE;

/** The piped letters next to the copies in a folder. */
export const pipedOf = (folder: string): readonly FoundLetter[] =>
  pipedLetters(folder).map(({ raw, at }, index) =>
    foundLetter({
      key: { mailbox: PIPE, uidValidity: 0, uid: index + 1 },
      arrivedAt: at,
      filed: true,
      seen: false,
      raw,
      fullBytes: undefined,
    }),
  );

/**
 * Reads letters as a server does, each at its arrival, with due clocks and robot turns. Letters written
 * meanwhile count as sent, except those of the last minute, which may not have been.
 *
 * @param letters unknown to the database, in order
 * @param areRepliesValid whether replies to letters of the lost server are valid; if not, those are sent
 *   again
 * @returns the letters with missing effects
 */
export async function readAgain(
  replay: ReplayState,
  letters: readonly FoundLetter[],
  areRepliesValid: boolean,
): Promise<readonly OrphanLetter[]> {
  const { shell, clock } = replay;
  const { db } = shell;
  const newest = letters.reduce((at, { arrivedAt }) => Math.max(at, arrivedAt), 0);
  const { storedAt, outboxId } = newestLetters(db);
  const sent = {
    after: outboxId,
    before: areRepliesValid ? newest - recoverLimits.uncertainSentMs : 0,
  };
  const orphans: OrphanLetter[] = [];
  clock.now = Math.max(lastActAt(replay), storedAt);
  if (letters.length > 0) await read(replay, sent);
  for (const letter of letters) {
    await passUntil(replay, letter.arrivedAt, sent);
    for (const board of boardsMissed(shell, letter)) orphans.push({ board, at: letter.arrivedAt });
    transact(db, () => put(replay, letter));
    await read(replay, sent);
  }
  return orphans;
}

function put({ shell: { db }, clock }: ReplayState, letter: FoundLetter): void {
  if (isPiped(letter)) storePiped(db, letter.raw, letter.hash, letter.arrivedAt);
  else storeLetter(db, letter, clock.now);
}

/** Letters that count as sent: with a higher id, decided before this time. */
interface Counted {
  readonly after: number;
  readonly before: number;
}

const NEVER_ABORTED = new AbortController().signal;

async function read({ shell, readings }: ReplayState, sent: Counted): Promise<void> {
  readings?.restore(shell.db);
  await readStored(shell, NEVER_ABORTED);
  replayRobotTurns(shell);
  await settle(shell, sent);
}

/** Composes decided letters, so that replies to them are understood. */
async function settle(shell: Shell, { after, before }: Counted): Promise<void> {
  const { db } = shell;
  await compose(shell, NEVER_ABORTED);
  markDecidedSent(db, after, before);
  await nextTurn();
}

/** Advances the clock as for a running server, without downtime. */
async function passUntil(
  { shell, clock }: ReplayState,
  until: number,
  sent: Counted,
): Promise<void> {
  const { db } = shell;
  // Nothing is known of earlier times.
  if (clock.now === 0) clock.now = until;
  while (clock.now < until) {
    clock.now = Math.min(until, clock.now + recoverLimits.stepMs);
    transact(db, () => putServerValue(db, 'heartbeat', clock.now));
    await readStored(shell, NEVER_ABORTED);
    runDueClocks(shell);
    runHousekeeping(shell);
    await settle(shell, sent);
  }
}

/** The boards that a letter answers in a state that this database never had. */
function boardsMissed({ db, address, secrets }: Shell, { raw }: FoundLetter): readonly number[] {
  const { toAddress, toLetter } = replyTokens(addressing(headerFields(raw)), address, secrets);
  const lost = [...toAddress, ...toLetter].filter(
    (token) => token.purpose === 'board' && tokenStatus(db, token) === 'lost',
  );
  return [...new Set(lost.map(({ number }) => number))];
}

/** The file with the counts of readings, next to a draft, which it outlives. */
export const READINGS_FILE = 'readings.json';

/**
 * Counts letter readings next to a draft. The draft is made again each time: without the counts, a letter
 * that kills the process would never be put aside.
 */
export function countReadings(folder: string) {
  const file = join(folder, READINGS_FILE);
  const before = readBegun(file);
  return {
    /** Stores which letters are being read. */
    note(db: Database): void {
      const now = begunLetters(db);
      const others = before.filter(({ hash }) => !now.some((each) => each.hash === hash));
      writeFileSync(file, JSON.stringify([...others, ...now]), { mode: 0o600 });
    },
    /** Restores the counts of earlier recoveries. */
    restore(db: Database): void {
      for (const each of before) restoreAttempts(db, each);
    },
  };
}

/** An interrupted write counts as none. */
function readBegun(file: string): ReturnType<typeof begunLetters> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
