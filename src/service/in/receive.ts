import { letterLimits } from '../../limits.ts';
import { headerBlock } from '../../mail/header.ts';
import { rawHash } from '../../mail/reply.ts';
import type { Fetched, Mailbox } from '../../post/imap.ts';
import {
  type Database,
  syncCommits,
  transact,
  transactUnsynced,
} from '../../store/file/database.ts';
import type { MailboxKey } from '../../store/letters/inbox.ts';
import {
  lastUid,
  markFiled,
  putAsideUnread,
  setLastUid,
  storeLetter,
  storePiped,
  unfiledUids,
} from '../../store/letters/inbox.ts';
import type { Shell } from '../shell/shell.ts';

/** A stored letter from a mail transfer agent. */
export interface Piped {
  readonly id: number;
  readonly raw: Uint8Array;
}

/**
 * Stores and commits a letter from a mail transfer agent; only then may the agent get a success status. The
 * worker reads it like any other.
 *
 * @param handed raw letter; a leading mbox line `From address date` (RFC 4155) is removed
 * @param note records the arrival in the same transaction, as no mailbox has a copy
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
 * Flags and moves the server's copies of letters whose decision is committed, after a sync. What the server
 * refuses is retried later. Filed letters are not fetched again, not even after the database is lost.
 *
 * @returns whether the server filed all letters
 */
export async function fileDecidedLetters(shell: Shell, mailbox: Mailbox): Promise<boolean> {
  const { db, guard, time, crash, log } = shell;
  const { name, uidValidity } = mailbox;
  const uids = unfiledUids(db, name, uidValidity);
  if (uids.length === 0) return true;
  crash.reach('file: before flag');
  if (!guard.isIntact()) return true;
  syncCommits(db);
  const filed = await mailbox.file(uids);
  crash.reach('file: after flag');
  // Without a sync: after a power cut they are filed again.
  transactUnsynced(db, () => markFiled(db, name, uidValidity, filed, time.now()));
  crash.reach('file: committed');
  const letters = uids.length - filed.length;
  if (letters > 0) log.warn({ letters }, 'the IMAP server did not flag or move e-mails');
  return letters === 0;
}

/**
 * Fetches all new letters and stores their raw bytes; only the header of a letter that is too large. Each
 * batch is committed before the next is requested, and before any flag is set on the server.
 *
 * @param stored called after each batch
 * @returns the number of new letters
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
  await mailbox.fetchAbove(lastUid(db, name, uidValidity), letterLimits.bytes, (letters) => {
    crash.reach('receive: before store');
    // Without a sync: the server files its copies only when their decision is synced, so what a power cut undoes
    // is fetched again. A letter that is put aside unread is decided here.
    const commit = letters.every(({ raw, head }) => raw ?? head) ? transactUnsynced : transact;
    commit(db, () => {
      for (const letter of letters) {
        const key = { mailbox: name, uidValidity, uid: letter.uid };
        store(db, key, letter, time.now());
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

function store(db: Database, key: MailboxKey, { bytes, raw, head, ...when }: Fetched, now: number) {
  // A later date only means that the mail server's clock is ahead.
  const arrivedAt = Number(when.arrivedAt) < now ? when.arrivedAt : undefined;
  if (raw) {
    storeLetter(db, { key, raw, hash: rawHash(raw), arrivedAt }, now);
  } else if (head) {
    // A truncated header, too: the part at hand may hold a token of ours.
    const header = headerBlock(head) ?? head;
    const letter = { key, raw: header, hash: rawHash(header), fullBytes: bytes, arrivedAt };
    storeLetter(db, letter, now);
  } else {
    const reason = bytes > letterLimits.bytes ? 'too large' : 'not given by the server';
    putAsideUnread(db, key, reason, now);
  }
}
