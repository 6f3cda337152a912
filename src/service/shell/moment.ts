import { createHmac } from 'node:crypto';
import type { Random } from '../../ports.ts';
import { serverValue } from '../../store/server/conditions.ts';
import type { Shell } from './shell.ts';

/**
 * The moment at which a letter is decided: when it came in, whenever it is read, so that it comes to the
 * same at any time. It is not before the last decision, nor before the mailbox was last read to its
 * end: a letter that came then would have been seen.
 */
export const decisionTime = ({ db, time }: Shell, arrivedAt: number): number =>
  Math.min(time.now(), Math.max(arrivedAt, serverValue(db, 'decided-at') ?? 0));

/**
 * The shell for one decision: its clock stands, and its chance follows from the seed, or the secret where
 * there has been no other, and from what is decided about.
 *
 * @param origin the hash of a letter, or the name of an act
 */
export const withClockAt = (shell: Shell, at: number, origin: Uint8Array | string): Shell => ({
  ...shell,
  time: { now: () => at },
  machine: shell.machine ?? shell.time,
  random: seededRandom(() => serverValue(shell.db, 'seed') ?? shell.secrets[0], origin),
});

/** When a letter that is decided is written: whoever gets it has so long from then on. */
export const wallClock = ({ machine, time }: Pick<Shell, 'machine' | 'time'>): number =>
  (machine ?? time).now();

/**
 * Chance that nobody foresees who has not got the secret, and that is the same whenever the same letter
 * is read: so a letter that is read again after the database was lost comes to the same.
 *
 * @param origin what is decided by it: the hash of a letter, or the name of an act
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
