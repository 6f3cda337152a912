import { setImmediate as nextTurn } from 'node:timers/promises';
import { oneDayMs } from '../../limits.ts';
import { rawHash } from '../../mail/reply.ts';
import type { Account } from '../../post/account.ts';
import { type Filed, removeFiled } from '../../post/history.ts';
import {
  filedBatchMax,
  freePagesShareMax,
  pruneBatchLetters,
  pruneBatchTraces,
  sentKeptMs,
  vacuumPages,
} from '../../server-limits.ts';
import {
  dropOldInboxBytes,
  dropOldOutboxBytes,
  dropSentBytes,
  incrementalVacuum,
} from '../../store/file/prune.ts';
import { pruneCounters } from '../../store/letters/counters.ts';
import { isForgettable } from '../../store/letters/inbox.ts';
import { dropTraces } from '../../store/letters/packed.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Deletes the bytes of old finished letters in the inbox; of old letters in the outbox the bytes, the facts,
 * and the hashes by which quoted lines are recognized; and expired counters. Then shrinks the file. Matches,
 * players, ids and hashes of letters stay.
 *
 * @param signal stops between two batches
 * @returns the number of letters emptied
 */
export async function prune(shell: Shell, keepDays: number, signal: AbortSignal): Promise<number> {
  const { db, time, crash, log } = shell;
  const before = time.now() - keepDays * oneDayMs;
  let emptied = 0;
  pruneCounters(db, time.now());
  for (const empty of [dropOldInboxBytes, dropOldOutboxBytes]) {
    for (let count = 1; count > 0 && !signal.aborted; emptied += count) {
      crash.reach('prune: before batch');
      count = empty(db, before, pruneBatchLetters);
      crash.reach('prune: committed');
      // Letters that came in meanwhile go first.
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
  while (!signal.aborted && incrementalVacuum(db, freePagesShareMax, vacuumPages) > 0) {
    crash.reach('prune: pages given back');
    await nextTurn();
  }
  if (emptied > 0) log.info({ letters: emptied }, 'old e-mails were emptied');
  return emptied;
}

/**
 * Removes old letters from the processed folder: only those that this database has read, byte for byte, and
 * that are older than the oldest backup, so that a restore misses none. Letters put aside and foreign letters
 * stay.
 *
 * @param oldestBackupAt undefined if there is none: nothing is removed
 */
export async function removeOldProcessed(
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
    const ours = letters.filter(({ raw }) => isForgettable(db, rawHash(raw), before));
    return ours.map(({ uid }) => uid);
  };
  const removed = await removeFiled(account, { before, limit: filedBatchMax, signal }, choose);
  if (removed === undefined) {
    log.warn('the IMAP server has no UIDPLUS: TURNPOST_PROCESSED_DAYS does nothing');
  } else if (removed > 0) {
    log.info({ letters: removed }, 'old e-mails were deleted from Processed');
  }
}
