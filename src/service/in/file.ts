import type { Mailbox } from '../../post/imap.ts';
import { transact } from '../../store/file/database.ts';
import { markFiled, unfiledUids } from '../../store/letters/inbox.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Flags and moves the server's copies of letters whose fate is committed. Where the server does not
 * do it now, the next poll asks again; nothing depends on it. What is filed is not fetched again, so
 * nothing is when the database has been lost.
 *
 * @returns whether there was nothing that the server would not do
 */
export async function file(shell: Shell, mailbox: Mailbox): Promise<boolean> {
  const { db, guard, time, crash, log } = shell;
  const { name, uidValidity } = mailbox;
  const uids = unfiledUids(db, name, uidValidity);
  if (uids.length === 0) return true;
  crash.reach('file: before flag');
  if (!guard.isWhole()) return true;
  if (!(await mailbox.file(uids))) {
    log.warn({ letters: uids.length }, 'the IMAP server did not flag or move letters');
    return false;
  }
  crash.reach('file: after flag');
  transact(db, () => markFiled(db, name, uidValidity, uids, time.now()));
  crash.reach('file: committed');
  return true;
}
