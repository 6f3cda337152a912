import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises';
import { type Rank, spansOf } from '../../budget/quota.ts';
import { oneDayMs, oneHourMs } from '../../limits.ts';
import { timeWindow } from '../../ports.ts';
import type { Handover, Submission } from '../../post/smtp.ts';
import {
  connectionLimits,
  leaseLimits,
  pollLimits,
  refusalLimits,
  retryLimits,
  submissionLimits,
} from '../../server-limits.ts';
import { transact, transactUnsynced } from '../../store/file/database.ts';
import { recordUncertainSends } from '../../store/letters/charges.ts';
import { count, countInSpan, takesPlainOnly } from '../../store/letters/counters.ts';
import {
  dueLetters,
  giveUpLetter,
  hasFrozen,
  hasSending,
  type Leased,
  leaseLetter,
  markSent,
  postpone,
  release,
  requeueSending,
  retryLater,
  trialLetter,
} from '../../store/letters/leases.ts';
import { withholdReplaced } from '../../store/letters/outbox.ts';
import {
  clearDestinations,
  deferDestination,
  destinationFailures,
  forgetRefusal,
  hasDoubts,
} from '../../store/letters/refusals.ts';
import { type Condition, currentCondition } from '../../store/server/conditions.ts';
import { type Backoff, makeBackoff } from '../shell/backoff.ts';
import type { Shell } from '../shell/shell.ts';
import { type HandedOver, handOver, makeSendQueue, type Sendable } from './hand-over.ts';
import { remainingQuota } from './quota.ts';
import { recordAcceptance, recordRefusal } from './refusals.ts';

/** A letter of this round. */
interface Letter extends Leased {
  /** Whether this letter tests if the server accepts letters at all. */
  readonly isTest: boolean;
}

interface HandoverResult extends HandedOver {
  readonly letter: Letter;
}

/**
 * Hands every due letter to the submission server, a few at a time, with the same bytes on every try. A batch
 * is leased in one commit; results share as few commits as the server's answers allow. A letter whose
 * hand-over was cut may arrive twice, with the same Message-ID.
 *
 * A slow answer holds up no other letter: the round takes more meanwhile.
 *
 * @param signal finishes the letters in hand, and starts no other
 * @param backoff notified when the server is out of reach; no letter starts before its time
 * @returns `false` if the server is out of reach
 */
export async function deliver(
  shell: Shell,
  submission: Submission,
  signal: AbortSignal,
  backoff: Backoff = makeBackoff(
    shell.time,
    connectionLimits.reconnectMsMin,
    connectionLimits.reconnectMsMax,
  ),
): Promise<boolean> {
  const { db, guard, crash } = shell;
  // Rounds never overlap: a letter leased now was left by an exception or a crash, and is sent again.
  if (hasSending(db)) {
    transact(db, () => {
      countInterruptedSends(shell);
      requeueSending(db);
    });
  }
  const sendQueue = makeSendQueue<Letter>(submissionLimits.connectionsPerDomain);
  const running = new Set<Promise<void>>();
  const outcomes: HandoverResult[] = [];
  const begin = (letter: Letter, plain: boolean): void => {
    const work = handOver(shell, submission, letter, plain)
      .then((handed) => {
        outcomes.push({ letter, ...handed });
        updateBackoff(backoff, handed.handover);
      })
      .finally(() => {
        sendQueue.finish(letter);
        running.delete(work);
      });
    running.add(work);
  };
  try {
    for (;;) {
      const open = backoff.due && !signal.aborted;
      crash.reach('deliver: before record');
      const untouched = open ? [] : sendQueue.withdraw(() => true);
      if (outcomes.length + untouched.length > 0) {
        // Without a sync: after a rollback by a power cut the letters are sent again.
        transactUnsynced(db, () => {
          for (const group of groupsOf(outcomes.splice(0))) record(shell, group, sendQueue);
          for (const { id } of untouched) release(db, id);
        });
      }
      crash.reach('deliver: recorded');
      // Checked after the results are recorded, as it may throw.
      const waits = open && (sendQueue.ready || hasFrozen(db));
      const going = waits && guard.isIntact();
      const mayFollow = going && !sendQueue.ready && lease(shell, sendQueue);
      crash.reach('deliver: sending');
      let plain: boolean | undefined;
      while (going && running.size < submissionLimits.connections) {
        const letter = sendQueue.start();
        if (letter === undefined) break;
        plain ??= takesPlainOnly(db, shell.time.now());
        begin(letter, plain);
      }
      if (running.size === 0 && !mayFollow) return backoff.nextAt === 0;
      // A slow letter in hand does not hold up letters composed meanwhile.
      if (running.size > 0) {
        await Promise.race([
          ...running,
          pause(pollLimits.mailboxAgainMs, undefined, { ref: false }),
        ]);
      }
      // Answers that arrive together share the commit.
      await breath();
    }
  } finally {
    // No hand-over of this round may run into the next one.
    await Promise.allSettled(running);
  }
}

/**
 * Updates the backoff. Results of hand-overs begun before a failure are ignored, except a wait that the
 * server asks for.
 */
function updateBackoff(backoff: Backoff, handover: Handover): void {
  const { kind } = handover;
  const askedMs = kind === 'unreachable' ? handover.waitMs : undefined;
  if (!backoff.due && askedMs === undefined) return;
  if (kind === 'unreachable' || kind === 'sender-refused') backoff.failed(askedMs);
  else backoff.succeeded();
}

/**
 * Leases due letters and adds them to the send queue, within the caps on letter queues and domains. The
 * commit syncs, and with it the earlier ones that froze letters.
 *
 * @returns whether any were due; more may follow those held back by a cap
 */
function lease(shell: Shell, sendQueue: SendQueue<Letter>): boolean {
  const { db, time } = shell;
  const now = time.now();
  const due = lettersToLease(shell, sendQueue);
  if (due.length === 0) return false;
  const leased = transact(db, () =>
    due.filter((letter) => {
      const hour = timeWindow(now, oneHourMs);
      if (leaseLetter(db, letter, hour, leaseLimits.perAddressPerHour)) return true;
      // The last letter of a match does not wait, and replaces the waiting boards.
      if (letter.precedence === -1) {
        return withholdReplaced(db, letter, now) === 0 && leaseLetter(db, letter, hour);
      }
      // Any other waits until the first of the hour is an hour old.
      postpone(db, letter, hour);
      return false;
    }),
  );
  sendQueue.add(leased);
  return true;
}

/** The one letter, of a rank, that may be sent now to test whether the server accepts letters. */
function testLetter(
  { db, time }: Shell,
  { state, dueAt }: Pick<Condition, 'state' | 'dueAt'>,
  rank: Rank,
): Leased | undefined {
  const now = time.now();
  // A clock set back must not make the wait longer.
  const isDue = dueAt === undefined || now >= dueAt || dueAt > now + refusalLimits.trialEveryMs;
  return state === 'doubted' || isDue
    ? trialLetter(db, timeWindow(now, refusalLimits.recentlyAcceptedMs), isDue, rank)
    : undefined;
}

function lettersToLease(shell: Shell, sendQueue: SendQueue<Letter>): readonly Letter[] {
  const { db, time } = shell;
  const room = remainingQuota(shell);
  if (!room) return [];
  const { letters, rank } = room;
  const door = currentCondition(db, 'door');
  if (door) {
    const letter = sendQueue.some(({ isTest }) => isTest)
      ? undefined
      : testLetter(shell, door, rank);
    return letter ? [{ ...letter, isTest: true }] : [];
  }
  // With a quota, letters in hand at a crash count as sent.
  const most = Number.isFinite(letters) ? submissionLimits.connections : leaseLimits.letters;
  // A slow domain may have enough letters in the send queue.
  return dueLetters(db, time.now(), Math.min(most, letters), rank)
    .filter(({ domain }) => sendQueue.waitingFor(domain) < leaseLimits.lettersPerDomain)
    .map((letter) => ({ ...letter, isTest: false }));
}

/** Groups consecutive accepted letters to record together; any other is alone. */
function groupsOf(
  outcomes: readonly HandoverResult[],
): readonly (readonly [HandoverResult, ...HandoverResult[]])[] {
  const groups: [HandoverResult, ...HandoverResult[]][] = [];
  for (const outcome of outcomes) {
    const group = groups.at(-1);
    const isTaken = outcome.handover.kind === 'taken';
    if (isTaken && group?.[0].handover.kind === 'taken') group.push(outcome);
    else groups.push([outcome]);
  }
  return groups;
}

/** Counts transmissions without acceptance, in the transaction of the group. */
function noteUncertain({ db, quota, time }: Shell, times: number): void {
  if (spansOf(quota).length === 0) return;
  for (let each = 0; each < times; each++) {
    count(db, { kind: 'uncertain-send', key: '' }, time.now());
  }
}

/** Records results of hand-overs, in the transaction of their group. */
function record(
  shell: Shell,
  group: readonly [HandoverResult, ...HandoverResult[]],
  sendQueue: SendQueue<Letter>,
): void {
  const { db, time, log } = shell;
  const [{ letter, handover }] = group;
  const { id, attempts, firstTriedAt, domain } = letter;
  const now = time.now();
  for (const { uncertain } of group) noteUncertain(shell, uncertain);
  if (handover.kind === 'taken') {
    const ids = group.map((each) => each.letter.id);
    markSent(db, ids, now);
    for (const each of group.filter(({ plainOnly }) => plainOnly)) {
      countInSpan(db, { kind: 'plain-sender', key: each.letter.domain }, timeWindow(now, oneDayMs));
    }
    // Mostly nothing is in doubt.
    if (!hasDoubts(db)) return;
    clearDestinations(
      db,
      group.map((each) => each.letter.domain),
    );
    recordAcceptance(
      shell,
      group.some((each) => each.letter.isTest),
    );
    return;
  }
  const { kind, error } = handover;
  const failed = { outbox: id, attempts: attempts + 1, kind, error };
  if (handover.kind === 'refused') {
    const held = recordRefusal(shell, letter, handover) === 'held';
    log.warn(failed, held ? 'not sent' : 'given up');
    for (const other of sendQueue.withdraw(() => held)) release(db, other.id);
    return;
  }
  // The time while the door is closed does not count.
  const isOpen = !letter.isTest;
  const tooOld = isOpen && firstTriedAt !== undefined && now - firstTriedAt > retryLimits.forMs;
  log.warn(failed, tooOld ? 'given up' : 'not sent');
  if (tooOld) {
    giveUpLetter(db, id, error);
    return;
  }
  const askedMs = handover.kind === 'later' ? (handover.waitMs ?? 0) : 0;
  const waitMs = Math.max(retryDelayMs(attempts), askedMs);
  // A server that was away is back at once, and letters must not be hours late. One that may have taken this
  // letter must not get it again and again.
  const isAway = handover.kind !== 'later' && !('replyMissing' in handover);
  const mostMs = isAway ? connectionLimits.reconnectMsMax : retryLimits.msMax;
  retryLater(db, id, now, now + Math.min(waitMs, mostMs), error);
  const next = sendQueue.withdraw((other) => isBehind(other, letter));
  for (const { id: behind } of next) release(db, behind);
  if (kind !== 'later') return;
  // From here on it waits on its own account, not on the door's.
  forgetRefusal(db, id);
  // A full mailbox (RFC 3463, section 3.3: X.2.X) says nothing about its domain.
  if (handover.status?.startsWith('4.2.')) return;
  const domainMs = retryDelayMs(destinationFailures(db, domain));
  deferDestination(db, domain, now + Math.max(domainMs, askedMs));
  for (const { id: behind } of sendQueue.withdraw((other) => other.domain === domain)) {
    release(db, behind);
  }
}

/** Whether a letter comes after another in its letter queue. */
const isBehind = (other: Letter, letter: Letter): boolean =>
  other.addressKey === letter.addressKey && other.queue === letter.queue;

/** One minute, doubled with every failure, up to four hours. */
const retryDelayMs = (failures: number): number =>
  Math.min(retryLimits.msMin * 2 ** Math.min(failures, 10), retryLimits.msMax);

type SendQueue<T extends Sendable> = ReturnType<typeof makeSendQueue<T>>;

/** Counts letters that a dead process was sending: they may have been accepted. */
function countInterruptedSends({ db, quota, time }: Shell): void {
  if (spansOf(quota).length > 0) recordUncertainSends(db, time.now());
}
