import { absenceMsMin, heartbeatMs } from '../limits.ts';
import { transact } from '../store/database.ts';
import { beat, lastBeat, putDowntime } from '../store/downtimes.ts';
import type { Shell } from './shell.ts';

/**
 * Notes that the mailbox is read to its end now. If that was not so for long, no letter could be
 * read in the meantime, for whatever reason: every clock stood still.
 */
export function noteHeartbeat({ db, clock, log }: Shell): void {
  const now = clock.now();
  const last = lastBeat(db);
  if (last !== undefined && now >= last && now - last < heartbeatMs) return;
  transact(db, () => {
    if (last !== undefined && now - last > absenceMsMin) {
      putDowntime(db, last, now);
      log.warn({ from: last, to: now }, 'no letters were read for long: all clocks stood still');
    }
    beat(db, now);
  });
}
