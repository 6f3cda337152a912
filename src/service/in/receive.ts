import { letterBytesMax } from '../../limits.ts';
import { headerBlock } from '../../mail/header.ts';
import { rawHash } from '../../mail/reply.ts';
import type { Fetched, Mailbox } from '../../post/imap.ts';
import { type Database, transact } from '../../store/file/database.ts';
import {
  lastUid,
  type MailboxKey,
  markFiled,
  noteArrival,
  putAsideUnread,
  setLastUid,
  storeHeader,
  storeLetter,
  storePiped,
  unfiledUids,
} from '../../store/letters/inbox.ts';
import type { Shell } from '../shell/shell.ts';

/** A letter as it was stored. */
export interface Piped {
  readonly id: number;
  readonly raw: Uint8Array;
}

/**
 * Stores a letter that a mail transfer agent hands over, and commits it: only then may the agent be
 * told that we have it. The worker reads it, as it reads the others.
 *
 * @param handed as it was handed over, perhaps with the line `From address date` of an mbox on top,
 *   which is no part of the letter (RFC 4155)
 * @param note writes down in the same transaction that it has come, because no mailbox has it
 */
export function takePiped(
  { db, time, crash }: Pick<Shell, 'db' | 'time' | 'crash'>,
  handed: Uint8Array,
  note: (piped: Piped, now: number) => void = () => undefined,
): void {
  const raw = withoutMboxLine(handed);
  const now = time.now();
  crash.reach('pipe: before store');
  transact(db, () => {
    const id = storePiped(db, raw, rawHash(raw), now);
    note({ id, raw }, now);
    crash.reach('pipe: before commit');
  });
  crash.reach('pipe: stored');
}

function withoutMboxLine(handed: Uint8Array): Uint8Array {
  const bytes = Buffer.from(handed.buffer, handed.byteOffset, handed.length);
  if (
    !bytes
      .subarray(0, 6)
      .toString('latin1')
      .match(/^>?From /)
  )
    return bytes;
  const end = bytes.indexOf('\n');
  return end < 0 ? bytes : bytes.subarray(end + 1);
}

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
