import { absenceMsMin, heartbeatMs } from '../../limits.ts';
import { nextMorning } from '../../match/calendar.ts';
import { transact } from '../../store/file/database.ts';
import { putClocksRight } from '../../store/play/clocks.ts';
import { noteDecided } from '../../store/play/decided.ts';
import {
  beat,
  cutDowntimes,
  isInDowntime,
  lastBeat,
  putDowntime,
} from '../../store/play/downtimes.ts';
import { planMorning, plannedAfter } from '../../store/play/mornings.ts';
import { zoneOf } from '../../store/play/turn-clocks.ts';
import { planPuzzle, puzzlesPlannedAfter } from '../../store/puzzle/days.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * The mailbox can be read again. If it could not for long, for whatever reason, no letter came in
 * meanwhile, and every clock stood still. To be called before the letters that have waited are read:
 * a move among them took none of that time.
 *
 * @returns whether it could not: no mailbox tells of that
 */
export function noteAbsence(shell: Shell): boolean {
  const { db, time, log } = shell;
  const now = time.now();
  const last = lastBeat(db);
  if (last === undefined) return false;
  if (last - now > absenceMsMin && isInDowntime(db, now)) putRight(shell, last, now);
  if (now - last <= absenceMsMin) return false;
  transact(db, () => {
    putDowntime(db, last, now);
    beat(db, now);
  });
  log.warn({ from: last, to: now }, 'no letters were read for long: all clocks stood still');
  return true;
}

/**
 * The clock of the machine was ahead: the absence that its jump was taken for is not over yet. What was
 * put off until then, or seems to have begun then, would have players wait for that time. A clock that
 * has only fallen back is behind, and will be put right itself.
 */
function putRight({ db, log }: Shell, wrong: number, now: number): void {
  transact(db, () => {
    cutDowntimes(db, now);
    putClocksRight(db, now);
    for (const playerId of plannedAfter(db, now)) {
      planMorning(db, playerId, nextMorning(now, zoneOf(db, playerId)));
    }
    for (const playerId of puzzlesPlannedAfter(db, now)) {
      planPuzzle(db, playerId, nextMorning(now, zoneOf(db, playerId)));
    }
    beat(db, now);
    noteDecided(db, now);
  });
  log.warn({ from: wrong, to: now }, 'the clock of the machine was put back: all clocks follow it');
}

/** The mailbox is read to its end now; what was amiss until then is over. */
export function noteHeartbeat(shell: Shell): void {
  noteAbsence(shell);
  const { db, time } = shell;
  const now = time.now();
  const last = lastBeat(db);
  // One of the future was written by a clock that was wrong.
  const isRecent = last !== undefined && now >= last && now - last < heartbeatMs;
  if (isRecent) return;
  transact(db, () => {
    beat(db, now);
    noteDecided(db, now);
  });
}
