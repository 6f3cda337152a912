import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { boardsAnew } from '../../command/letters/letters.ts';
import type { WorkerConfig } from '../../config.ts';
import { systemTime, type Time } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { say } from '../../sentence.ts';
import { isOfTheMachine, isSqliteError, transact } from '../../store/file/database.ts';
import type { Lock } from '../../store/file/lock.ts';
import { type GivenUp, givenUp } from '../../store/letters/again.ts';
import { setLastUid } from '../../store/letters/inbox.ts';
import { playerById } from '../../store/people/players.ts';
import { matchOf, revisionsOf } from '../../store/play/matches.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { databaseId, newDatabaseId, noteServer } from '../../store/server/backups.ts';
import { putServerValue } from '../../store/server/conditions.ts';
import { copiesFolder, noteSuccessor } from '../backup/kept.ts';
import { copyInto } from '../backup/make.ts';
import { boardsTrouble } from '../backup/prove.ts';
import { intendLetter } from '../do/intend.ts';
import { takeMailbox, takenText } from '../process/fence.ts';
import { closeShell, openShell } from '../process/open.ts';
import { oneLine } from '../shell/log.ts';
import type { Shell } from '../shell/shell.ts';
import {
  inOrder,
  isPiped,
  lettersOf,
  pipedOf,
  type RecoveryFindings,
  unknownTo,
  wasRead,
} from './found.ts';
import {
  draftOf,
  dropDraft,
  makeDraft,
  putInPlace,
  type RecoveryDraft,
  secretOf,
} from './put-back.ts';
import { aliveAt, keepReadings, type Life, type Odd, readAgain } from './read-again.ts';

/** What has come of bringing a copy up to date. */
export interface Brought {
  /** Letters that were read again, and how many of them came by the pipe. */
  readonly letters: number;
  readonly piped: number;
  /** Letters that nobody has read: the server does when it starts. */
  readonly left: number;
  /** Letters that came in after the time that was asked for, and are not read. */
  readonly later: number;
  readonly odd: readonly Odd[];
  /** Letters that were put aside: reading them has failed, or killed the process, too often. */
  readonly givenUp: readonly GivenUp[];
  /** Letters about boards that are to be sent when the server starts. */
  readonly boards: number;
  /** When the last thing happened that is known. */
  readonly until: number;
}

/**
 * Brings a copy of a lost database to where that was: what its server has read since is read again. What it
 * has not read is left to the next start. Clocks stand still from the last known moment until then, and
 * whoever plays on a board that has changed since the copy is shown it.
 *
 * @param found all letters that may be newer than the copy
 * @param until nothing is read that came in later
 * @param signs whether answers to the letters of the copy are understood
 */
export async function bringUpToDate(
  life: Life,
  found: readonly RecoveryFindings[],
  { until, signs }: { readonly until: number; readonly signs: boolean },
): Promise<Brought> {
  const { shell, clock } = life;
  const { db } = shell;
  const before = revisionsOf(db);
  const aside = new Set(givenUp(db).map(({ id }) => id));
  const unknown = unknownTo(db, inOrder(found));
  const read = unknown.filter(wasRead);
  const again = read.filter(({ arrivedAt }) => arrivedAt <= until);
  const left = unknown.filter((letter) => !wasRead(letter));
  const odd = await readAgain(life, again, signs);
  const boards = transact(db, () => {
    if (clock.now > 0) putServerValue(db, 'heartbeat', clock.now);
    goOnReading(shell, found, left);
    return sendBoards(shell, before, new Set(odd.map(({ board }) => board)));
  });
  return {
    letters: again.length,
    piped: again.filter(isPiped).length,
    left: left.length,
    later: read.length - again.length,
    odd,
    givenUp: givenUp(db).filter(({ id }) => !aside.has(id)),
    boards,
    until: clock.now,
  };
}

/** What was read is not fetched again. */
function goOnReading(
  { db }: Shell,
  found: readonly RecoveryFindings[],
  left: readonly RecoveryFindings[],
): void {
  const byUid = (one: RecoveryFindings, other: RecoveryFindings) => one.key.uid - other.key.uid;
  const next = left.toSorted(byUid)[0];
  const inbox = found.filter((letter) => !letter.filed && !isPiped(letter));
  const last = inbox.toSorted(byUid).at(-1);
  if (next) setLastUid(db, { ...next.key, uid: next.key.uid - 1 });
  else if (last) setLastUid(db, last.key);
}

function sendBoards(
  shell: Shell,
  before: ReadonlyMap<number, number>,
  odd: ReadonlySet<number>,
): number {
  const { db, time } = shell;
  const now = revisionsOf(db);
  const isShown = (board: number): boolean =>
    odd.has(board) || now.get(board) !== before.get(board);
  const matches = [...now.keys()].filter(isShown).flatMap((board) => matchOf(db, board) ?? []);
  const players = new Set(matches.flatMap(({ black, white }) => [black.id, white.id]));
  const saying = (board: number) => say(odd.has(board) ? 'board-differs' : 'board-back');
  const letters = [...players]
    .flatMap((id) => (id > 0 ? (playerById(db, id) ?? []) : []))
    .flatMap((player) => boardsAnew(player, queriesOf(db, time.now()), saying))
    .filter(({ message }) => message.kind === 'board' && isShown(message.facts.board));
  for (const letter of letters) intendLetter(shell, letter, 'clock');
  return letters.length;
}

/** What has come of a recovery. */
export interface Recovered extends Brought {
  /** When the server did the last thing that the copy tells of. */
  readonly from: number;
  /** What the database that was there is called now. */
  readonly aside: string | undefined;
  /** Why answers to letters from before wait for a yes; undefined where they count. */
  readonly unsigned: string | undefined;
  /** Who has read the mailbox until now, or why that may be going on. */
  readonly mailbox: string | undefined;
  /** Boards whose moves do not lead to what is stored of them, in one line. */
  readonly damaged: string | undefined;
  /** The first copy of the database as it is now, or why there is none; undefined where none are made. */
  readonly copied: Result<string, string> | undefined;
}

/** Why nothing was done, in one line. */
interface NotDone {
  /** The copy is not to be put back. */
  readonly unfit: boolean;
  readonly why: string;
}

/** What a recovery is given. */
interface Ports {
  /** Nothing is read that came in later. */
  readonly until: number;
  readonly now: number;
  readonly lock: Lock;
  /** Whether the copy is put back even where boards in it are damaged. */
  readonly insists: boolean;
}

/**
 * Puts a copy in the place of a lost database and reads what came in since. To be called with the lock of
 * the database; nothing is changed in its place before all is done, so that whoever was stopped in the
 * middle of it does it again and comes to the same.
 *
 * @param copy a file that is whole
 */
export async function recover(
  config: WorkerConfig,
  copy: string,
  { until, now, lock, insists }: Ports,
): Promise<Result<Recovered, NotDone>> {
  const time = { now: () => now };
  const secret = secretOf(copy, config, time);
  const secretFile = secret.kind === 'file' ? secret.file : undefined;
  const draft = draftOf(config.database);
  const readings = keepReadings(draft.folder);
  let opened: Shell;
  try {
    makeDraft(draft, copy, secretFile);
    opened = openShell(
      { ...config, log: 'silent', database: draft.database, backups: undefined },
      { reach: (point) => COUNTED.has(point) && readings.note(opened.db) },
    );
  } catch (error) {
    dropDraft(draft);
    // A copy that cannot be brought up to date is none; a full disk says nothing about it.
    const unfit = isSqliteError(error) && !isOfTheMachine(error);
    return err({ unfit, why: unfit ? oneLine(error) : `Nothing was changed: ${oneLine(error)}` });
  }
  const clock = { now };
  const shell: Shell = { ...opened, time: { now: () => clock.now } };
  let done: Omit<Recovered, 'aside' | 'copied'> | undefined;
  let before: readonly string[] = [];
  let after: string | undefined;
  try {
    const { db } = shell;
    // A draft that was cut is made anew; it is synced when it is whole.
    db.pragma('synchronous = off');
    const damaged = boardsTrouble(db);
    if (damaged !== undefined && !insists) return err({ unfit: true, why: damaged });
    const life: Life = { shell, clock, readings };
    const from = aliveAt(life);
    // From now on nobody else plays what is read here.
    const mailbox = await takenFrom(config, lock);
    const kept = copiesFolder(config, databaseId(db));
    const folders = [...new Set([dirname(resolve(copy)), ...(kept === undefined ? [] : [kept])])];
    const found = [...(await lettersOf(config.imap, from)), ...folders.flatMap(pipedOf)];
    const signs = secret.kind !== 'none';
    const brought = await bringUpToDate(life, found, { signs, until });
    transact(db, () => {
      newDatabaseId(db);
      noteServer(db, config.address);
    });
    before = folders.filter((folder) => isOfCopies(config, folder));
    after = copiesFolder(config, databaseId(db));
    const unsigned = secret.kind === 'none' ? secret.why : undefined;
    done = { ...brought, from, unsigned, mailbox, damaged };
    // All of it is in the one file then.
    db.pragma('wal_checkpoint(truncate)');
    db.pragma('journal_mode = delete');
  } catch (error) {
    return err({ unfit: false, why: `Nothing was changed: ${(error as Error).message}` });
  } finally {
    await closeShell(opened);
    if (!done) dropDraft(draft);
  }
  // Until there is a copy beside the note, this says nothing.
  if (after !== undefined) for (const folder of before) noteSuccessor(folder, basename(after));
  const copied = await firstCopy(config, draft, after, time);
  const aside = putInPlace(draft, config.database, now);
  return ok({ ...done, aside, copied });
}

/** After these a letter's reading is begun, and counted. */
const COUNTED: ReadonlySet<string> = new Set([
  'read: counted',
  'read: group counted',
  'read: giving up',
]);

/** Whether a folder is one of those in which copies are looked for. */
const isOfCopies = ({ backups }: WorkerConfig, folder: string): boolean =>
  backups !== undefined && dirname(folder) === resolve(backups.folder) && existsSync(folder);

/** What was read again may be nowhere else but in the folder of another database. */
async function firstCopy(
  { backups, secret }: WorkerConfig,
  { database }: RecoveryDraft,
  folder: string | undefined,
  time: Time,
): Promise<Recovered['copied']> {
  if (!backups || folder === undefined) return undefined;
  const made = await copyInto({ database, secret }, { folder, days: backups.days }, time);
  return made.ok ? ok(made.value.file) : made;
}

async function takenFrom(
  { imap, address }: WorkerConfig,
  { mark }: Lock,
): Promise<string | undefined> {
  if (!imap) return undefined;
  const who = { pid: process.pid, host: hostname(), since: systemTime.now() };
  const taken = await takeMailbox(imap, { ...who, lock: mark, address });
  return taken.ok ? takenText(taken.value) : taken.error;
}
