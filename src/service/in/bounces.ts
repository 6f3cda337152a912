import { oneDayMs } from '../../limits.ts';
import { authservIn } from '../../mail/authentication-results.ts';
import { dsnOf, failureCauseOf } from '../../mail/dsn.ts';
import type { Letter } from '../../mail/letter.ts';
import { tagsOf } from '../../mail/reply.ts';
import { parseToken } from '../../mail/token.ts';
import { dayAt, daysWithin, yearOf } from '../../match/clock.ts';
import { addressKey as keyOf } from '../../player/address.ts';
import { bounceLimits } from '../../server-limits.ts';
import type { End } from '../../store/letters/inbox.ts';
import { noteAuthserv, probeByMessageId } from '../../store/letters/probes.ts';
import {
  bouncesSince,
  noteBounce,
  type Returned,
  returnedLetter,
} from '../../store/letters/refusals.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { daysOffFrom, putVacation, zoneOf } from '../../store/play/turn-clocks.ts';
import { currentCondition, endedAt, setCondition } from '../../store/server/conditions.ts';
import { rescheduleClocks } from '../do/advance.ts';
import { noteProbe } from '../due/reachable.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Takes what mail systems send back: delivery reports, our own probe, and any letter to an envelope sender,
 * which only machines write (RFC 3834, section 4). None of these is read for commands or answered. Runs
 * before screening, in the letter's transaction.
 *
 * @returns the end of the letter, or undefined if it is none of these
 */
export function takeReturned(shell: Shell, raw: Uint8Array, letter: Letter): End | undefined {
  const { db, address: own, secrets } = shell;
  const report = dsnOf(raw, own);
  if (report) {
    const { action, status, envelopeTag, originalMessageId } = report;
    const about = findReturned(shell, envelopeTag, originalMessageId);
    // A delay is not final.
    if (about && action === 'failed') noteFailure(shell, about, status);
    const reason = `delivery report: ${action} ${status}`;
    return { state: 'ignored', reason, senderKey: about?.addressKey };
  }
  const tokens = tagsOf(letter.recipients, own).flatMap((tag) => parseToken(tag, secrets) ?? []);
  const probe = tokens.find(({ purpose }) => purpose === 'probe')?.number;
  const isOurs = letter.messageId?.endsWith(own.slice(own.lastIndexOf('@')));
  const stripped = letter.messageId && isOurs && probeByMessageId(db, letter.messageId);
  if (probe !== undefined || stripped) {
    const probeNumber = probe ?? (stripped || 0);
    noteProbe(shell, probeNumber, probe === undefined ? 'stripped' : 'works');
    const host = authservIn(letter.fields);
    if (host) noteAuthserv(db, probeNumber, host);
    return { state: 'ignored', reason: 'our own probe' };
  }
  return tokens.some(({ purpose }) => purpose === 'bounce')
    ? { state: 'ignored', reason: 'written to an envelope sender' }
    : undefined;
}

/** The letter of ours that a report is about: by its envelope sender, or by its Message-ID. */
function findReturned(
  { db, secrets }: Shell,
  tag: string | undefined,
  messageId: string | undefined,
): Returned | undefined {
  const token = tag === undefined ? undefined : parseToken(tag, secrets);
  return returnedLetter(db, token?.purpose === 'bounce' ? token.number : undefined, messageId);
}

/**
 * Counts a bounce, within the transaction of its report. A report that the address does not exist, or several
 * that it was unreachable, suspends it: for seven days at most, because the recipient of a letter can forge
 * its report.
 *
 * @param status as in RFC 3463
 */
function countBounce(shell: Shell, letter: Returned, status: string): void {
  const { db, time, log } = shell;
  const { id, addressKey, createdAt } = letter;
  const now = time.now();
  // The player has signed off.
  if (addressKey === '') return;
  const liftedAt = endedAt(db, 'suspension', addressKey, now);
  // A report about a letter from before the end of the last suspension proves nothing.
  if (createdAt < liftedAt) return;
  const cause = failureCauseOf(status);
  if (cause === 'volume') {
    log.warn({ outbox: id, status }, 'an e-mail bounced: we have sent too many');
    return;
  }
  // A host's distrust of us says nothing about the address.
  const weight = status.startsWith('5.') && cause !== 'sender' ? 'hard' : 'soft';
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
 * Gives the player whose main address is suspended days off, as far as the year has some left, so that no
 * match is lost by it. These days off are limited because a player about to lose can forge a bounce.
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

function noteFailure(shell: Shell, about: Returned, status: string): void {
  const probe = probeByMessageId(shell.db, about.messageId);
  if (probe !== undefined) noteProbe(shell, probe, 'bounced');
  else if (!status.startsWith('2.')) countBounce(shell, about, status);
}
