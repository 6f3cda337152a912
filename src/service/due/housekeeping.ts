import { noticesTo } from '../../command/letters/letters.ts';
import { makeTerms, termsOf } from '../../command/shape/terms.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import {
  absenceMsMin,
  challengeMsMax,
  expireBatchMax,
  heartbeatMs,
  oneDayMs,
} from '../../limits.ts';
import { nextMorning } from '../../match/calendar.ts';
import type { Challenge } from '../../match/types.ts';
import { type Sentence, say } from '../../sentence.ts';
import { transact } from '../../store/file/database.ts';
import { withholdChallenge } from '../../store/letters/outbox.ts';
import { playerById } from '../../store/people/players.ts';
import { dropFutureDowntimes, isInDowntime, putDowntime } from '../../store/play/absences.ts';
import { challengesBefore, putChallenge } from '../../store/play/challenges.ts';
import { planJob, plannedAfter } from '../../store/play/jobs.ts';
import { resetClocksTo, zoneOf } from '../../store/play/turn-clocks.ts';
import { lastHeartbeat, noteDecided, putServerValue } from '../../store/server/conditions.ts';
import { intendLetter } from '../do/intend.ts';
import { withClockAt } from '../shell/decision-time.ts';
import type { Shell } from '../shell/shell.ts';
import { endLostProbes } from './probe.ts';
import { reportToAdmins } from './report.ts';
import { liftOldSuspensions } from './suspend.ts';

/** Periodic work, with or without letters; before composing. */
export function runHousekeeping(shell: Shell): void {
  expire(shell);
  liftOldSuspensions(shell);
  endLostProbes(shell);
  reportToAdmins(shell);
}

/**
 * Closes challenges unanswered for too long, and notifies their challengers. Each batch is one transaction,
 * so that an acceptance comes before or after it.
 *
 * @returns the number closed
 */
export function expire(shell: Shell): number {
  let closed = 0;
  for (;;) {
    const batch = transact(shell.db, () => expireBatch(shell));
    closed += batch;
    if (batch < expireBatchMax) return closed;
  }
}

function expireBatch(baseShell: Shell): number {
  const now = baseShell.time.now();
  const shell = withClockAt(baseShell, now, `expired ${now}`);
  const { db } = shell;
  const old = challengesBefore(db, now - challengeMsMax, expireBatchMax);
  for (const challenge of old) {
    putChallenge(db, { ...challenge, state: 'expired' }, now);
    const { number, challenged } = challenge;
    if (challenged) withholdChallenge(db, challenged.id, number, now);
    const challenger = playerById(db, challenge.challenger.id);
    for (const letter of noticesTo(challenger, [expired(challenge)])) {
      intendLetter(shell, letter, 'clock');
    }
  }
  if (old.length > 0) noteDecided(db, now);
  return old.length;
}

function expired(challenge: Challenge): Sentence {
  const { number, challenged } = challenge;
  const terms = termsOf(challenge);
  const facts = {
    number,
    game: terms.game.name,
    size: makeSize(terms.size),
    days: challengeMsMax / oneDayMs,
    again: `challenge ${challenged?.userid ?? 'open'} ${makeTerms(terms)}`,
  };
  return challenged
    ? say('expired-unanswered', { ...facts, userid: challenged.userid })
    : say('expired', facts);
}

/**
 * Records an absence: the mailbox was unreadable for long, for whatever reason, and all clocks stood still.
 * Call before the waiting letters are read: a move among them took none of that time.
 *
 * @returns whether there was one, which no mailbox can restore
 */
export function noteAbsence(shell: Shell, last = lastHeartbeat(shell.db)): boolean {
  const { db, time, log } = shell;
  const now = time.now();
  if (last === undefined) return false;
  if (last - now > absenceMsMin && isInDowntime(db, now)) handleClockRollback(shell, last, now);
  if (now - last <= absenceMsMin) return false;
  transact(db, () => {
    putDowntime(db, last, now);
    putServerValue(db, 'heartbeat', now);
  });
  log.warn({ from: last, to: now }, 'no e-mail was read for a long time: all clocks stood still');
  return true;
}

/**
 * Repairs times after the machine's clock was ahead: the absence recorded for its jump is not over, and turns
 * and letters planned for then would be late. A clock that only fell back will be corrected itself.
 */
function handleClockRollback({ db, log }: Shell, wrong: number, now: number): void {
  transact(db, () => {
    dropFutureDowntimes(db, now);
    resetClocksTo(db, now);
    for (const kind of ['morning', 'puzzle'] as const) {
      for (const playerId of plannedAfter(db, kind, now)) {
        planJob(db, kind, playerId, nextMorning(now, zoneOf(db, playerId)));
      }
    }
    putServerValue(db, 'heartbeat', now);
    noteDecided(db, now);
  });
  log.warn({ from: wrong, to: now }, 'the clock of the machine was set back: all clocks follow it');
}

/** Records that the mailbox is read to its end; ends an absence. */
export function noteHeartbeat(shell: Shell): void {
  const { db, time } = shell;
  const last = lastHeartbeat(db);
  if (noteAbsence(shell, last)) return;
  const now = time.now();
  // A time in the future was written under a wrong clock.
  const isRecent = last !== undefined && now >= last && now - last < heartbeatMs;
  if (isRecent) return;
  transact(db, () => {
    putServerValue(db, 'heartbeat', now);
    noteDecided(db, now);
  });
}
