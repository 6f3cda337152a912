import { rawHash } from '../../mail/reply.ts';
import { transact } from '../../store/file/database.ts';
import { storePiped } from '../../store/letters/inbox.ts';
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
