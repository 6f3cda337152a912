import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { boardsAgain } from '../../command/letters/letters.ts';
import type { WorkerConfig } from '../../config.ts';
import { letterLimits } from '../../limits.ts';
import { headerBlock } from '../../mail/header.ts';
import type { Time } from '../../ports.ts';
import { type Account, troubleText } from '../../post/account.ts';
import { readHistory, type StoredMessage } from '../../post/history.ts';
import { err, ok, type Result } from '../../result.ts';
import { say } from '../../sentence.ts';
import type { Database } from '../../store/file/database.ts';
import { isMachineFault, isSqliteError, transact } from '../../store/file/database.ts';
import type { Lock } from '../../store/file/lock.ts';
import { setLastUid } from '../../store/letters/inbox.ts';
import { countKnown, isStored, lettersPutAside } from '../../store/letters/reread.ts';
import { playerById } from '../../store/people/players.ts';
import { matchOf, revisionsOf } from '../../store/play/matches.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import {
  databaseId,
  newDatabaseId,
  noteServerAddress,
  putServerValue,
} from '../../store/server/conditions.ts';
import { copiesFolder, noteSuccessor } from '../backup/copies.ts';
import { copyInto } from '../backup/make.ts';
import { boardsTrouble } from '../backup/write.ts';
import { intendLetter } from '../do/intend.ts';
import { formerHoldersText, takeMailbox } from '../process/fence.ts';
import { closeShell, openShell } from '../process/open.ts';
import { oneLine } from '../shell/log.ts';
import type { Shell } from '../shell/shell.ts';
import {
  draftOf,
  dropDraft,
  makeDraft,
  putInPlace,
  type RecoveryDraft,
  secretOf,
} from './put-back.ts';
import {
  countReadings,
  type FoundLetter,
  foundLetter,
  isPiped,
  lastActAt,
  pipedOf,
  type ReplayState,
  readAgain,
} from './read-again.ts';

/**
 * The letters on the mail server since a time, and maybe some earlier ones.
 *
 * @throws Error that names the server, if it cannot be read
 */
async function lettersOf(
  imap: Account | undefined,
  since: number,
): Promise<readonly FoundLetter[]> {
  const history: FoundLetter[] = [];
  if (!imap) return history;
  try {
    await readHistory(imap, since, letterLimits.bytes, (letters) => {
      history.push(...letters.flatMap(asFound));
    });
  } catch (error) {
    throw new Error(`the IMAP server ${imap.host} ${troubleText(error)}; see TURNPOST_IMAP_URL`);
  }
  return history;
}

/** A found letter; none if the server has no bytes of it, since it had no effect before. */
function asFound({ raw, head, uid, bytes, ...place }: StoredMessage): readonly FoundLetter[] {
  const { mailbox, uidValidity, arrivedAt = 0, filed, seen } = place;
  const key = { mailbox, uidValidity, uid };
  const letter = { key, filed, seen, arrivedAt };
  if (raw) return [foundLetter({ ...letter, raw, fullBytes: undefined })];
  if (!head) return [];
  return [foundLetter({ ...letter, raw: headerBlock(head) ?? head, fullBytes: bytes })];
}

/** Sorts letters as they were read: within a folder by UID, between folders by arrival. */
function inOrder(letters: readonly FoundLetter[]): readonly FoundLetter[] {
  const folders = [...new Set(letters.map(({ key }) => key.mailbox))];
  const stacks = folders.map((folder) =>
    letters
      .filter(({ key }) => key.mailbox === folder)
      .sort((one, other) => other.key.uid - one.key.uid),
  );
  const all: FoundLetter[] = [];
  for (;;) {
    const heads = stacks.filter((stack) => stack.length > 0);
    const next = heads.reduce<FoundLetter[] | undefined>(
      (first, stack) => (first && arrivalOf(first) <= arrivalOf(stack) ? first : stack),
      undefined,
    );
    const letter = next?.pop();
    if (!letter) return all;
    all.push(letter);
  }
}

const arrivalOf = (stack: readonly FoundLetter[]): number => stack.at(-1)?.arrivedAt ?? 0;

/**
 * Brings a copy of a lost database up to date by reading again what its server had read since. Unread
 * letters are left to the next start. Clocks stand still from the last known moment until then; players of
 * changed boards are sent them.
 *
 * @param found all letters that may be newer than the copy
 * @param until arrival of the last letter to read
 * @param areRepliesValid whether replies to the letters of the copy are valid
 */
export async function catchUp(
  replay: ReplayState,
  found: readonly FoundLetter[],
  { until, areRepliesValid }: { readonly until: number; readonly areRepliesValid: boolean },
) {
  const { shell, clock } = replay;
  const { db } = shell;
  const before = revisionsOf(db);
  const asideBefore = new Set(lettersPutAside(db).map(({ id }) => id));
  const unknown = unknownTo(db, inOrder(found));
  const finished = unknown.filter(wasRead);
  const toReread = finished.filter(({ arrivedAt }) => arrivedAt <= until);
  const unread = unknown.filter((letter) => !wasRead(letter));
  const orphans = await readAgain(replay, toReread, areRepliesValid);
  const boards = transact(db, () => {
    if (clock.now > 0) putServerValue(db, 'heartbeat', clock.now);
    setFetchPosition(shell, found, unread);
    return sendBoards(shell, before, new Set(orphans.map(({ board }) => board)));
  });
  return {
    /** Letters read again, and those of them from the pipe. */
    letters: toReread.length,
    piped: toReread.filter(isPiped).length,
    /** Unread letters, which the server reads at its start. */
    unread: unread.length,
    /** Letters after the requested time, not read. */
    later: finished.length - toReread.length,
    orphans,
    /** Letters put aside: reading failed, or killed the process, too often. */
    putAside: lettersPutAside(db).filter(({ id }) => !asideBefore.has(id)),
    /** Board letters to send when the server starts. */
    boards,
    /** The last known moment. */
    until: clock.now,
  };
}

/** Sets the UID after which the server fetches. */
function setFetchPosition(
  { db }: Shell,
  found: readonly FoundLetter[],
  unread: readonly FoundLetter[],
): void {
  const byUid = (one: FoundLetter, other: FoundLetter) => one.key.uid - other.key.uid;
  const next = unread.toSorted(byUid)[0];
  const inbox = found.filter((letter) => !letter.filed && !isPiped(letter));
  const last = inbox.toSorted(byUid).at(-1);
  if (next) setLastUid(db, { ...next.key, uid: next.key.uid - 1 });
  else if (last) setLastUid(db, last.key);
}

function sendBoards(
  shell: Shell,
  before: ReadonlyMap<number, number>,
  orphaned: ReadonlySet<number>,
): number {
  const { db, time } = shell;
  const now = revisionsOf(db);
  const isShown = (board: number): boolean =>
    orphaned.has(board) || now.get(board) !== before.get(board);
  const matches = [...now.keys()].filter(isShown).flatMap((board) => matchOf(db, board) ?? []);
  const players = new Set(matches.flatMap(({ black, white }) => [black.id, white.id]));
  const sentenceOf = (board: number) => say(orphaned.has(board) ? 'board-differs' : 'board-back');
  const letters = [...players]
    .flatMap((id) => (id > 0 ? (playerById(db, id) ?? []) : []))
    .flatMap((player) => boardsAgain(player, queriesOf(db, time.now()), sentenceOf))
    .filter(({ message }) => message.kind === 'board' && isShown(message.facts.board));
  for (const letter of letters) intendLetter(shell, letter, 'clock');
  return letters.length;
}

/** The result of a recovery. */
export interface Recovered extends Awaited<ReturnType<typeof catchUp>> {
  /** The last act of the server in the copy. */
  readonly from: number;
  /** The new name of the previous database. */
  readonly previousDatabase: string | undefined;
  /** Why replies to earlier letters do not count without a yes; undefined if they do. */
  readonly whyRepliesInvalid: string | undefined;
  /** The former holder of the mailbox, or why it may still be read. */
  readonly mailboxNote: string | undefined;
  /** The boards that do not follow from their moves, in one line. */
  readonly damaged: string | undefined;
  /** The first copy of the new database, or why it failed; undefined if copies are off. */
  readonly firstCopy: Result<string, string> | undefined;
}

/** The parameters of a recovery. */
interface RecoveryOptions {
  /** Arrival of the last letter to read. */
  readonly until: number;
  readonly now: number;
  readonly lock: Lock;
  /** Restores even a copy with damaged boards. */
  readonly allowDamaged: boolean;
}

/**
 * Replaces a lost database by a copy, and reads again what came in since. Call with the lock of the database.
 * Nothing is changed in place before the end, so an interrupted recovery can be repeated with the same
 * result.
 *
 * @param copy an intact file
 * @returns the result, or why nothing was done, in one line; `unfit`: the copy cannot be restored
 */
export async function recover(
  config: WorkerConfig,
  copy: string,
  { until, now, lock, allowDamaged }: RecoveryOptions,
): Promise<Result<Recovered, { readonly unfit: boolean; readonly why: string }>> {
  const time = { now: () => now };
  const secret = secretOf(copy, config, time);
  const secretFile = secret.kind === 'file' ? secret.file : undefined;
  const draft = draftOf(config.database);
  const readings = countReadings(draft.folder);
  let opened: Shell;
  try {
    makeDraft(draft, copy, secretFile);
    opened = openShell(
      { ...config, log: 'silent', database: draft.database },
      { reach: (point) => COUNTING_CRASH_POINTS.has(point) && readings.note(opened.db) },
    );
  } catch (error) {
    dropDraft(draft);
    // A copy that cannot be migrated is unfit; a full disk says nothing about it.
    const unfit = isSqliteError(error) && !isMachineFault(error);
    return err({ unfit, why: unfit ? oneLine(error) : `Nothing was changed: ${oneLine(error)}` });
  }
  const clock = { now };
  const shell: Shell = { ...opened, time: { now: () => clock.now } };
  let recovered: Omit<Recovered, 'previousDatabase' | 'firstCopy'> | undefined;
  let oldFolders: readonly string[] = [];
  let newFolder: string | undefined;
  try {
    const { db } = shell;
    // An interrupted draft is made again; it is synced when complete.
    db.pragma('synchronous = off');
    const damaged = boardsTrouble(db);
    if (damaged !== undefined && !allowDamaged) return err({ unfit: true, why: damaged });
    const replay: ReplayState = { shell, clock, readings };
    const from = lastActAt(replay);
    // Other servers are kept from the mailbox from here on.
    const mailboxNote = await claimMailbox(config, lock);
    const kept = copiesFolder(config, databaseId(db));
    const folders = [...new Set([dirname(resolve(copy)), ...(kept === undefined ? [] : [kept])])];
    const found = [...(await lettersOf(config.imap, from)), ...folders.flatMap(pipedOf)];
    const areRepliesValid = secret.kind !== 'none';
    const caughtUp = await catchUp(replay, found, { areRepliesValid, until });
    transact(db, () => {
      newDatabaseId(db);
      noteServerAddress(db, config.address);
    });
    oldFolders = folders.filter((folder) => isCopiesFolder(config, folder));
    newFolder = copiesFolder(config, databaseId(db));
    const whyRepliesInvalid = secret.kind === 'none' ? secret.why : undefined;
    recovered = { ...caughtUp, from, whyRepliesInvalid, mailboxNote, damaged };
    // Merges the log into the one file.
    db.pragma('wal_checkpoint(truncate)');
    db.pragma('journal_mode = delete');
  } catch (error) {
    return err({ unfit: false, why: `Nothing was changed: ${(error as Error).message}` });
  } finally {
    await closeShell(opened);
    if (!recovered) dropDraft(draft);
  }
  // Without effect until the new folder has a copy.
  if (newFolder !== undefined)
    for (const folder of oldFolders) noteSuccessor(folder, basename(newFolder));
  const firstCopy = await makeFirstCopy(config, draft, newFolder, time);
  const previousDatabase = putInPlace(draft, config.database, now);
  return ok({ ...recovered, previousDatabase, firstCopy });
}

/** Crash points after which a letter's reading is counted. */
const COUNTING_CRASH_POINTS: ReadonlySet<string> = new Set([
  'read: counted',
  'read: group counted',
  'read: giving up',
]);

/** Whether this is an existing folder of copies in the backup folder. */
const isCopiesFolder = ({ backups }: WorkerConfig, folder: string): boolean =>
  backups !== undefined && dirname(folder) === resolve(backups.folder) && existsSync(folder);

/** The first copy of the recovered database, as its letters may be nowhere else. */
async function makeFirstCopy(
  { backups, secret }: WorkerConfig,
  { database }: RecoveryDraft,
  folder: string | undefined,
  time: Time,
): Promise<Recovered['firstCopy']> {
  if (!backups || folder === undefined) return undefined;
  const made = await copyInto({ database, secret }, { folder, days: backups.days }, time);
  return made.ok ? ok(made.value.file) : made;
}

async function claimMailbox(
  { imap, address }: WorkerConfig,
  lock: Lock,
): Promise<string | undefined> {
  if (!imap) return undefined;
  const taken = await takeMailbox(imap, lock, address);
  return taken.ok ? formerHoldersText(taken.value) : taken.error;
}

/** Whether the lost server has read it; a piped letter came to that server only. */
const wasRead = (letter: FoundLetter): boolean => letter.filed || letter.seen || isPiped(letter);

/**
 * The letters unknown to a database, by place and by bytes. Of letters with the same bytes, the first are the
 * known ones.
 */
function unknownTo(db: Database, found: readonly FoundLetter[]): readonly FoundLetter[] {
  const unmatched = new Map<string, number>();
  return found.filter((letter) => {
    const piped = isPiped(letter);
    const hash = `${piped} ${Buffer.from(letter.hash).toString('hex')}`;
    const count = unmatched.get(hash) ?? countKnown(db, letter.hash, piped);
    unmatched.set(hash, Math.max(0, count - 1));
    return count === 0 && (piped || !isStored(db, letter.key));
  });
}
