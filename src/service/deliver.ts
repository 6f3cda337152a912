import { setImmediate as breath, setTimeout as pause } from 'node:timers/promises';
import {
  connectionsPerDomainMax,
  leaseLettersMax,
  leaseLettersPerDomainMax,
  lettersPerAddressPerHourMax,
  lookAgainMs,
  oneHourMs,
  reconnectMsMax,
  retryForMsMax,
  retryMsMax,
  retryMsMin,
  submissionConnectionsMax,
} from '../limits.ts';
import type { Handover, Submission } from '../post/smtp.ts';
import { transact, transactLightly } from '../store/database.ts';
import { deferDestination, destinationFailures, destinationWorks } from '../store/destinations.ts';
import { lately } from '../store/lately.ts';
import {
  beginSending,
  dueLetters,
  frozenRaw,
  giveUp,
  handedSince,
  type Leased,
  markSent,
  postpone,
  release,
  retryLater,
  takeBackSending,
} from '../store/leases.ts';
import { type Lanes, makeLanes } from './lanes.ts';
import type { Shell } from './shell.ts';

/** What has come of one hand-over and is to be written down. */
interface Outcome {
  readonly letter: Leased;
  readonly handover: Handover;
}

/**
 * Hands every due letter to the submission server, the same bytes on every try, a few at a time. A
 * batch is leased in one commit, and what came of it is written down in as few as the server's
 * answers allow. A letter whose hand-over was cut off may arrive twice, with the same Message-ID.
 *
 * @param signal the letters in hand are finished, and no other is begun
 * @returns `false` when the server is out of reach; then the rest is not tried now
 */
export async function deliver(
  shell: Shell,
  submission: Submission,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, crash } = shell;
  // There is one worker, and it delivers in one round at a time: whatever is leased now was left in
  // mid-air, by an exception or a crash, and is sent again.
  takeBackSending(db);
  const lanes = makeLanes<Leased>(connectionsPerDomainMax);
  const running = new Set<Promise<void>>();
  const outcomes: Outcome[] = [];
  let reachable = true;
  const begin = (letter: Leased): void => {
    const work = handOver(shell, submission, letter)
      .then((handover) => {
        outcomes.push({ letter, handover });
        reachable &&= !isOutOfReach(handover);
      })
      .finally(() => {
        lanes.finish(letter);
        running.delete(work);
      });
    running.add(work);
  };
  try {
    for (;;) {
      const open = reachable && !signal.aborted;
      crash.reach('deliver: before record');
      const untouched = open ? [] : lanes.withdraw(() => true);
      if (outcomes.length + untouched.length > 0) {
        // A power cut that takes this back has the letters sent once more.
        transactLightly(db, () => {
          for (const outcome of outcomes.splice(0)) record(shell, outcome, lanes);
          for (const { id } of untouched) release(db, id);
        });
      }
      crash.reach('deliver: recorded');
      if (open && !lanes.ready) lanes.add(lease(shell, lanes));
      crash.reach('deliver: sending');
      while (open && running.size < submissionConnectionsMax) {
        const letter = lanes.start();
        if (letter === undefined) break;
        begin(letter);
      }
      if (running.size === 0) return reachable;
      // A slow letter in hand does not keep those waiting that have been composed meanwhile.
      await Promise.race([...running, pause(lookAgainMs, undefined, { ref: false })]);
      // Answers that have come together share the commit.
      await breath();
    }
  } finally {
    // Nothing of this round may still be on its way when the next one begins.
    await Promise.allSettled(running);
  }
}

async function handOver(
  { db, address: own, crash, log }: Shell,
  submission: Submission,
  { id, envelopeFrom, address }: Leased,
): Promise<Handover> {
  crash.reach('deliver: before send');
  const raw = frozenRaw(db, id);
  const send = (from: string) =>
    submission.send({ from, to: address, raw }).catch(
      // A bug rather than an answer. It must not stop the letters behind this one.
      ({ name }: Error): Handover => ({ kind: 'later', error: name }),
    );
  let handover = await send(envelopeFrom);
  if (handover.kind === 'not-from-there' && envelopeFrom !== own) {
    log.warn({ outbox: id }, 'the server takes no tagged sender; see TURNPOST_PLUS');
    handover = await send(own);
  }
  crash.reach('deliver: sent');
  return handover;
}

const isOutOfReach = ({ kind }: Handover): boolean =>
  kind === 'unreachable' || kind === 'not-from-there';

/**
 * Takes due letters into the lanes, as far as the caps on addresses and domains allow. The commit
 * waits for the disk, and with it what was frozen before.
 */
function lease({ db, clock }: Shell, lanes: Lanes<Leased>): readonly Leased[] {
  const now = clock.now();
  // A slow domain may have enough of its letters here already.
  const due = dueLetters(db, now, leaseLettersMax).filter(
    ({ domain }) => lanes.waitingFor(domain) < leaseLettersPerDomainMax,
  );
  if (due.length === 0) return due;
  return transact(db, () =>
    due.filter(({ id, addressKey }) => {
      const { count, firstAt } = handedSince(db, addressKey, lately(now, oneHourMs));
      const tooMany = count >= lettersPerAddressPerHourMax;
      // No letter is lost by the cap: it waits until the first of this hour is an hour old.
      if (tooMany) postpone(db, id, (firstAt ?? now) + oneHourMs);
      else beginSending(db, id, now);
      return !tooMany;
    }),
  );
}

/** Writes down what came of a hand-over, in the transaction of its group. */
function record(shell: Shell, { letter, handover }: Outcome, lanes: Lanes<Leased>): void {
  const { db, clock, log } = shell;
  const { id, attempts, firstTriedAt, domain } = letter;
  const now = clock.now();
  if (handover.kind === 'taken') {
    markSent(db, id, now);
    destinationWorks(db, domain);
    return;
  }
  const { kind, error } = handover;
  const tooOld = firstTriedAt !== null && now - firstTriedAt > retryForMsMax;
  const given = kind === 'refused' || tooOld;
  log.warn({ outbox: id, attempts: attempts + 1, kind, error }, given ? 'given up' : 'not sent');
  if (given) {
    giveUp(db, id, error);
    return;
  }
  const waitMs = retryDelayMs(attempts);
  // A server that was away for hours is back at once; the letters must not come hours later.
  const mostMs = kind === 'later' ? retryMsMax : reconnectMsMax;
  retryLater(db, id, now, now + Math.min(waitMs, mostMs), error);
  if (kind !== 'later') return;
  // One full mailbox (RFC 3463, section 3.3: X.2.X) says nothing about its neighbours.
  const ofMailbox = handover.status?.startsWith('4.2.') ?? false;
  if (!ofMailbox) {
    deferDestination(db, domain, now + retryDelayMs(destinationFailures(db, domain)));
  }
  const behind = lanes.withdraw((other) =>
    ofMailbox ? other.addressKey === letter.addressKey : other.domain === domain,
  );
  for (const other of behind) release(db, other.id);
}

/** One minute, doubled with every failure, up to four hours. */
const retryDelayMs = (failures: number): number =>
  Math.min(retryMsMin * 2 ** Math.min(failures, 10), retryMsMax);
