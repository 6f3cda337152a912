import { tracePieceSignsMax } from '../../limits.ts';

/** A text in which the hash of any short piece is known at once. */
export interface Rolling {
  readonly length: number;
  /** The hash of all signs above each place. */
  readonly above: Int32Array;
}

const BASE = 0x01000193;
/** By what the hash of a text grows when so many signs are written behind it. */
const POWERS = new Int32Array(tracePieceSignsMax + 1).fill(1);
for (let at = 1; at < POWERS.length; at++) POWERS[at] = Math.imul(POWERS[at - 1] ?? 0, BASE);

/**
 * Hashes (Rabin and Karp) all beginnings of a text. Such hashes hide nothing and prove nothing; they
 * only tell whether words are the same that were there before.
 */
export function rolling(signs: string): Rolling {
  const above = new Int32Array(signs.length + 1);
  for (let at = 0; at < signs.length; at++) {
    above[at + 1] = (Math.imul(above[at] ?? 0, BASE) + signs.charCodeAt(at)) | 0;
  }
  return { length: signs.length, above };
}

/** The hash of the piece that begins at a place, of at most `tracePieceSignsMax` signs. */
export function hashAt({ above }: Rolling, at: number, length: number): number {
  const shifted = Math.imul(above[at] ?? 0, POWERS[length] ?? 0);
  return mixed(((above[at + length] ?? 0) - shifted) | 0);
}

/** The low bits of the sum know only the low bits of the signs. */
function mixed(sum: number): number {
  const once = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}
