import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { senderVerdict } from '../../src/mail/authentication-results.ts';
import { headerFields } from '../../src/mail/header.ts';

const AUTHSERV = { id: 'mx.turnpost.test', hops: 0 };
const PASS = 'mx.turnpost.test; dmarc=pass header.from=home.test';
const OUTSIDE = 'Received: from home.test by mx.turnpost.test with ESMTP; Sat, 21 Nov 2026';

const verified = (header: readonly string[], authserv: typeof AUTHSERV | undefined = AUTHSERV) =>
  verdict(header, authserv) === 'pass';
const verdict = (header: readonly string[], authserv: typeof AUTHSERV | undefined = AUTHSERV) =>
  senderVerdict(
    headerFields(Buffer.from([...header, 'From: alice@home.test', '', ''].join('\r\n'), 'latin1')),
    'alice@home.test',
    authserv,
  );
const field = (value: string) => verified([`Authentication-Results: ${value}`, OUTSIDE]);

describe('a verified sender', () => {
  // After RFC 8601, appendix B, and what mail hosts write.
  it.each([
    PASS,
    `${PASS};`,
    'MX.Turnpost.TEST; DMARC=Pass header.from=Home.Test',
    'mx.turnpost.test 1; dmarc=pass header.from=home.test',
    'mx.turnpost.test; dmarc/1=pass header.from=home.test',
    '"mx.turnpost.test"; dmarc=pass header.from=home.test',
    'mx.turnpost.test; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=home.test',
    'mx.turnpost.test (a host (of ours)); dmarc (x) = (y) pass header.from = home.test',
    'mx.turnpost.test; dmarc=pass reason="a; \\"good\\" one" header.from="home.test"',
    'mx.turnpost.test;\r\n\tspf=pass smtp.mailfrom=alice@home.test;\r\n\tdmarc=pass header.from=home.test',
    'mx.turnpost.test; dkim=pass header.i=@home.test header.s=s1 header.b=aB/c1+2; dmarc=pass header.from=home.test; arc=none',
    'mx.turnpost.test; dkim=fail header.d=list.test; dmarc=pass policy.dmarc=none header.from=home.test',
  ])('is told by: %s', (value) => {
    expect(field(value)).toBe(true);
  });

  it.each([
    ['another host', 'mx.else.test; dmarc=pass header.from=home.test'],
    [
      'a host of the same beginning',
      'mx.turnpost.test.evil.test; dmarc=pass header.from=home.test',
    ],
    ['a host of the same end', 'evil.mx.turnpost.test; dmarc=pass header.from=home.test'],
    ['no host', 'dmarc=pass header.from=home.test'],
    ['an empty host', '; dmarc=pass header.from=home.test'],
    ['our host in a comment', '(mx.turnpost.test) evil.test; dmarc=pass header.from=home.test'],
    ['two hosts', 'mx.turnpost.test evil.test; dmarc=pass header.from=home.test'],
    ['another version', 'mx.turnpost.test 2; dmarc=pass header.from=home.test'],
    ['another version of the method', 'mx.turnpost.test; dmarc/2=pass header.from=home.test'],
    ['nothing', ''],
    ['only the host', 'mx.turnpost.test'],
    ['no result', 'mx.turnpost.test; none'],
    ['a failure', 'mx.turnpost.test; dmarc=fail header.from=home.test'],
    ['no policy', 'mx.turnpost.test; dmarc=none header.from=home.test'],
    ['nearly a pass', 'mx.turnpost.test; dmarc=passed header.from=home.test'],
    ['a pass in quotes', 'mx.turnpost.test; dmarc="pass" header.from=home.test'],
    ['a pass in a comment', 'mx.turnpost.test; dmarc=fail (dmarc=pass header.from=home.test)'],
    [
      'a pass in a reason',
      'mx.turnpost.test; dmarc=fail reason="; dmarc=pass header.from=home.test"',
    ],
    [
      'other methods only',
      'mx.turnpost.test; spf=pass smtp.mailfrom=home.test; dkim=pass header.d=home.test',
    ],
    ['a method of a like name', 'mx.turnpost.test; x-dmarc=pass header.from=home.test'],
    ['another domain', 'mx.turnpost.test; dmarc=pass header.from=evil.test'],
    ['a subdomain', 'mx.turnpost.test; dmarc=pass header.from=mail.home.test'],
    ['a longer domain', 'mx.turnpost.test; dmarc=pass header.from=home.test.evil.test'],
    ['an address for a domain', 'mx.turnpost.test; dmarc=pass header.from=alice@home.test'],
    ['no domain', 'mx.turnpost.test; dmarc=pass'],
    ['an empty domain', 'mx.turnpost.test; dmarc=pass header.from='],
    ['the domain of another property', 'mx.turnpost.test; dmarc=pass header.d=home.test'],
    [
      'the domain of another result',
      'mx.turnpost.test; dmarc=pass; dkim=pass header.from=home.test',
    ],
    ['two domains', 'mx.turnpost.test; dmarc=pass header.from=home.test header.from=evil.test'],
    [
      'two results',
      'mx.turnpost.test; dmarc=pass header.from=home.test; dmarc=fail header.from=home.test',
    ],
    [
      'two passes',
      'mx.turnpost.test; dmarc=pass header.from=evil.test; dmarc=pass header.from=home.test',
    ],
    ['an open comment', 'mx.turnpost.test; dmarc=pass header.from=home.test (and so on'],
    ['an end of no comment', 'mx.turnpost.test); dmarc=pass header.from=home.test'],
    ['an open quotation', 'mx.turnpost.test; dmarc=pass header.from="home.test'],
    ['a broken pair', 'mx.turnpost.test; dmarc=pass header.from=home.test \\'],
    ['a comma', 'mx.turnpost.test, evil.test; dmarc=pass header.from=home.test'],
    ['a slash at the end', 'mx.turnpost.test; dmarc=pass header.from=home.test/'],
    ['a path', 'mx.turnpost.test; dmarc=pass header.from=home.test/evil'],
    ['a semicolon too many', 'mx.turnpost.test;; dmarc=pass header.from=home.test'],
    ['an equals sign too many', 'mx.turnpost.test; dmarc==pass header.from=home.test'],
    ['a control character', 'mx.turnpost.test; dmarc=pass\u0001 header.from=home.test'],
    ['a sign beyond ASCII', 'mx.turnpost.test; dmarc=pass header.from=h\u00f6me.test'],
    ['an encoded word', '=?utf-8?Q?mx.turnpost.test?=; dmarc=pass header.from=home.test'],
    [
      'a field without end',
      `mx.turnpost.test; dmarc=pass header.from=home.test ${'(x)'.repeat(2_000)}`,
    ],
  ])('is not told by %s', (_, value) => {
    expect(field(value)).toBe(false);
  });

  const OURS = `Authentication-Results: ${PASS}`;
  const OTHER = 'Authentication-Results: mx.else.test; spf=none';
  it.each([
    ['above every Received', [OURS, OUTSIDE], 0, true],
    ['with nothing else', [OURS], 0, true],
    ['below other fields', ['Delivered-To: games@turnpost.test', OURS, OUTSIDE], 0, true],
    ['below a Received', [OUTSIDE, OURS], 0, false],
    ['below a Received of our host', ['Received: by lmtp', OURS, OUTSIDE], 1, true],
    ['below too many of them', ['Received: by lmtp', OUTSIDE, OURS], 1, false],
    ['below one of another host', [OTHER, OURS, OUTSIDE], 0, false],
    ['above one of another host', [OURS, OUTSIDE, OTHER], 0, true],
    ['with a forged one below', [OTHER, OUTSIDE, OURS], 0, false],
    ['below a failure of our host', [OURS.replace('pass', 'fail'), OURS, OUTSIDE], 0, false],
    ['with a blank before the colon', [OURS.replace(':', ' :'), OUTSIDE], 0, false],
    ['below one with a blank before the colon', [OTHER.replace(':', ' :'), OURS], 0, false],
    ['below a Received with a blank before the colon', ['Received : x', OURS], 0, false],
    ['under a name like it', [OURS.replace('Auth', 'ARC-Auth'), OUTSIDE], 0, false],
    ['under the name of old', [OURS.replace('Auth', 'X-Auth'), OUTSIDE], 0, false],
  ])('is told by where the field stands: %s', (_, header, hops, told) => {
    expect(verified(header, { ...AUTHSERV, hops })).toBe(told);
  });

  it('is told by nothing where no host is configured', () => {
    expect(verified([OURS, OUTSIDE], undefined)).toBe(true);
    expect(senderVerdict(headerFields(Buffer.from(OURS)), 'a@home.test', undefined)).toBe(
      'unknown',
    );
  });

  it('is never told by what somebody else may have written', () => {
    const part = fc.constantFrom(...'();="\\ ', 'mx.turnpost.test', 'dmarc', 'pass', 'header.from');
    const value = fc.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 20 });
    fc.assert(
      fc.property(value, (parts) => {
        expect(field(`${parts.join('')}; dmarc=pass header.from=evil.test`)).toBe(false);
        expect(field(`evil.test; ${parts.join('')}`)).toBe(false);
      }),
    );
  });
});

describe('a sender that our mail host has found to be false', () => {
  const found = (value: string, outside: readonly string[] = [OUTSIDE]) =>
    verdict([`Authentication-Results: ${value}`, ...outside]);

  it.each([
    'mx.turnpost.test; dmarc=fail header.from=home.test',
    'mx.turnpost.test; spf=pass smtp.mailfrom=evil.test; dmarc=fail (p=none) header.from=home.test',
    'mx.turnpost.test; dmarc=FAIL',
  ])('is told: %s', (value) => {
    expect(found(value)).toBe('fail');
  });

  it.each([
    'mx.evil.test; dmarc=fail header.from=home.test',
    'mx.turnpost.test; dmarc=fail header.from=else.test',
    'mx.turnpost.test; dmarc=none header.from=home.test',
    'mx.turnpost.test; dmarc=temperror header.from=home.test',
    'mx.turnpost.test; dmarc=fail header.from=home.test; dmarc=pass header.from=home.test',
    'mx.turnpost.test; spf=fail; dkim=fail',
    'mx.turnpost.test; none',
  ])('is not, where it is not said plainly: %s', (value) => {
    expect(found(value)).toBe('unknown');
  });

  it('is not, where the field was there before', () => {
    const value = 'mx.turnpost.test; dmarc=fail header.from=home.test';
    expect(verdict([OUTSIDE, `Authentication-Results: ${value}`])).toBe('unknown');
  });
});
