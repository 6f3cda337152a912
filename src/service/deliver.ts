import { deliverBatchLetters, retryForMsMax, retryMsMax, retryMsMin } from '../limits.ts';
import type { Submission } from '../post/smtp.ts';
import {
  beginSending,
  type Composed,
  dueLetters,
  giveUp,
  markSent,
  retryLater,
  takeBackSending,
} from '../store/outbox.ts';
import type { Shell } from './shell.ts';

/**
 * Hands every due letter to the submission server, the same bytes on every try. A letter whose
 * hand-over was cut off may arrive twice, with the same Message-ID.
 *
 * @param signal stops between two letters
 * @returns `false` when the server is out of reach; then the rest is not tried now
 */
export async function deliver(
  shell: Shell,
  submission: Submission,
  signal: AbortSignal,
): Promise<boolean> {
  // What an earlier round left in mid-air, by an exception or a crash, is sent again.
  takeBackSending(shell.db);
  for (;;) {
    const due = dueLetters(shell.db, shell.clock.now(), deliverBatchLetters);
    if (due.length === 0) return true;
    for (const letter of due) {
      if (signal.aborted) return true;
      if (!(await deliverOne(shell, submission, letter))) return false;
    }
  }
}

async function deliverOne(shell: Shell, submission: Submission, letter: Composed) {
  const { db, clock, crash, log } = shell;
  const { id, address, envelopeFrom, raw, attempts } = letter;
  crash.reach('deliver: before send');
  beginSending(db, id);
  crash.reach('deliver: sending');
  const handover = await submission.send({ from: envelopeFrom, to: address, raw });
  crash.reach('deliver: sent');
  const now = clock.now();
  if (handover.kind === 'taken') {
    markSent(db, id, now);
    return true;
  }
  const { kind, error } = handover;
  log.warn({ outbox: id, attempts: attempts + 1, kind, error }, 'not sent');
  const tooOld = now - letter.createdAt > retryForMsMax;
  if (kind === 'refused' || tooOld) giveUp(db, id, error);
  else retryLater(db, id, now + retryDelayMs(attempts), error);
  return kind !== 'unreachable';
}

/** One minute, doubled with every failure, up to four hours. */
const retryDelayMs = (failures: number): number =>
  Math.min(retryMsMin * 2 ** Math.min(failures, 10), retryMsMax);
