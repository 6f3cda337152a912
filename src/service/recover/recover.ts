import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { WorkerConfig } from '../../config.ts';
import { letterBytesMax } from '../../limits.ts';
import { headerBlock } from '../../mail/header.ts';
import { systemRandom, systemTime } from '../../ports.ts';
import { type Lying, readHistory } from '../../post/history.ts';
import { err, ok, type Result } from '../../result.ts';
import { decidedAt, entriesOf } from '../../store/file/journal.ts';
import type { Lock } from '../../store/file/lock.ts';
import { lastBeat } from '../../store/play/downtimes.ts';
import { lastEra } from '../../store/play/eras.ts';
import { closeShell, openShell } from '../process/open.ts';
import { takeMailbox, takenText } from '../process/take-over.ts';
import { type Entry, journalFiles, journalFolder } from '../shell/journal.ts';
import { secretPath } from '../shell/secret.ts';
import type { Shell } from '../shell/shell.ts';
import { openableBackup } from './backup-file.ts';
import { endLife } from './end.ts';
import { NOTHING_TOLD, readJournal, type Told } from './entries.ts';
import { type Found, foundLetter, hexOf } from './found.ts';
import { type Account, heardBy, type Life, newAccount } from './life.ts';
import { liveAgain } from './live-again.ts';
import { beginDraft, putInPlace } from './put-back.ts';

/** What has come of a recovery. */
export interface Recovered {
  readonly account: Account;
  /** When the backup was made, as far as that shows, and when the last thing happened that is known. */
  readonly from: number;
  readonly until: number;
  readonly journal: 'whole' | 'gaps' | 'none';
  /** Boards that are sent when the server starts. */
  readonly boards: number;
  /** Letters that wait to be read when the server starts. */
  readonly left: number;
  /** What the database that was there is called now. */
  readonly aside: string | undefined;
  /** Who has read the mailbox until now, or why that may be going on. */
  readonly mailbox: string | undefined;
}

/**
 * Puts a backup back and lives through all that came after it once more. To be called with the lock of the
 * database; nothing is changed in its place before all is done.
 *
 * @returns why nothing was done, in one line or two
 */
export async function recover(
  config: WorkerConfig,
  backup: string,
  { quiet, now, lock }: { readonly quiet: boolean; readonly now: number; readonly lock: Lock },
): Promise<Result<Recovered, string>> {
  const secret = openableBackup(backup, config, { now: () => now });
  if (!secret.ok) return secret;
  const draft = beginDraft(config.database, backup, secret.value);
  const clock = { now };
  const opened = openShell({ ...config, log: 'silent', database: draft.database });
  opened.journal.close();
  const heard: Entry[] = [];
  const shell: Shell = { ...opened, journal: heardBy(heard), time: { now: () => clock.now } };
  let done: Omit<Recovered, 'aside'>;
  try {
    const { db } = shell;
    const from = Math.max(decidedAt(db), lastBeat(db) ?? 0);
    const folder = folderOf(config, backup);
    const told =
      folder === undefined
        ? NOTHING_TOLD
        : readJournal(folder, { entries: entriesOf(db), era: lastEra(db).era });
    // From now on nobody else plays what is read here.
    const mailbox = await takenFrom(config, lock);
    const found = await lettersSince(config, from, told);
    const account = newAccount();
    const secretFile = config.secret === undefined ? secretPath(draft.database) : undefined;
    const life: Life = { shell, clock, secretFile, isLast: false, heard, account };
    const left = await liveAgain(life, told, found);
    const boards = endLife(life, { quiet, left, found, random: systemRandom });
    const journal = told === NOTHING_TOLD ? 'none' : told.whole ? 'whole' : 'gaps';
    const waiting = left.filter(({ filed }) => !filed).length;
    done = { account, from, until: clock.now, journal, boards, left: waiting, mailbox };
    // All of it is in the one file then.
    db.pragma('wal_checkpoint(truncate)');
    db.pragma('journal_mode = delete');
  } catch (error) {
    rmSync(draft.folder, { recursive: true, force: true });
    return err(`Nothing was changed: ${(error as Error).message}`);
  } finally {
    await closeShell(opened);
  }
  return ok({ ...done, aside: putInPlace(draft, config.database, now) });
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

/** Where the journal is: where the server writes it, or beside the backup. */
const folderOf = (config: WorkerConfig, backup: string): string | undefined =>
  [journalFolder(config), dirname(backup)].find((folder) => journalFiles(folder).length > 0);

/** Every letter on the mail server that may be unknown to the backup. */
async function lettersSince(
  { imap }: WorkerConfig,
  since: number,
  told: Told,
): Promise<readonly Found[]> {
  if (!imap) return [];
  const read = async (from: number) => {
    const found: Found[] = [];
    await readHistory(imap, from, letterBytesMax, (letters) => {
      found.push(...letters.flatMap(asFound));
    });
    return found;
  };
  const found = await read(since);
  const hashes = new Set(found.map(hexOf));
  const isMissing = told.entries.some((entry) => entry.is === 'read' && !hashes.has(entry.hash));
  // One may have lain in another folder for long, and come in by hand.
  return isMissing && since > 0 ? await read(0) : found;
}

/** A letter of which nothing is given came to nothing before. */
function asFound({ raw, head, uid, bytes, ...lying }: Lying): readonly Found[] {
  const { mailbox, uidValidity, arrivedAt = 0, filed, seen } = lying;
  const key = { mailbox, uidValidity, uid };
  const letter = { key, filed, seen, arrivedAt };
  if (raw) return [foundLetter({ ...letter, raw, cutBytes: undefined })];
  if (!head) return [];
  return [foundLetter({ ...letter, raw: headerBlock(head) ?? head, cutBytes: bytes })];
}
