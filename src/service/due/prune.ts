import { setImmediate as nextTurn } from 'node:timers/promises';
import { oneDayMs } from '../../limits.ts';
import { rawHash } from '../../mail/reply.ts';
import type { Account } from '../../post/account.ts';
import { type Filed, removeFiled } from '../../post/history.ts';
import {
  filedBatchMax,
  freeShareKept,
  giveBackPages,
  pruneBatchLetters,
  pruneBatchTraces,
  sentKeptMs,
} from '../../server-limits.ts';
import {
  dropSentBytes,
  emptyInbox,
  emptyOutbox,
  incrementalVacuum,
} from '../../store/file/prune.ts';
import { dropCounters } from '../../store/letters/counters.ts';
import { isDoneWith } from '../../store/letters/inbox.ts';
import { dropTraces } from '../../store/letters/packed.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Empties the letters that nobody needs any more: the bytes of those that came in and are done with,
 * and the bytes and facts of those that went out, with what their words are known by; forgets what
 * nobody counts any more; and gives the room in the file back. Matches, players, ids and the hashes of
 * whole letters stay for ever.
 *
 * @param signal stops between two batches
 * @returns how many letters were emptied
 */
export async function prune(shell: Shell, keepDays: number, signal: AbortSignal): Promise<number> {
  const { db, time, crash, log } = shell;
  const before = time.now() - keepDays * oneDayMs;
  let emptied = 0;
  dropCounters(db, time.now());
  for (const empty of [emptyInbox, emptyOutbox]) {
    for (let count = 1; count > 0 && !signal.aborted; emptied += count) {
      crash.reach('prune: before batch');
      count = empty(db, before, pruneBatchLetters);
      crash.reach('prune: committed');
      // A letter that has come meanwhile goes first.
      await nextTurn();
    }
  }
  const sentBefore = Math.max(before, time.now() - sentKeptMs);
  for (let at: number | undefined = 0; at !== undefined && !signal.aborted; await nextTurn()) {
    at = dropSentBytes(db, sentBefore, at, pruneBatchTraces);
    crash.reach('prune: sent bytes dropped');
  }
  while (!signal.aborted && dropTraces(db, before, pruneBatchTraces) > 0) {
    crash.reach('prune: traces dropped');
    await nextTurn();
  }
  while (!signal.aborted && incrementalVacuum(db, freeShareKept, giveBackPages) > 0) {
    crash.reach('prune: pages given back');
    await nextTurn();
  }
  if (emptied > 0) log.info({ letters: emptied }, 'emptied, because they are old');
  return emptied;
}

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
