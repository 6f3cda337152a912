import { createHmac } from 'node:crypto';
import type { Random } from '../../ports.ts';
import { serverValue } from '../../store/server/conditions.ts';
import type { Shell } from './shell.ts';

/**
 * The time at which a letter is decided: its arrival, so that the result does not depend on when it is read;
 * but not before the last decision or the last complete read of the mailbox, which would have seen it.
 */
export const decisionTime = ({ db, time }: Shell, arrivedAt: number): number =>
  Math.min(time.now(), Math.max(arrivedAt, serverValue(db, 'decided-at') ?? 0));

/**
 * The shell for one decision: its clock stands still, and its random numbers are derived from the origin and
 * the stored seed, or from the secret if there is no seed.
 *
 * @param origin the hash of a letter, or the name of an act
 */
export const withClockAt = (shell: Shell, at: number, origin: Uint8Array | string): Shell => ({
  ...shell,
  time: { now: () => at },
  machine: shell.machine ?? shell.time,
  random: seededRandom(() => serverValue(shell.db, 'seed') ?? shell.secrets[0], origin),
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
