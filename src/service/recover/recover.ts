import { existsSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { WorkerConfig } from '../../config.ts';
import { systemTime } from '../../ports.ts';
import { err, ok, type Result } from '../../result.ts';
import { transact } from '../../store/file/database.ts';
import type { Lock } from '../../store/file/lock.ts';
import { databaseId, newDatabaseId, noteServer } from '../../store/server/backups.ts';
import { copiesFolder } from '../backup/kept.ts';
import { boardsTrouble } from '../backup/prove.ts';
import { closeShell, openShell } from '../process/open.ts';
import { takeMailbox, takenText } from '../process/take-over.ts';
import type { Shell } from '../shell/shell.ts';
import { noteSuccessor } from './choose.ts';
import { lettersOf, pipedOf } from './found.ts';
import { beginDraft, putInPlace } from './put-back.ts';
import { aliveAt, type Life } from './read-again.ts';
import { secretOf } from './secret-of.ts';
import { type Brought, bringUpToDate } from './up-to-date.ts';

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
}

/** What a recovery is given. */
interface Ports {
  /** Nothing is read that came in later. */
  readonly until: number;
  readonly now: number;
  readonly lock: Lock;
}

/**
 * Puts a copy in the place of a lost database and reads what came in since. To be called with the lock of
 * the database; nothing is changed in its place before all is done, so that whoever was stopped in the
 * middle of it does it again and comes to the same.
 *
 * @param copy a file that is whole
 * @returns why nothing was done, in one line
 */
export async function recover(
  config: WorkerConfig,
  copy: string,
  { until, now, lock }: Ports,
): Promise<Result<Recovered, string>> {
  const secret = secretOf(copy, config, { now: () => now });
  const secretFile = secret.kind === 'file' ? secret.file : undefined;
  const draft = beginDraft(config.database, copy, secretFile);
  const opened = openShell({
    ...config,
    log: 'silent',
    database: draft.database,
    backups: undefined,
  });
  const clock = { now };
  const shell: Shell = { ...opened, time: { now: () => clock.now } };
  let done: Omit<Recovered, 'aside'> | undefined;
  let id = '';
  let before: string | undefined;
  try {
    const { db } = shell;
    const trouble = boardsTrouble(db);
    if (trouble !== undefined) return err(`${copy} cannot be put back: ${trouble}.`);
    const life: Life = { shell, clock };
    const from = aliveAt(life);
    // From now on nobody else plays what is read here.
    const mailbox = await takenFrom(config, lock);
    const kept = copiesFolder(config, databaseId(db));
    const folders = [...new Set([dirname(copy), ...(kept === undefined ? [] : [kept])])];
    const found = [...(await lettersOf(config.imap, from)), ...folders.flatMap(pipedOf)];
    const signs = secret.kind !== 'none';
    const brought = await bringUpToDate(life, found, { signs, until });
    before = kept;
    id = transact(db, () => {
      newDatabaseId(db);
      noteServer(db, config.address);
      return databaseId(db);
    });
    const unsigned = secret.kind === 'none' ? secret.why : undefined;
    done = { ...brought, from, unsigned, mailbox };
    // All of it is in the one file then.
    db.pragma('wal_checkpoint(truncate)');
    db.pragma('journal_mode = delete');
  } catch (error) {
    return err(`Nothing was changed: ${(error as Error).message}`);
  } finally {
    await closeShell(opened);
    if (!done) rmSync(draft.folder, { recursive: true, force: true });
  }
  const aside = putInPlace(draft, config.database, now);
  if (before !== undefined && existsSync(before)) noteSuccessor(before, id);
  return ok({ ...done, aside });
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
