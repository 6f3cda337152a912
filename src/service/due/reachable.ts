import { toSender } from '../../command/letters/letters.ts';
import { makeToken } from '../../mail/token.ts';
import { dayAt } from '../../match/clock.ts';
import { addressKey as keyOf, withTag } from '../../player/address.ts';
import { transact } from '../../store/file/database.ts';
import { restartRetries } from '../../store/letters/leases.ts';
import { withholdReplaced } from '../../store/letters/outbox.ts';
import {
  addProbe,
  endProbe,
  isProbed,
  nextProbeId,
  type ProbeEnd,
} from '../../store/letters/probes.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { endVacations, zoneOf } from '../../store/play/turn-clocks.ts';
import { conditionsNow, endCondition } from '../../store/server/conditions.ts';
import { rescheduleClocks } from '../do/advance.ts';
import { intendLetter } from '../do/intend.ts';
import { type Shell, withClockAt } from '../shell/shell.ts';

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
  const withheld = withholdReplaced(db, { addressKey }, now);
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
