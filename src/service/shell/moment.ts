import { decidedAt, seedOf } from '../../store/play/decided.ts';
import { chanceOf } from './chance.ts';
import type { Shell } from './shell.ts';

/**
 * The moment at which a letter is decided: when it came in, whenever it is read, so that it comes to the
 * same at any time. It is not before the last decision, nor before the mailbox was last read to its
 * end: a letter that came then would have been seen.
 */
export const momentOf = ({ db, time }: Shell, arrivedAt: number): number =>
  Math.min(time.now(), Math.max(arrivedAt, decidedAt(db)));

/**
 * The shell for one decision: its clock stands, and its chance follows from the seed, or the secret where
 * there has been no other, and from what is decided about.
 *
 * @param origin the hash of a letter, or the name of an act
 */
export const atMoment = (shell: Shell, at: number, origin: Uint8Array | string): Shell => ({
  ...shell,
  time: { now: () => at },
  machine: shell.machine ?? shell.time,
  random: chanceOf(seedOf(shell.db) ?? shell.secrets[0], origin),
});

/** When a letter that is decided is written: whoever gets it has so long from then on. */
export const writtenAt = ({ machine, time }: Pick<Shell, 'machine' | 'time'>): number =>
  (machine ?? time).now();
