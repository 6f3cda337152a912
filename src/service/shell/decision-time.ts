import { createHmac } from 'node:crypto';
import type { Random } from '../../ports.ts';
import type { Stored } from '../../store/letters/inbox.ts';
import { beginDecision, serverValue } from '../../store/server/conditions.ts';
import type { Shell } from './shell.ts';

/**
 * The shell for the decision of a letter, within its transaction. Its time is the arrival, so that the result
 * does not depend on when the letter is read; but not before the last decision or the last complete read of
 * the mailbox, which would have seen it.
 */
export function shellFor(shell: Shell, { arrivedAt, hash }: Stored): Shell {
  const { at, seed } = beginDecision(shell.db, arrivedAt, shell.time.now());
  return withClockAt(shell, at, hash, () => seed);
}

/**
 * The shell for one decision: its clock stands still, and its random numbers are derived from the origin and
 * the stored seed, or from the secret if there is no seed.
 *
 * @param origin the hash of a letter, or the name of an act
 * @param seedOf reads the seed
 */
export const withClockAt = (
  shell: Shell,
  at: number,
  origin: Uint8Array | string,
  seedOf = () => serverValue(shell.db, 'seed'),
): Shell => ({
  ...shell,
  time: { now: () => at },
  machine: shell.machine ?? shell.time,
  random: seededRandom(() => seedOf() ?? shell.secrets[0], origin),
});

/** The real time. Deadlines for the recipient of a letter run from it. */
export const wallClock = ({ machine, time }: Pick<Shell, 'machine' | 'time'>): number =>
  (machine ?? time).now();

/**
 * Random numbers that cannot be predicted without the secret, and are the same at every reading of a letter,
 * also after the loss of the database.
 *
 * @param origin the hash of a letter, or the name of an act
 */
function seededRandom(secretOf: () => Uint8Array, origin: Uint8Array | string): Random {
  const drawn = new Map<string, number>();
  let secret: Uint8Array | undefined;
  return {
    bytes(count, use = '') {
      const before = drawn.get(use) ?? 0;
      drawn.set(use, before + 1);
      // Most decisions draw nothing.
      secret ??= secretOf();
      return createHmac('sha256', secret)
        .update(`turnpost chance ${use} ${before} `)
        .update(origin)
        .digest()
        .subarray(0, count);
    },
  };
}
