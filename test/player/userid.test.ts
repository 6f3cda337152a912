import { describe, expect, it } from 'vitest';
import { parseUserid, useridKey } from '../../src/player/address.ts';

describe('a userid', () => {
  it.each(['al', 'Alice', 'a.b-c_d', '7of9', 'x'.repeat(20)])('may be %s', (text) => {
    expect(parseUserid(text)).toEqual({ ok: true, value: text });
  });

  it.each([
    ['', 'userid-shape'],
    ['a', 'userid-shape'],
    ['x'.repeat(21), 'userid-shape'],
    ['-alice', 'userid-shape'],
    ['alice.', 'userid-shape'],
    ['al ice', 'userid-shape'],
    ['älice', 'userid-shape'],
    ['a@b', 'userid-shape'],
    ['Admin', 'userid-reserved'],
    ['me', 'userid-reserved'],
  ])('may not be %j', (text, code) => {
    expect(parseUserid(text)).toMatchObject({ ok: false, error: { code } });
  });

  it.each([
    ['Bob', 'b0b'],
    ['alice', 'a1ice'],
    ['ann_lee', 'annlee'],
    ['lisa', '1i5a'],
    ['turner', 'tumer'],
  ])('looks like another: %s and %s', (one, other) => {
    expect(useridKey(one)).toBe(useridKey(other));
  });

  it('does not look like everything', () => {
    const keys = ['alice', 'bob', 'carol', 'dave', 'eve'].map(useridKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
