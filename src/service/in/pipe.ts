import { rawHash } from '../../mail/fingerprint.ts';
import type { CrashPoints, Time } from '../../ports.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { storePiped } from '../../store/letters/inbox.ts';

/**
 * Stores a letter that a mail transfer agent hands over, and commits it: only then may the agent be
 * told that we have it. The worker reads it, as it reads the others.
 *
 * @param handed as it was handed over, perhaps with the line `From address date` of an mbox on top,
 *   which is no part of the letter (RFC 4155)
 */
export function takePiped(
  { db, time, crash }: { db: Database; time: Time; crash: CrashPoints },
  handed: Uint8Array,
): void {
  const raw = withoutMboxLine(handed);
  crash.reach('pipe: before store');
  transact(db, () => {
    storePiped(db, raw, rawHash(raw), time.now());
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
