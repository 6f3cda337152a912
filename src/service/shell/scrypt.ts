import { scrypt, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../ports.ts';

/** What one look at a password costs: memory N * r * 128 bytes, gone through p times. */
interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** Hashes of passwords (RFC 7914). */
export interface Scrypt {
  /** What is kept of a password: the parameters, a salt of its own, and the key. */
  hash(password: string): Promise<string>;
  /** Whether a hash is that of this password. It takes as long without a hash, and says no. */
  fits(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether a hash is one of today's cost. An older one still counts, and is replaced when it is used. */
  isOfToday(hash: string): boolean;
}

/**
 * What OWASP's Password Storage Cheat Sheet asks for with 16 MiB (RFC 7914, section 2): five times
 * through them, some 250 ms of a core. Dear to guess, cheap once a letter.
 */
const COST: Cost = { N: 2 ** 14, r: 8, p: 5 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const SPELLED = /^scrypt (\d+ \d+ \d+) ([0-9a-f]{32}) ([0-9a-f]{64})$/;
const spelledCost = ({ N, r, p }: Cost): string => `${N} ${r} ${p}`;

export function makeScrypt(random: Random, cost = COST): Scrypt {
  /** A hash that no password has, for userids that nobody has: looking it up takes as long. */
  const nobodys = spell(cost, new Uint8Array(SALT_BYTES), new Uint8Array(KEY_BYTES));
  return {
    async hash(password) {
      const salt = random.bytes(SALT_BYTES);
      return spell(cost, salt, await keyOf(password, salt, cost));
    },
    async fits(password, hash) {
      const [, its = '', salt = '', key = ''] = SPELLED.exec(hash ?? nobodys) ?? [];
      const [N, r, p] = its.split(' ').map(Number);
      if (N === undefined || r === undefined || p === undefined || key === '') return false;
      const found = await keyOf(password, Buffer.from(salt, 'hex'), { N, r, p });
      return timingSafeEqual(found, Buffer.from(key, 'hex')) && hash !== undefined;
    },
    isOfToday: (hash) => SPELLED.exec(hash)?.[1] === spelledCost(cost),
  };
}

function spell(cost: Cost, salt: Uint8Array, key: Uint8Array): string {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  return `scrypt ${spelledCost(cost)} ${hex(salt)} ${hex(key)}`;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Works in a thread of the system, so that other letters go on meanwhile; never two at a time, so that
 * a group of letters with passwords takes no more memory and no more cores than one.
 */
function keyOf(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  const key = last.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password, salt, KEY_BYTES, cost, (error, found) =>
          error ? reject(error) : resolve(found),
        );
      }),
  );
  last = key.catch(() => undefined);
  return key;
}
