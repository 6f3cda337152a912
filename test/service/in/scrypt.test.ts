import { scryptSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../../src/ports.ts';
import { hashPassword, isPassword } from '../../../src/service/in/scrypt.ts';

describe('a hash', () => {
  it('is that of one password, has a salt of its own, and does not hold the password', async () => {
    const hash = await hashPassword('correct-horse', systemRandom);
    expect(hash).toMatch(/^scrypt 16384 8 1 [0-9a-f]{32} [0-9a-f]{64}$/);
    expect(hash).not.toContain('correct');
    expect(await hashPassword('correct-horse', systemRandom)).not.toBe(hash);
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

  it.each([undefined, '', 'scrypt', 'scrypt 16384 8 1 00 00', 'bcrypt 16384 8 1 x y'])(
    'that is none has no password: %s',
    async (hash) => {
      expect(await isPassword('correct-horse', hash)).toBe(false);
    },
  );
});
