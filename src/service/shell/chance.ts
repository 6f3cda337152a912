import { createHmac } from 'node:crypto';
import type { Random } from '../../ports.ts';

/**
 * Chance that nobody foresees who has not got the secret, and that is the same whenever the same letter
 * is read: so a letter that is read again after the database was lost comes to the same.
 *
 * @param origin what is decided by it: the hash of a letter, or the name of an act
 */
export function chanceOf(secret: Uint8Array, origin: Uint8Array | string): Random {
  const drawn = new Map<string, number>();
  return {
    bytes(count, use = '') {
      const before = drawn.get(use) ?? 0;
      drawn.set(use, before + 1);
      return createHmac('sha256', secret)
        .update(`turnpost chance ${use} ${before} `)
        .update(origin)
        .digest()
        .subarray(0, count);
    },
  };
}
