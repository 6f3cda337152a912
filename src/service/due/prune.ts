import { setImmediate as nextTurn } from 'node:timers/promises';
import { oneDayMs } from '../../limits.ts';
import {
  freeShareKept,
  giveBackPages,
  pruneBatchLetters,
  pruneBatchTraces,
  sentKeptMs,
} from '../../server-limits.ts';
import { dropSentBytes, emptyInbox, emptyOutbox } from '../../store/file/prune.ts';
import { giveBack } from '../../store/file/room.ts';
import { dropTraces } from '../../store/letters/traces.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Empties the letters that nobody needs any more: the bytes of those that came in and are done with,
 * and the bytes and facts of those that went out, with what their words are known by; and gives the
 * room in the file back. Matches, players, ids and the hashes of whole letters stay for ever.
 *
 * @param signal stops between two batches
 * @returns how many letters were emptied
 */
export async function prune(shell: Shell, keepDays: number, signal: AbortSignal): Promise<number> {
  const { db, time, crash, log } = shell;
  const before = time.now() - keepDays * oneDayMs;
  let emptied = 0;
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
  while (!signal.aborted && giveBack(db, freeShareKept, giveBackPages) > 0) {
    crash.reach('prune: pages given back');
    await nextTurn();
  }
  if (emptied > 0) log.info({ letters: emptied }, 'emptied, because they are old');
  return emptied;
}
