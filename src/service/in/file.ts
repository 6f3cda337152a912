import type { Mailbox } from '../../post/imap.ts';
import { markFiled, unfiledUids } from '../../store/letters/inbox.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Flags and moves the server's copies of letters whose fate is committed. Where the server does not
 * do it now, it is asked again later; nothing depends on it. What is filed is not fetched again, so
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
  const filed = await mailbox.file(uids);
  crash.reach('file: after flag');
  markFiled(db, name, uidValidity, filed, time.now());
  crash.reach('file: committed');
  const letters = uids.length - filed.length;
  if (letters > 0) log.warn({ letters }, 'the IMAP server did not flag or move letters');
  return letters === 0;
}
