import { scrypt, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../ports.ts';

/** 16 MiB and some 50 ms of a core (RFC 7914, section 2): dear to guess, cheap once a letter. */
const COST = { N: 2 ** 14, r: 8, p: 1 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const SPELLED = /^scrypt \d+ \d+ \d+ ([0-9a-f]{32}) ([0-9a-f]{64})$/;

/** A hash that no password has, for userids that nobody has: looking it up takes as long. */
const NOBODYS = makeHash(new Uint8Array(SALT_BYTES), new Uint8Array(KEY_BYTES));

/** What is kept of a password: the parameters, a salt of its own, and the key. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = random.bytes(SALT_BYTES);
  return makeHash(salt, await keyOf(password, salt, COST));
}

/** Whether a hash is that of this password. It takes as long without a hash, and says no. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const kept = hash ?? NOBODYS;
  const [, salt = '', key = ''] = SPELLED.exec(kept) ?? [];
  const [, N, r, p] = kept.split(' ').map(Number);
  if (N === undefined || r === undefined || p === undefined || key === '') return false;
  const found = await keyOf(password, Buffer.from(salt, 'hex'), { N, r, p });
  return timingSafeEqual(found, Buffer.from(key, 'hex')) && hash !== undefined;
}

function makeHash(salt: Uint8Array, key: Uint8Array): string {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  return `scrypt ${COST.N} ${COST.r} ${COST.p} ${hex(salt)} ${hex(key)}`;
}

/** Works in a thread of the system, so that other letters go on meanwhile. */
function keyOf(password: string, salt: Uint8Array, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
