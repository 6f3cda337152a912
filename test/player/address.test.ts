import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress, splitTag } from '../../src/player/address.ts';

describe('an address', () => {
  it.each([
    ['Alice@Example.ORG', 'Alice@example.org'],
    ["o'neil+x@example.org", "o'neil+x@example.org"],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@localhost', 'a@localhost'],
  ])('%s is read as %s', (text, address) => {
    expect(parseAddress(text)).toEqual({ ok: true, value: address });
  });

  it.each([
    '',
    'alice',
    '@example.org',
    'alice@',
    'a b@example.org',
    '.a@example.org',
    'a..b@example.org',
    'a@b@example.org',
    'a@exa mple.org',
    'a@example.org/evil',
    'a@example.org?x',
    'a@example.org:25',
    'a@-example.org',
    'a@example..org',
    `${'a'.repeat(65)}@example.org`,
    'a@example.org\r\nBcc: b@example.org',
  ])('%j is none', (text) => {
    expect(parseAddress(text).ok).toBe(false);
  });

  it('never throws, and what it gives is read back the same', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (text) => {
        const once = parseAddress(text);
        if (once.ok) expect(parseAddress(once.value)).toEqual(once);
      }),
    );
  });

  it('is split at its tag', () => {
    expect(splitTag('games+k3f@x.test')).toEqual({ base: 'games@x.test', tag: 'k3f' });
    expect(splitTag('games@x.test')).toEqual({ base: 'games@x.test', tag: '' });
    expect(splitTag('games@x+y.test')).toEqual({ base: 'games@x+y.test', tag: '' });
  });
});
