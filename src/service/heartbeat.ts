import { absenceMsMin, heartbeatMs } from '../limits.ts';
import { transact } from '../store/database.ts';
import { beat, lastBeat, putDowntime } from '../store/downtimes.ts';
import type { Shell } from './shell.ts';

/**
 * The mailbox can be read again. If it could not for long, for whatever reason, no letter came in
 * meanwhile, and every clock stood still. To be called before the letters that have waited are read:
 * a move among them took none of that time.
 */
export function noteAbsence({ db, clock, log }: Shell): void {
  const now = clock.now();
  const last = lastBeat(db);
  if (last === undefined || now - last <= absenceMsMin) return;
  transact(db, () => {
    putDowntime(db, last, now);
    beat(db, now);
  });
  log.warn({ from: last, to: now }, 'no letters were read for long: all clocks stood still');
}

/** The mailbox is read to its end now; what was amiss until then is over. */
export function noteHeartbeat(shell: Shell): void {
  noteAbsence(shell);
  const { db, clock } = shell;
  const now = clock.now();
  const last = lastBeat(db);
  // One of the future was written by a clock that was wrong.
  const isRecent = last !== undefined && now >= last && now - last < heartbeatMs;
  if (!isRecent) transact(db, () => beat(db, now));
}
