import { setImmediate as nextTurn } from 'node:timers/promises';
import { noticesTo } from '../../command/letters/letters.ts';
import { makeTerms, termsOf } from '../../command/shape/terms.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import { challengeLimits, oneDayMs } from '../../limits.ts';
import { rawHash } from '../../mail/reply.ts';
import { nextMorning } from '../../match/clock.ts';
import type { Challenge } from '../../match/types.ts';
import type { Account } from '../../post/account.ts';
import { type Filed, removeFiled } from '../../post/history.ts';
import { type Sentence, say } from '../../sentence.ts';
import { absenceLimits, bounceLimits, fetchLimits, pruneLimits } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import {
  dropOldInboxBytes,
  dropOldOutboxFacts,
  dropSentBytes,
  incrementalVacuum,
} from '../../store/file/prune.ts';
import { pruneCounters } from '../../store/letters/counters.ts';
import { isForgettable } from '../../store/letters/inbox.ts';
import { withholdChallenge } from '../../store/letters/outbox.ts';
import { dropTraces } from '../../store/letters/packed.ts';
import { lostProbes } from '../../store/letters/probes.ts';
import { playerById } from '../../store/people/players.ts';
import { challengesBefore, putChallenge } from '../../store/play/challenges.ts';
import { planJob, plannedAfter } from '../../store/play/jobs.ts';
import { isInDowntime, putDowntime, resetClocksTo, zoneOf } from '../../store/play/turn-clocks.ts';
import { lastHeartbeat, noteDecided, putServerValue } from '../../store/server/conditions.ts';
import { intendLetter } from '../do/intend.ts';
import { type Shell, withClockAt } from '../shell/shell.ts';
import { liftOldSuspensions, noteProbe } from './reachable.ts';
import { reportToAdmins } from './report.ts';

/** Ends probes that were refused or did not come back in time. */
function endLostProbes(shell: Shell): void {
  const { db, time } = shell;
  for (const { id, refused } of lostProbes(db, time.now() - bounceLimits.probeMs)) {
    noteProbe(shell, id, refused ? 'bounced' : 'silent');
  }
}

/** Periodic work, with or without letters; before composing. */
export function runHousekeeping(shell: Shell): void {
  expireChallenges(shell);
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
export function expireChallenges(shell: Shell): number {
  let closed = 0;
  for (;;) {
    const batch = transact(shell.db, () => expireChallengeBatch(shell));
    closed += batch;
    if (batch < challengeLimits.expireBatch) return closed;
  }
}

function expireChallengeBatch(baseShell: Shell): number {
  const now = baseShell.time.now();
  const shell = withClockAt(baseShell, now, `expired ${now}`);
  const { db } = shell;
  const old = challengesBefore(db, now - challengeLimits.openMs, challengeLimits.expireBatch);
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
    days: challengeLimits.openMs / oneDayMs,
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
  if (last - now > absenceLimits.absentMs && isInDowntime(db, now))
    handleClockRollback(shell, last, now);
  if (now - last <= absenceLimits.absentMs) return false;
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
  const isRecent = last !== undefined && now >= last && now - last < absenceLimits.heartbeatMs;
  if (isRecent) return;
  transact(db, () => {
    putServerValue(db, 'heartbeat', now);
    noteDecided(db, now);
  });
}

/**
 * Deletes the bytes of old finished letters in the inbox; of old letters in the outbox the bytes, the facts,
 * and the hashes by which quoted lines are recognized; and expired counters. Then shrinks the file. Matches,
 * players, ids and hashes of letters stay.
 *
 * @param signal stops between two batches
 * @returns the number of letters whose content was deleted
 */
export async function prune(shell: Shell, keepDays: number, signal: AbortSignal): Promise<number> {
  const { db, time, crash, log } = shell;
  const before = time.now() - keepDays * oneDayMs;
  let pruned = 0;
  pruneCounters(db, time.now());
  for (const dropOld of [dropOldInboxBytes, dropOldOutboxFacts]) {
    for (let count = 1; count > 0 && !signal.aborted; pruned += count) {
      crash.reach('prune: before batch');
      count = dropOld(db, before, pruneLimits.letters);
      crash.reach('prune: committed');
      // Letters that came in meanwhile go first.
      await nextTurn();
    }
  }
  const sentBefore = Math.max(before, time.now() - pruneLimits.sentKeptMs);
  for (let at: number | undefined = 0; at !== undefined && !signal.aborted; await nextTurn()) {
    at = dropSentBytes(db, sentBefore, at, pruneLimits.traces);
    crash.reach('prune: sent bytes dropped');
  }
  while (!signal.aborted && dropTraces(db, before, pruneLimits.traces) > 0) {
    crash.reach('prune: traces dropped');
    await nextTurn();
  }
  while (
    !signal.aborted &&
    incrementalVacuum(db, pruneLimits.freePagesShare, pruneLimits.vacuumPages) > 0
  ) {
    crash.reach('prune: pages given back');
    await nextTurn();
  }
  if (pruned > 0) log.info({ letters: pruned }, 'old e-mails were emptied');
  return pruned;
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
    if (!guard.isIntact()) return [];
    const ours = letters.filter(({ raw }) => isForgettable(db, rawHash(raw), before));
    return ours.map(({ uid }) => uid);
  };
  const removed = await removeFiled(
    account,
    { before, limit: fetchLimits.filedLetters, signal },
    choose,
  );
  if (removed === undefined) {
    log.warn('the IMAP server has no UIDPLUS: TURNPOST_PROCESSED_DAYS does nothing');
  } else if (removed > 0) {
    log.info({ letters: removed }, 'old e-mails were deleted from Processed');
  }
}
