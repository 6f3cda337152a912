import { letterBytesMax } from '../limits.ts';
import { rawHash } from '../mail/fingerprint.ts';
import type { Mailbox } from '../post/imap.ts';
import { transact } from '../store/database.ts';
import { lastUid, putAsideUnread, setLastUid, storeLetter } from '../store/inbox.ts';
import type { Shell } from './shell.ts';

/**
 * Fetches every letter that has not been fetched yet and stores its raw bytes. A batch is committed
 * before the next is asked for, and before any flag on the server says that we have it.
 *
 * @returns how many letters are new
 */
export async function receive(shell: Shell, mailbox: Mailbox): Promise<number> {
  const { db, clock, crash } = shell;
  const { name, uidValidity } = mailbox;
  let count = 0;
  crash.reach('receive: before fetch');
  await mailbox.fetchAbove(lastUid(db, name, uidValidity), letterBytesMax, (letters) => {
    crash.reach('receive: before store');
    transact(db, () => {
      for (const { uid, bytes, raw } of letters) {
        const key = { mailbox: name, uidValidity, uid };
        if (raw) storeLetter(db, key, raw, rawHash(raw), clock.now());
        else {
          const reason = bytes > letterBytesMax ? 'too large' : 'not given by the server';
          putAsideUnread(db, key, reason, clock.now());
        }
        setLastUid(db, key);
      }
      crash.reach('receive: before commit');
    });
    crash.reach('receive: stored');
    count += letters.length;
  });
  crash.reach('receive: fetched');
  return count;
}
