import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FIRST_BYTES,
  looksLikeToken,
  makeBase32,
  makeToken,
  parseBase32,
  parseToken,
  type Secrets,
  type Token,
} from '../../src/mail/token.ts';

const SECRET: Secrets = [Buffer.alloc(32, 7)];
const OTHER: Secrets = [Buffer.alloc(32, 8)];
const number = fc.integer({ min: 0, max: 2 ** 40 });
/** Three bytes of a token, and more than there will ever be. */
const small = fc.integer({ min: 1, max: 2 ** 21 - 1 });
const kinds = FIRST_BYTES.map(
  (kind): Pick<Token, 'purpose' | 'asks'> =>
    kind === 'draw' || kind === 'undo'
      ? { purpose: 'board', asks: kind }
      : kind === 'first'
        ? { purpose: 'account', asks: kind }
        : { purpose: kind },
);
const tokens: fc.Arbitrary<Token> = fc
  .record(
    {
      kind: fc.constantFrom(...kinds),
      player: number,
      number,
      revision: number,
      epoch: small,
      beside: fc.option(fc.record({ name: fc.constantFrom('era', 'shown'), value: small })),
    },
    { requiredKeys: ['kind', 'player', 'number', 'revision', 'beside'] },
  )
  .map(({ kind, beside, ...named }) => ({
    ...named,
    ...kind,
    ...(beside && { [beside.name]: beside.value }),
  }));

describe('what is built like a token', () => {
  it('is every token, whoever has signed it, and few other texts', () => {
    fc.assert(
      fc.property(tokens, (token) => {
        const text = makeToken(token, OTHER);
        expect([looksLikeToken(text), parseToken(text, SECRET)]).toEqual([true, undefined]);
        expect(looksLikeToken(text.toUpperCase())).toBe(true);
      }),
    );
    const random = Array.from({ length: 1_000 }, (_, at) =>
      makeBase32(
        createHash('sha256')
          .update(`${at}`)
          .digest()
          .subarray(0, 14 + (at % 12)),
      ),
    );
    expect(random.filter(looksLikeToken).length).toBeLessThan(50);
    for (const word of ['', 'forms', 'newsletter', 'unsubscribe', 'abcdefghijklmnopqrstuvwxyz']) {
      expect(looksLikeToken(word)).toBe(false);
    }
  });
});

describe('a reply token', () => {
  it('is read back in either case, and fits a local part', () => {
    fc.assert(
      fc.property(tokens, (token) => {
        const text = makeToken(token, SECRET);
        expect(text).toMatch(/^[a-z2-7]{1,58}$/);
        expect(parseToken(text, SECRET)).toEqual(token);
        expect(parseToken(text.toUpperCase(), SECRET)).toEqual(token);
      }),
    );
  });

  it('is as it was before there were epochs, where it is of none', () => {
    const token = { purpose: 'board', player: 1, number: 12, revision: 3 } as const;
    const text = makeToken(token, SECRET);
    expect(text).toHaveLength(23);
    expect(makeToken({ ...token, epoch: 0 }, SECRET)).toBe(text);
    const shown = 2 ** 20 - 1;
    for (const other of [
      { epoch: 1 },
      { era: 1 },
      { epoch: 1, era: 1 },
      { shown },
      { shown: 0 },
      { epoch: 1, shown },
    ]) {
      expect(parseToken(makeToken({ ...token, ...other }, SECRET), SECRET)).toEqual({
        ...token,
        ...other,
      });
    }
  });

  it('is worthless with one letter changed, or with another secret', () => {
    fc.assert(
      fc.property(tokens, fc.nat(), fc.constantFrom(...'abc27'), (token, at, letter) => {
        const text = makeToken(token, SECRET);
        const index = at % text.length;
        const forged = text.slice(0, index) + letter + text.slice(index + 1);
        if (forged !== text) expect(parseToken(forged, SECRET)).toBeUndefined();
        expect(parseToken(text, OTHER)).toBeUndefined();
      }),
    );
  });

  it('is made with the newest secret, and read with any', () => {
    fc.assert(
      fc.property(tokens, (token) => {
        const both: Secrets = [...OTHER, ...SECRET];
        expect(makeToken(token, both)).toBe(makeToken(token, OTHER));
        expect(parseToken(makeToken(token, SECRET), both)).toEqual(token);
        expect(parseToken(makeToken(token, both), SECRET)).toBeUndefined();
      }),
    );
  });

  it('is not found in any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => parseToken(text, SECRET) === undefined));
  });
});

describe('base32', () => {
  // RFC 4648, section 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'my'],
    ['fo', 'mzxq'],
    ['foo', 'mzxw6'],
    ['foob', 'mzxw6yq'],
    ['fooba', 'mzxw6ytb'],
    ['foobar', 'mzxw6ytboi'],
  ])('writes %j as %j', (text, encoded) => {
    expect(makeBase32(Buffer.from(text))).toBe(encoded);
    expect(Buffer.from(parseBase32(encoded) ?? []).toString()).toBe(text);
  });

  it('refuses what no bytes are written as', () => {
    for (const text of ['m', 'mz1', 'mzx!', 'mz9', 'mzz'])
      expect(parseBase32(text)).toBeUndefined();
  });
});
