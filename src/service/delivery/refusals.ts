import { type FailureCause, failureCauseOf } from '../../mail/dsn.ts';
import { timeWindow } from '../../ports.ts';
import { refusalLimits } from '../../server-limits.ts';
import { giveUpLetter, hasAcceptedRecently, type Leased } from '../../store/letters/leases.ts';
import {
  forgetRefusal,
  forgetSettledRefusals,
  holdRefused,
  noteRefusal,
  refusalsBefore,
  releaseRefused,
} from '../../store/letters/refusals.ts';
import {
  changeCondition,
  currentCondition,
  dropCondition,
  endCondition,
  setCondition,
} from '../../store/server/conditions.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * The door: whether the submission server takes our letters at all. A permanent refusal may mean the letter,
 * or us: the daily quota is used up, the account is blocked. Only another letter shows which. See
 * docs/design/delivery.md.
 */

/** A permanent refusal of a letter by the submission server. */
interface Refusal {
  readonly error: string;
  readonly status?: string;
}

/** Refusals that may be about the recipient say nothing about us. */
const OF_THE_LETTER: readonly FailureCause[] = ['recipient', 'address'];

/**
 * Records a permanent refusal, in the transaction of its group, and decides the letter's state.
 *
 * @returns `held` until another letter shows whether the server takes any
 */
export function recordRefusal(
  { db, time, log }: Shell,
  letter: Leased,
  { error, status }: Refusal,
): 'given-up' | 'held' {
  const now = time.now();
  const { id } = letter;
  const about = failureCauseOf(status);
  const door = currentCondition(db, 'door');
  const { wasRefused, againAt = -Infinity, others } = refusalsBefore(db, letter);
  const isKnownAddress = hasAcceptedRecently(
    db,
    letter.addressKey,
    timeWindow(now, refusalLimits.recentlyAcceptedMs),
  );
  const isOwnFault = !door && now - againAt <= refusalLimits.ownFaultMs;
  if (OF_THE_LETTER.includes(about) || isOwnFault) {
    forgetRefusal(db, id);
    giveUpLetter(db, id, error);
    return 'given-up';
  }
  noteRefusal(db, letter, error, now);
  if (!door) {
    const alone = about === 'unknown' && !isKnownAddress && others + 1 < refusalLimits.domainsMin;
    if (alone) {
      // Undone if the next letter is refused as well.
      giveUpLetter(db, id, error);
      return 'given-up';
    }
    const doubted = {
      kind: 'door',
      state: 'doubted',
      why: error,
      dueAt: now + refusalLimits.trialEveryMs,
    } as const;
    setCondition(db, doubted, now);
    log.warn({ outbox: id, error }, 'an e-mail was rejected: does the server accept any?');
  } else {
    // A repeated refusal of the same letter tells nothing new.
    const shuts = door.state === 'doubted' && wasRefused === 0 && isKnownAddress && others > 0;
    const state = shuts ? 'shut' : door.state;
    changeCondition(db, { ...door, state, why: error, dueAt: now + refusalLimits.trialEveryMs });
    if (shuts) {
      log.error({ error }, 'the server accepts no e-mail; all wait, and one is tried every hour');
    }
  }
  holdRefused(db, id, now);
  return 'held';
}

/**
 * Records an accepted letter, in the transaction of its group.
 *
 * @param isTest whether it was sent to test the door: one sent before says nothing about later refusals
 */
export function recordAcceptance({ db, time, log }: Shell, isTest: boolean): void {
  const door = currentCondition(db, 'door');
  if (door && !isTest) return;
  const now = time.now();
  if (door) {
    releaseRefused(db, door, now);
    // A short doubt is not reported.
    if (door.state === 'doubted' && now - door.beganAt < refusalLimits.reportedMs)
      dropCondition(db, 'door');
    else endCondition(db, 'door', '', now);
    log.info({ was: door.state }, 'the server accepts e-mail');
  }
  forgetSettledRefusals(db);
}
