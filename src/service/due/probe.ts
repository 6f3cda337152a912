import { makeToken } from '../../mail/token.ts';
import { withTag } from '../../player/address.ts';
import { probeMsMax } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import {
  addProbe,
  endProbe,
  isProbed,
  lostProbes,
  nextProbeId,
  type ProbeEnd,
} from '../../store/letters/probes.ts';
import { intendLetter } from '../do/intend.ts';
import { withClockAt } from '../shell/decision-time.ts';
import type { Shell } from '../shell/shell.ts';

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
        to: {
          playerId: undefined,
          userid: undefined,
          address: withTag(address, token),
          language: 'en',
        },
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
  for (const { id, refused } of lostProbes(db, time.now() - probeMsMax)) {
    noteProbe(shell, id, refused ? 'bounced' : 'silent');
  }
}
