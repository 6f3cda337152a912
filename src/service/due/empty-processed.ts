import { oneDayMs } from '../../limits.ts';
import { rawHash } from '../../mail/fingerprint.ts';
import type { Account } from '../../post/account.ts';
import { type Filed, removeFiled } from '../../post/filed.ts';
import { filedBatchMax } from '../../server-limits.ts';
import { isDoneWith } from '../../store/letters/inbox.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Removes old letters from the folder into which they were moved: only those that this database has
 * read, byte for byte, and that the oldest backup knows of, so that none is missing when it is put
 * back. A letter that was put aside stays, and so does everything that somebody else has laid there.
 *
 * @param oldestBackupAt undefined: there is none, and nothing is removed
 */
export async function emptyProcessed(
  shell: Shell,
  account: Account,
  { days, oldestBackupAt }: { days: number; oldestBackupAt: number | undefined },
  signal: AbortSignal,
): Promise<void> {
  const { db, guard, time, log } = shell;
  if (oldestBackupAt === undefined) return;
  const before = Math.min(time.now() - days * oneDayMs, oldestBackupAt);
  const choose = (letters: readonly Filed[]): readonly number[] => {
    if (!guard.isWhole()) return [];
    const ours = letters.filter(({ raw }) => isDoneWith(db, rawHash(raw), before));
    return ours.map(({ uid }) => uid);
  };
  const removed = await removeFiled(account, { before, most: filedBatchMax, signal }, choose);
  if (removed === undefined) {
    log.warn('the IMAP server has no UIDPLUS: TURNPOST_PROCESSED_DAYS does nothing');
  } else if (removed > 0) {
    log.info({ letters: removed }, 'removed from Processed, because they are old');
  }
}
