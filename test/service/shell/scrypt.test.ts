import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../../src/ports.ts';
import { makeScrypt } from '../../../src/service/shell/scrypt.ts';

const { hash: hashPassword, fits: isPassword, isOfToday } = makeScrypt(systemRandom);

describe('a hash', () => {
  it('is that of one password, has a salt of its own, and does not hold the password', async () => {
    const hash = await hashPassword('correct-horse');
    expect(hash).toMatch(/^scrypt 16384 8 5 [0-9a-f]{32} [0-9a-f]{64}$/);
    expect(hash).not.toContain('correct');
    expect(await hashPassword('correct-horse')).not.toBe(hash);
    expect(await isPassword('correct-horse', hash)).toBe(true);
    expect(await isPassword('Correct-horse', hash)).toBe(false);
  });

  it('is read with the costs that it names', async () => {
    const salt = '00112233445566778899aabbccddeeff';
    const key = scryptSync('correct-horse', Buffer.from(salt, 'hex'), 32, { N: 1024, r: 4, p: 2 });
    expect(
      await isPassword('correct-horse', `scrypt 1024 4 2 ${salt} ${key.toString('hex')}`),
    ).toBe(true);
  });

  it('tells whether it is of today', async () => {
    const hash = await hashPassword('correct-horse');
    expect(isOfToday(hash)).toBe(true);
    expect(isOfToday(hash.replace(' 5 ', ' 1 '))).toBe(false);
  });

  it('is made and compared one at a time, in the order of asking, whatever fails', async () => {
    const done: string[] = [];
    const ask = (name: string, hash: string) =>
      isPassword(name, hash).then(
        () => done.push(name),
        () => done.push(`${name} failed`),
      );
    const slow = await hashPassword('correct-horse');
    const quick = slow.replace('16384 8 5', '1024 1 1');
    const wrong = slow.replace('16384 8 5', '1000 8 5');
    await Promise.all([ask('slow', slow), ask('wrong', wrong), ask('quick', quick)]);
    expect(done).toEqual(['slow', 'wrong failed', 'quick']);
  });

  it.each([undefined, '', 'scrypt', 'scrypt 16384 8 1 00 00', 'bcrypt 16384 8 1 x y'])(
    'that is none has no password: %s',
    async (hash) => {
      expect(await isPassword('correct-horse', hash)).toBe(false);
    },
  );
});
