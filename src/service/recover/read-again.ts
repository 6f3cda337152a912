import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { headerFields } from '../../mail/header.ts';
import { addressing } from '../../mail/letter.ts';
import { replyTokens } from '../../mail/reply.ts';
import { recoverStepMs, unsureMs } from '../../server-limits.ts';
import { type Database, transact } from '../../store/file/database.ts';
import {
  type Begun,
  begunLetters,
  countAsSent,
  hasIntended,
  newestIntended,
  newestStoredAt,
  putBegun,
  putForgotten,
} from '../../store/letters/again.ts';
import { storePiped } from '../../store/letters/inbox.ts';
import { lastHeartbeat, putServerValue, serverValue } from '../../store/server/conditions.ts';
import { tokenStatus } from '../do/reply-token.ts';
import { runDueClocks } from '../due/clocks.ts';
import { playRobotAtOnce } from '../due/robot.ts';
import { runHousekeeping } from '../due/tend.ts';
import { readStored } from '../in/read.ts';
import { compose } from '../out/compose.ts';
import type { Shell } from '../shell/shell.ts';
import { isPiped, type RecoveryFindings } from './found.ts';

/** A server that reads again what came after a copy of its database: its clock shows that time. */
export interface Life {
  readonly shell: Shell;
  readonly clock: { now: number };
  /** What earlier tries have died of. */
  readonly readings?: Readings;
}

/** A letter that answers what its board has never been: it took another course before it was lost. */
export interface Odd {
  readonly board: number;
  /** When the letter came in. */
  readonly at: number;
}

/** When the server of a database last did something, in UTC milliseconds; 0 where it never has. */
export const aliveAt = ({ shell: { db } }: Life): number =>
  Math.max(serverValue(db, 'decided-at') ?? 0, lastHeartbeat(db) ?? 0);

/**
 * Reads letters as a server does, each when it came in, while the calendar and the robot do what is due.
 * What comes of it counts as sent, but for the last minute: that may not have been.
 *
 * @param letters that the database does not know, in their order
 * @param signs whether answers to its letters are understood: else what comes of them is sent
 * @returns the letters of which something may be missing
 */
export async function readAgain(
  life: Life,
  letters: readonly RecoveryFindings[],
  signs: boolean,
): Promise<readonly Odd[]> {
  const { shell, clock } = life;
  const { db } = shell;
  const newest = letters.reduce((at, { arrivedAt }) => Math.max(at, arrivedAt), 0);
  const sent = { after: newestIntended(db), before: signs ? newest - unsureMs : 0 };
  const odd: Odd[] = [];
  clock.now = Math.max(aliveAt(life), newestStoredAt(db));
  if (letters.length > 0) await read(life, sent);
  for (const letter of letters) {
    await passUntil(life, letter.arrivedAt, sent);
    for (const board of boardsMissed(shell, letter)) odd.push({ board, at: letter.arrivedAt });
    transact(db, () => put(life, letter));
    await read(life, sent);
  }
  return odd;
}

function put({ shell: { db }, clock }: Life, letter: RecoveryFindings): void {
  if (isPiped(letter)) storePiped(db, letter.raw, letter.hash, letter.arrivedAt);
  else putForgotten(db, letter, clock.now);
}

/** What counts as sent: letters after this one, decided before this time. */
interface Counted {
  readonly after: number;
  readonly before: number;
}

const NEVER = new AbortController().signal;

async function read({ shell, readings }: Life, sent: Counted): Promise<void> {
  readings?.restore(shell.db);
  await readStored(shell, NEVER);
  playRobotAtOnce(shell);
  await settle(shell, sent);
}

/** Writes what was decided, so that answers to it are understood. */
async function settle(shell: Shell, { after, before }: Counted): Promise<void> {
  const { db } = shell;
  if (hasIntended(db)) await compose(shell, NEVER);
  countAsSent(db, after, before);
  await nextTurn();
}

/** Lets time go by as it does where the server is at work: it is not an absence. */
async function passUntil({ shell, clock }: Life, until: number, sent: Counted): Promise<void> {
  const { db } = shell;
  // Nothing is known of any time before.
  if (clock.now === 0) clock.now = until;
  while (clock.now < until) {
    clock.now = Math.min(until, clock.now + recoverStepMs);
    transact(db, () => putServerValue(db, 'heartbeat', clock.now));
    await readStored(shell, NEVER);
    runDueClocks(shell);
    runHousekeeping(shell);
    await settle(shell, sent);
  }
}

/** The boards of which a letter has seen what they are not, or are not yet. */
function boardsMissed(
  { db, address, secrets }: Shell,
  { raw }: RecoveryFindings,
): readonly number[] {
  const { toAddress, toLetter } = replyTokens(addressing(headerFields(raw)), address, secrets);
  const lost = [...toAddress, ...toLetter].filter(
    (token) => token.purpose === 'board' && tokenStatus(db, token) === 'lost',
  );
  return [...new Set(lost.map(({ number }) => number))];
}

/** The file of a draft that outlives it. */
export const READINGS = 'readings.json';

/** Which letters were being read when a recovery died: the next one counts on. */
interface Readings {
  /** Notes which letters are being read. */
  note(db: Database): void;
  /** Counts what earlier recoveries have died of. */
  restore(db: Database): void;
}

/**
 * Keeps count, beside a draft, of the letters that are begun. The draft itself is made anew each time, and a
 * letter that kills the process would otherwise never be put aside.
 */
export function keepReadings(folder: string): Readings {
  const file = join(folder, READINGS);
  const before = readBegun(file);
  return {
    note(db) {
      const now = begunLetters(db);
      const others = before.filter(({ hash }) => !now.some((each) => each.hash === hash));
      writeFileSync(file, JSON.stringify([...others, ...now]), { mode: 0o600 });
    },
    restore(db) {
      for (const each of before) putBegun(db, each);
    },
  };
}

/** What was cut in the middle counts nothing. */
function readBegun(file: string): readonly Begun[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly Begun[];
  } catch {
    return [];
  }
}
