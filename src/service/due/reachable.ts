import { toSender } from '../../command/letters/letters.ts';
import { oneDayMs } from '../../limits.ts';
import { failureCauseOf } from '../../mail/dsn.ts';
import { makeToken } from '../../mail/token.ts';
import { dayAt, daysWithin, yearOf } from '../../match/clock.ts';
import { addressKey as keyOf, withTag } from '../../player/address.ts';
import { bounceLimits } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import { restartRetries } from '../../store/letters/leases.ts';
import { withholdReplaced } from '../../store/letters/outbox.ts';
import {
  addProbe,
  endProbe,
  isProbed,
  lostProbes,
  nextProbeId,
  type ProbeEnd,
} from '../../store/letters/probes.ts';
import { bouncesSince, noteBounce, type Returned } from '../../store/letters/refusals.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { daysOffFrom, endVacations, putVacation, zoneOf } from '../../store/play/turn-clocks.ts';
import {
  conditionsNow,
  currentCondition,
  endCondition,
  endedAt,
  setCondition,
} from '../../store/server/conditions.ts';
import { rescheduleClocks } from '../do/advance.ts';
import { intendLetter } from '../do/intend.ts';
import { type Shell, withClockAt } from '../shell/shell.ts';

/**
 * Counts a bounce, within the transaction of its report. A report that the address does not exist, or several
 * that it was unreachable, suspends it: for seven days at most, because the recipient of a letter can forge
 * its report.
 *
 * @param status as in RFC 3463
 */
export function countBounce(shell: Shell, letter: Returned, status: string): void {
  const { db, time, log } = shell;
  const { id, addressKey, createdAt } = letter;
  const now = time.now();
  // The player has signed off.
  if (addressKey === '') return;
  const liftedAt = endedAt(db, 'suspension', addressKey, now);
  // Late reports from before the last letter from there prove nothing.
  if (createdAt < liftedAt) return;
  const about = failureCauseOf(status);
  if (about === 'volume') {
    log.warn({ outbox: id, status }, 'an e-mail bounced: we have sent too many');
    return;
  }
  // A host's distrust of us says nothing about the address.
  const weight = status.startsWith('5.') && about !== 'sender' ? 'hard' : 'soft';
  if (!noteBounce(db, letter, weight, status, now)) return;
  const since = Math.max(liftedAt, now - bounceLimits.softWithinMs);
  const dead =
    weight === 'hard' || bouncesSince(db, addressKey, 'soft', { since, now }) >= bounceLimits.soft;
  if (dead && !currentCondition(db, 'suspension', addressKey)) {
    const dueAt = now + bounceLimits.suspensionMs;
    setCondition(db, { kind: 'suspension', key: addressKey, why: status, dueAt }, now);
    log.warn({ outbox: id, status }, 'e-mails bounce: the address is suspended');
    stopClocks(shell, addressKey);
  }
}

/**
 * Gives a player without letters days off, as far as the year has some left, so that no match is lost by it.
 * These days off are limited because a player about to lose can forge a bounce.
 */
function stopClocks({ db, time, vacationDays }: Shell, addressKey: string): void {
  const player = playerByAddress(db, addressKey);
  // Letters go to the main address.
  if (!player || keyOf(player.address) !== addressKey) return;
  const now = time.now();
  const today = dayAt(now, zoneOf(db, player.id));
  const { to: newYearsEve, from: newYear } = yearOf(today);
  const taken = daysWithin(daysOffFrom(db, player.id, newYear), { from: newYear, to: newYearsEve });
  const days = Math.min(bounceLimits.suspensionMs / oneDayMs, vacationDays - taken);
  if (days < 1) return;
  putVacation(db, player.id, { from: today, to: today + days - 1 }, 'bounce', now);
  rescheduleClocks(db, player.id, now);
}

/** Lifts the suspension of an address that has written, within the letter's transaction. */
export function liftSuspensionOf(shell: Shell, address: string): void {
  release(shell, keyOf(address), 'letter');
}

/** Ends expired suspensions. One with a start in the future was dated before the clock was set back. */
export function liftOldSuspensions(shell: Shell): void {
  const { db, time, crash } = shell;
  const now = time.now();
  const expired = conditionsNow(db, 'suspension').filter(
    ({ beganAt, dueAt }) => Number(dueAt) <= now || beganAt > now,
  );
  if (expired.length === 0) return;
  crash.reach('suspend: before lift');
  transact(db, () => {
    for (const { key } of expired) release(shell, key, 'time');
  });
  crash.reach('suspend: lifted');
}

/**
 * Lifts a suspension. Of the waiting letters, only the newest of each board and of the morning goes out, and
 * messages from opponents; the others show outdated boards.
 */
function release({ db, time, log }: Shell, addressKey: string, by: 'letter' | 'time'): void {
  const now = time.now();
  if (!endCondition(db, 'suspension', addressKey, now)) return;
  const player = playerByAddress(db, addressKey);
  if (player) {
    endVacations(db, player.id, dayAt(now, zoneOf(db, player.id)) + 1, 'bounce');
    rescheduleClocks(db, player.id, now);
  }
  const withheld = withholdReplaced(db, addressKey, now);
  restartRetries(db, addressKey, now);
  log.info({ by, withheld }, 'a suspension is over');
}

/**
 * Asks the mail host whether it delivers tagged addresses, by a letter to ourselves: once for each address
 * and host. Nothing waits for the answer.
 *
 * @param host of the mailbox
 */
export function probeTaggedAddress(baseShell: Shell, host: string): void {
  const now = baseShell.time.now();
  const shell = withClockAt(baseShell, now, `probe ${now}`);
  const { db, address, plus, secrets, crash } = shell;
  const configuration = `${address} ${host}`;
  if (!plus || isProbed(db, configuration)) return;
  crash.reach('probe: before commit');
  transact(db, () => {
    const id = nextProbeId(db);
    const token = makeToken({ purpose: 'probe', player: 0, number: id, revision: 0 }, secrets);
    const messageId = intendLetter(
      shell,
      {
        to: toSender({ player: undefined, address: withTag(address, token), language: 'en' }),
        message: { kind: 'probe', facts: {} },
        reply: { purpose: 'none' },
      },
      'clock',
    );
    addProbe(db, { id, configuration, messageId }, now);
  });
  crash.reach('probe: asked');
}

/** Stores the result of a probe. */
export function noteProbe({ db, time, log }: Shell, id: number, end: ProbeEnd): void {
  if (!endProbe(db, id, end, time.now())) return;
  if (end === 'works') log.info('the mail host delivers addresses with a tag');
  else log.warn({ probe: end }, 'tagged addresses do not reach us: set TURNPOST_PLUS=off');
}

/** Ends probes that were refused or did not come back in time. */
export function endLostProbes(shell: Shell): void {
  const { db, time } = shell;
  for (const { id, refused } of lostProbes(db, time.now() - bounceLimits.probeMs)) {
    noteProbe(shell, id, refused ? 'bounced' : 'silent');
  }
}
