import { oneDayMs } from '../../limits.ts';
import { aboutOf } from '../../mail/dsn.ts';
import { dayAt, daysWithin, yearOf } from '../../match/calendar.ts';
import { addressKey as keyOf } from '../../player/address.ts';
import { softBouncesMax, softBouncesWithinMs, suspensionMsMax } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import { beginAnew } from '../../store/letters/leases.ts';
import { withholdReplaced } from '../../store/letters/outbox.ts';
import { bouncesSince, noteBounce, type Returned } from '../../store/letters/refusals.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { daysOffFrom, endVacations, putVacation } from '../../store/play/absences.ts';
import { zoneOf } from '../../store/play/turn-clocks.ts';
import {
  conditionNow,
  conditionsNow,
  endCondition,
  endedAt,
  setCondition,
} from '../../store/server/conditions.ts';
import { rescheduleClocks } from '../do/advance.ts';
import type { Shell } from '../shell/shell.ts';

/**
 * Counts a letter that has come back, within the transaction of its report. One report that the
 * address does not exist suspends it, or several that it could not be reached: for seven days at
 * most, because whoever has got a letter can forge its report.
 *
 * @param status as in RFC 3463
 */
export function countBounce(shell: Shell, letter: Returned, status: string): void {
  const { db, time, log } = shell;
  const { id, addressKey, createdAt } = letter;
  const now = time.now();
  // Whoever has left is nobody.
  if (addressKey === '') return;
  const letGoAt = endedAt(db, 'suspension', addressKey, now);
  // Reports about the time before somebody wrote from there come late, and prove nothing.
  if (createdAt < letGoAt) return;
  const about = aboutOf(status);
  if (about === 'volume') {
    log.warn({ outbox: id, status }, 'a letter has come back: we have sent too many');
    return;
  }
  // That a host does not trust us says nothing about the address.
  const weight = status.startsWith('5.') && about !== 'sender' ? 'hard' : 'soft';
  if (!noteBounce(db, letter, weight, status, now)) return;
  const since = Math.max(letGoAt, now - softBouncesWithinMs);
  const dead =
    weight === 'hard' || bouncesSince(db, addressKey, 'soft', { since, now }) >= softBouncesMax;
  if (dead && !conditionNow(db, 'suspension', addressKey)) {
    const dueAt = now + suspensionMsMax;
    setCondition(db, { kind: 'suspension', key: addressKey, why: status, dueAt }, now);
    log.warn({ outbox: id, status }, 'letters come back: the address is suspended');
    stopClocks(shell, addressKey);
  }
}

/**
 * Who gets no letters does not lose matches by it: such days are days off, as long as there are any
 * left in the year. A bounce can be forged by whoever is about to lose.
 */
function stopClocks({ db, time, vacationDays }: Shell, addressKey: string): void {
  const player = playerByAddress(db, addressKey);
  // Letters go to the main address.
  if (!player || keyOf(player.address) !== addressKey) return;
  const now = time.now();
  const today = dayAt(now, zoneOf(db, player.id));
  const { to: newYearsEve, from: newYear } = yearOf(today);
  const taken = daysWithin(daysOffFrom(db, player.id, newYear), { from: newYear, to: newYearsEve });
  const days = Math.min(suspensionMsMax / oneDayMs, vacationDays - taken);
  if (days < 1) return;
  putVacation(db, player.id, { from: today, to: today + days - 1 }, 'bounce', now);
  rescheduleClocks(db, player.id, now);
}

/** Somebody has written from an address, so letters reach it, or will. In its transaction. */
export function liftSuspensionOf(shell: Shell, address: string): void {
  release(shell, keyOf(address), 'letter');
}

/**
 * Ends the suspensions that have lasted as long as they may. One that begins in the time to come was
 * dated by a clock that has been put back since.
 */
export function liftOldSuspensions(shell: Shell): void {
  const { db, time, crash } = shell;
  const now = time.now();
  const over = conditionsNow(db, 'suspension').filter(
    ({ beganAt, dueAt }) => Number(dueAt) <= now || beganAt > now,
  );
  if (over.length === 0) return;
  crash.reach('suspend: before lift');
  transact(db, () => {
    for (const { key } of over) release(shell, key, 'time');
  });
  crash.reach('suspend: lifted');
}

/**
 * Of what has piled up, the newest letter of each board and of the morning goes out, and what an
 * opponent has written.
 * The rest shows boards that stand no more.
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
  beginAnew(db, addressKey, now);
  log.info({ by, withheld }, 'a suspension is over');
}
