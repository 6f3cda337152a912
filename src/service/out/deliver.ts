import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises';
import { oneDayMs, oneHourMs } from '../../limits.ts';
import type { Handover, Submission } from '../../post/smtp.ts';
import {
  connectionsPerDomainMax,
  leaseLettersMax,
  leaseLettersPerDomainMax,
  lettersPerAddressPerHourMax,
  lookAgainMs,
  reconnectMsMax,
  reconnectMsMin,
  retryForMsMax,
  retryMsMax,
  retryMsMin,
  submissionConnectionsMax,
} from '../../server-limits.ts';
import { lately, transact, transactLightly } from '../../store/file/database.ts';
import { countInSpan } from '../../store/letters/counters.ts';
import {
  beginSending,
  dueLetters,
  giveUpLetter,
  handedSince,
  hasFrozen,
  hasSending,
  type Leased,
  markSent,
  postpone,
  release,
  retryLater,
  takeBackSending,
} from '../../store/letters/leases.ts';
import { withholdIfReplaced } from '../../store/letters/outbox.ts';
import {
  deferDestination,
  destinationFailures,
  destinationsWork,
  forgetRefusal,
} from '../../store/letters/refusals.ts';
import { conditionNow } from '../../store/server/conditions.ts';
import { type Backoff, makeBackoff } from '../shell/backoff.ts';
import type { Shell } from '../shell/shell.ts';
import { letterFor, takeAcceptance, takeRefusal } from './door.ts';
import { type HandedOver, handOver, type Lanes, makeLanes, takesPlainOnly } from './hand-over.ts';
import { noteCut, noteUncertain, remainingQuota } from './quota.ts';

/** A letter of this round. */
interface Letter extends Leased {
  /** It is to show whether the server takes letters at all. */
  readonly asks: boolean;
}

/** What has come of one hand-over and is to be written down. */
interface Outcome extends HandedOver {
  readonly letter: Letter;
}

/**
 * Hands every due letter to the submission server, the same bytes on every try, a few at a time. A
 * batch is leased in one commit, and what came of it is written down in as few as the server's
 * answers allow. A letter whose hand-over was cut off may arrive twice, with the same Message-ID.
 *
 * One whose answer takes minutes holds up no other: the round looks for more until it is there.
 *
 * @param signal the letters in hand are finished, and no other is begun
 * @param backoff is told when the server is out of reach; no letter is begun before its time
 * @returns `false` when the server is out of reach
 */
export async function deliver(
  shell: Shell,
  submission: Submission,
  signal: AbortSignal,
  backoff: Backoff = makeBackoff(shell.time, reconnectMsMin, reconnectMsMax),
): Promise<boolean> {
  const { db, guard, crash } = shell;
  // There is one worker, and it delivers in one round at a time: whatever is leased now was left in
  // mid-air, by an exception or a crash, and is sent again.
  if (hasSending(db)) {
    transact(db, () => {
      noteCut(shell);
      takeBackSending(db);
    });
  }
  const lanes = makeLanes<Letter>(connectionsPerDomainMax);
  const running = new Set<Promise<void>>();
  const outcomes: Outcome[] = [];
  const begin = (letter: Letter, plain: boolean): void => {
    const work = handOver(shell, submission, letter, plain)
      .then((handed) => {
        outcomes.push({ letter, ...handed });
        noteReach(backoff, handed.handover);
      })
      .finally(() => {
        lanes.finish(letter);
        running.delete(work);
      });
    running.add(work);
  };
  try {
    for (;;) {
      const open = backoff.due && !signal.aborted;
      crash.reach('deliver: before record');
      const untouched = open ? [] : lanes.withdraw(() => true);
      if (outcomes.length + untouched.length > 0) {
        // A power cut that takes this back has the letters sent once more.
        transactLightly(db, () => {
          for (const row of rowsOf(outcomes.splice(0))) record(shell, row, lanes);
          for (const { id } of untouched) release(db, id);
        });
      }
      crash.reach('deliver: recorded');
      // Looked at only now: what was said of letters is written down also where this throws.
      const going = open && guard.isWhole();
      const mayFollow = going && !lanes.ready && lease(shell, lanes);
      crash.reach('deliver: sending');
      let plain: boolean | undefined;
      while (going && running.size < submissionConnectionsMax) {
        const letter = lanes.start();
        if (letter === undefined) break;
        plain ??= takesPlainOnly(shell);
        begin(letter, plain);
      }
      if (running.size === 0 && !mayFollow) return backoff.nextAt === 0;
      // A slow letter in hand does not keep those waiting that have been composed meanwhile.
      if (running.size > 0) {
        await Promise.race([...running, pause(lookAgainMs, undefined, { ref: false })]);
      }
      // Answers that have come together share the commit.
      await breath();
    }
  } finally {
    // Nothing of this round may still be on its way when the next one begins.
    await Promise.allSettled(running);
  }
}

/** What was begun before the server was out of reach says nothing about now, but for a time it names. */
function noteReach(backoff: Backoff, handover: Handover): void {
  const { kind } = handover;
  const askedMs = kind === 'unreachable' ? handover.waitMs : undefined;
  if (!backoff.due && askedMs === undefined) return;
  if (kind === 'unreachable' || kind === 'not-from-there') backoff.failed(askedMs);
  else backoff.succeeded();
}

/**
 * Takes due letters into the lanes, as far as the caps on queues and domains allow. The commit
 * waits for the disk, and with it what was frozen before.
 *
 * @returns whether any were due; behind those that a cap holds back others may be
 */
function lease(shell: Shell, lanes: Lanes<Letter>): boolean {
  const { db, time } = shell;
  const now = time.now();
  const due = lettersToLease(shell, lanes);
  if (due.length === 0) return false;
  const leased = transact(db, () =>
    due.filter((letter) => {
      const { id } = letter;
      const { count, firstAt } = handedSince(db, letter, lately(now, oneHourMs));
      if (count >= lettersPerAddressPerHourMax) {
        const isOver = letter.precedence === -1;
        // No letter is lost by the cap: it waits until the first of this hour is an hour old.
        if (!isOver) postpone(db, id, (firstAt ?? now) + oneHourMs);
        // The end of a match waits for nothing, and replaces the boards that had to.
        if (!isOver || withholdIfReplaced(db, id, now)) return false;
      }
      beginSending(db, id, now);
      return true;
    }),
  );
  lanes.add(leased);
  return true;
}

function lettersToLease(shell: Shell, lanes: Lanes<Letter>): readonly Letter[] {
  const { db, time } = shell;
  const room = remainingQuota(shell);
  if (!room) return [];
  if (!hasFrozen(db)) return [];
  const { letters, rank } = room;
  const door = conditionNow(db, 'door');
  if (door) {
    const letter = lanes.some(({ asks }) => asks) ? undefined : letterFor(shell, door, rank);
    return letter ? [{ ...letter, asks: true }] : [];
  }
  // Where they are counted, those that a crash leaves in our hands count as sent.
  const most = Number.isFinite(letters) ? submissionConnectionsMax : leaseLettersMax;
  // A slow domain may have enough of its letters here already.
  return dueLetters(db, time.now(), Math.min(most, letters), rank)
    .filter(({ domain }) => lanes.waitingFor(domain) < leaseLettersPerDomainMax)
    .map((letter) => ({ ...letter, asks: false }));
}

/** Letters that were taken one after another, which are written down together; any other is alone. */
function rowsOf(outcomes: readonly Outcome[]): readonly (readonly [Outcome, ...Outcome[]])[] {
  const rows: [Outcome, ...Outcome[]][] = [];
  for (const outcome of outcomes) {
    const row = rows.at(-1);
    const isTaken = outcome.handover.kind === 'taken';
    if (isTaken && row?.[0].handover.kind === 'taken') row.push(outcome);
    else rows.push([outcome]);
  }
  return rows;
}

/** Writes down what came of hand-overs, in the transaction of their group. */
function record(shell: Shell, row: readonly [Outcome, ...Outcome[]], lanes: Lanes<Letter>): void {
  const { db, time, log } = shell;
  const [{ letter, handover }] = row;
  const { id, attempts, firstTriedAt, domain } = letter;
  const now = time.now();
  for (const { uncertain } of row) noteUncertain(shell, uncertain);
  if (handover.kind === 'taken') {
    const ids = row.map((each) => each.letter.id);
    markSent(db, ids, now);
    destinationsWork(
      db,
      row.map((each) => each.letter.domain),
    );
    for (const each of row.filter(({ plainOnly }) => plainOnly)) {
      countInSpan(db, { kind: 'plain-sender', key: each.letter.domain }, lately(now, oneDayMs));
    }
    takeAcceptance(
      shell,
      row.some((each) => each.letter.asks),
    );
    return;
  }
  const { kind, error } = handover;
  const failed = { outbox: id, attempts: attempts + 1, kind, error };
  if (handover.kind === 'refused') {
    const held = takeRefusal(shell, letter, handover) === 'held';
    log.warn(failed, held ? 'not sent' : 'given up');
    for (const other of lanes.withdraw(() => held)) release(db, other.id);
    return;
  }
  // The time behind a door that is not open counts for nothing.
  const isOpen = !letter.asks;
  const tooOld = isOpen && firstTriedAt !== null && now - firstTriedAt > retryForMsMax;
  log.warn(failed, tooOld ? 'given up' : 'not sent');
  if (tooOld) {
    giveUpLetter(db, id, error);
    return;
  }
  const askedMs = handover.kind === 'later' ? (handover.waitMs ?? 0) : 0;
  const waitMs = Math.max(retryDelayMs(attempts), askedMs);
  // A server that was away for hours is back at once; the letters must not come hours later. One that
  // may have taken this one must not get it again and again.
  const isAway = handover.kind !== 'later' && !('unheard' in handover);
  const mostMs = isAway ? reconnectMsMax : retryMsMax;
  retryLater(db, id, now, now + Math.min(waitMs, mostMs), error);
  const next = lanes.withdraw((other) => isBehind(other, letter));
  for (const { id: behind } of next) release(db, behind);
  if (kind !== 'later') return;
  // Now it waits for its own sake, and is not begun anew when the server takes letters again.
  forgetRefusal(db, id);
  // One full mailbox (RFC 3463, section 3.3: X.2.X) says nothing about its neighbours.
  if (handover.status?.startsWith('4.2.')) return;
  const domainMs = retryDelayMs(destinationFailures(db, domain));
  deferDestination(db, domain, now + Math.max(domainMs, askedMs));
  for (const { id: behind } of lanes.withdraw((other) => other.domain === domain)) {
    release(db, behind);
  }
}

/** Whether a letter that has not been begun comes after another in its queue. */
const isBehind = (other: Letter, letter: Letter): boolean =>
  other.addressKey === letter.addressKey && other.queue === letter.queue;

/** One minute, doubled with every failure, up to four hours. */
const retryDelayMs = (failures: number): number =>
  Math.min(retryMsMin * 2 ** Math.min(failures, 10), retryMsMax);
