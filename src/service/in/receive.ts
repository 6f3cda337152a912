import { letterBytesMax } from '../../limits.ts';
import { headerBlock } from '../../mail/header.ts';
import { rawHash } from '../../mail/reply.ts';
import type { Fetched, Mailbox } from '../../post/imap.ts';
import { type Database, transact } from '../../store/file/database.ts';
import {
  lastUid,
  type MailboxKey,
  noteArrival,
  putAsideUnread,
  setLastUid,
  storeHeader,
  storeLetter,
} from '../../store/letters/inbox.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Fetches every letter that has not been fetched yet and stores its raw bytes; of one that is too
 * large, its header. A batch is committed before the next is asked for, and before any flag on the
 * server says that we have it.
 *
 * @param stored is told after each batch
 * @returns how many letters are new
 */
export async function receive(
  shell: Shell,
  mailbox: Mailbox,
  stored: () => void = () => undefined,
): Promise<number> {
  const { db, time, crash } = shell;
  const { name, uidValidity } = mailbox;
  let count = 0;
  crash.reach('receive: before fetch');
  await mailbox.fetchAbove(lastUid(db, name, uidValidity), letterBytesMax, (letters) => {
    crash.reach('receive: before store');
    transact(db, () => {
      for (const letter of letters) {
        const key = { mailbox: name, uidValidity, uid: letter.uid };
        store(db, key, letter, time.now());
        // A server whose clock is ahead of ours cannot have got it later than we.
        if (letter.arrivedAt !== undefined && letter.arrivedAt < time.now()) {
          noteArrival(db, key, letter.arrivedAt);
        }
        setLastUid(db, key);
      }
      crash.reach('receive: before commit');
    });
    crash.reach('receive: stored');
    count += letters.length;
    stored();
  });
  crash.reach('receive: fetched');
  return count;
}

function store(db: Database, key: MailboxKey, { bytes, raw, head }: Fetched, now: number): void {
  if (raw) {
    storeLetter(db, key, raw, rawHash(raw), now);
  } else if (head) {
    // Of a header that goes on behind it, too: a token of ours may stand in what there is.
    const header = headerBlock(head) ?? head;
    storeHeader(db, key, header, rawHash(header), bytes, now);
  } else {
    const reason = bytes > letterBytesMax ? 'too large' : 'not given by the server';
    putAsideUnread(db, key, reason, now);
  }
}
