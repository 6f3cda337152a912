import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerFields } from '../../src/mail/header.ts';
import { parseRfc5322Sender, parseSender } from '../../src/mail/sender.ts';

const senderOf = (header: string) =>
  parseSender(headerFields(Buffer.from(`${header}\r\nSubject: x\r\n\r\nFrom: body@x.test\r\n`)));

// Sections are those of RFC 5322 where no other RFC is named.
describe('the sender', () => {
  it.each([
    ['3.4.1', 'a plain address', 'From: alice@home.test', 'alice@home.test'],
    ['3.4', 'angles', 'From: <alice@home.test>', 'alice@home.test'],
    ['3.4', 'a name', 'From: Alice Smith <alice@home.test>', 'alice@home.test'],
    ['3.4', 'a name without a blank', 'From: Alice<alice@home.test>', 'alice@home.test'],
    ['3.4', 'a quoted name', 'From: "Smith, Alice (A)" <alice@home.test>', 'alice@home.test'],
    [
      '3.2.4',
      'quotes in a quoted name',
      'From: "A \\"B\\" C" <alice@home.test>',
      'alice@home.test',
    ],
    ['4.1', 'a dot in a name', 'From: Alice B. Smith <alice@home.test>', 'alice@home.test'],
    [
      'RFC 2047, 5',
      'an encoded name',
      'From: =?utf-8?q?J=C3=B8rn?= <jorn@home.test>',
      'jorn@home.test',
    ],
    [
      'RFC 2047, 5',
      'an encoded name that is an address',
      'From: =?utf-8?q?bob=40good.test?= <eve@bad.test>',
      'eve@bad.test',
    ],
    [
      'RFC 2047, 5',
      'an encoded name with angles',
      'From: =?utf-8?q?=3Cbob=40good.test=3E?= <eve@bad.test>',
      'eve@bad.test',
    ],
    ['RFC 6532, 3.2', 'a name in UTF-8', 'From: J\u00f8rn <jorn@home.test>', 'jorn@home.test'],
    ['2.2.3', 'folding', 'From: Alice\r\n <alice@home.test>', 'alice@home.test'],
    ['2.2.3', 'folding right behind the colon', 'From:\r\n alice@home.test', 'alice@home.test'],
    [
      '2.2.3',
      'folding before a quoted name',
      'From:\r\n\t"Alice"\r\n\t<alice@home.test>',
      'alice@home.test',
    ],
    ['2.2', 'no blank behind the colon', 'FROM:alice@home.test', 'alice@home.test'],
    ['2.2', 'blanks around it', 'From: \t alice@home.test \t', 'alice@home.test'],
    ['RFC 5321, 2.4', 'a domain in capitals', 'From: Alice@HOME.test', 'Alice@home.test'],
    ['RFC 5890, 2.3.2.1', 'a U-label', 'From: a@b\u00fccher.test', 'a@xn--bcher-kva.test'],
    [
      'RFC 5890, 2.3.2.1',
      'a U-label in capitals',
      'From: a@B\u00dcCHER.test',
      'a@xn--bcher-kva.test',
    ],
    ['RFC 5890, 2.3.2.1', 'an A-label', 'From: a@XN--BCHER-KVA.test', 'a@xn--bcher-kva.test'],
    [
      'RFC 5890, 4.4',
      'a look-alike of home.test',
      'From: alice@h\u043eme.test',
      'alice@xn--hme-sed.test',
    ],
    ['3.4', 'a name that is an address', 'From: "bob@good.test" <eve@bad.test>', 'eve@bad.test'],
    [
      '4.4',
      'a bare name that is the same address',
      'From: a@home.test <a@home.test>',
      'a@home.test',
    ],
    ['4.4', 'the same in single quotes', "From: 'a@home.test' <a@home.test>", 'a@home.test'],
    ['RFC 5233, 1', 'a tag', 'From: alice+games@home.test', 'alice+games@home.test'],
    [
      '3.2.3',
      'every sign of an atom',
      "From: !#$%&'*+-/?=^_`{|}~@home.test",
      "!#$%&'*+-/?=^_`{|}~@home.test",
    ],
    [
      '3.6.2',
      'From, whoever has sent it',
      'Sender: eve@bad.test\r\nFrom: a@home.test',
      'a@home.test',
    ],
    [
      '3.6.6',
      'From, whoever has sent it again',
      'Resent-From: eve@bad.test\r\nFrom: a@home.test',
      'a@home.test',
    ],
    [
      '3.6.2',
      'From, wherever answers go',
      'Reply-To: eve@bad.test\r\nFrom: a@home.test',
      'a@home.test',
    ],
    [
      '2.1.1',
      'a name of 900 characters',
      `From: "${'x'.repeat(900)}" <a@home.test>`,
      'a@home.test',
    ],
    ['2.2', 'a header line that is none', 'From: a@home.test\r\nnonsense', 'a@home.test'],
  ])('(%s) is read from %s', (_, __, header, address) => {
    const sender = senderOf(header);
    expect(sender.ok ? sender.value : sender.error).toBe(address);
  });

  it.each([
    ['3.6', 'no From at all', 'To: alice@home.test', 'no-from'],
    ['3.6', 'two From fields', 'From: a@home.test\r\nFrom: b@home.test', 'several-from'],
    ['3.6', 'the same From twice', 'From: a@home.test\r\nfrom: a@home.test', 'several-from'],
    ['3.6.2', 'two addresses', 'From: a@home.test, b@home.test', 'not-an-address'],
    ['3.6.2', 'two names and addresses', 'From: A <a@home.test>, B <b@home.test>', 'odd-from'],
    ['3.6.2', 'a comma behind it', 'From: a@home.test,', 'not-an-address'],
    ['4.4', 'two angles', 'From: A <a@home.test> <b@home.test>', 'odd-from'],
    ['4.4', 'an angle in an angle', 'From: A <<a@home.test>>', 'odd-from'],
    ['4.4', 'angles in a quoted name', 'From: "<b@home.test>" <a@home.test>', 'odd-from'],
    ['4.4', 'an unquoted address as the name', 'From: a@home.test <b@home.test>', 'odd-from'],
    ['4.4', 'the same in single quotes', "From: 'a@home.test' <b@home.test>", 'odd-from'],
    ['3.2.2', 'a comment', 'From: a@home.test (Alice)', 'not-an-address'],
    ['3.2.2', 'a comment behind angles', 'From: <a@home.test> (Alice)', 'odd-from'],
    ['3.2.2', 'a comment in the domain', 'From: <a@home(x).test>', 'odd-from'],
    ['3.2.2', 'a comment in the local part', 'From: a(b@x.test)@home.test', 'not-an-address'],
    ['RFC 6854, 2.1', 'a group', 'From: friends: a@home.test;', 'not-an-address'],
    ['RFC 6854, 2.1', 'a group with angles', 'From: friends: <a@home.test>;', 'odd-from'],
    ['RFC 6854, 2.1', 'an empty group', 'From: nobody:;', 'not-an-address'],
    ['3.4.1', 'a quoted local part', 'From: <"a b"@home.test>', 'odd-from'],
    ['3.4.1', 'a quoted local part that is plain', 'From: "a"@home.test', 'not-an-address'],
    ['4.4', 'a route', 'From: <@x.test:a@home.test>', 'not-an-address'],
    ['4.4', 'the percent hack', 'From: <a%home.test>', 'not-an-address'],
    ['3.4.1', 'two at signs', 'From: a@b@home.test', 'not-an-address'],
    ['3.4.1', 'an address literal', 'From: <a@[127.0.0.1]>', 'not-an-address'],
    ['3.4.1', 'an address literal of IPv6', 'From: <a@[IPv6:::1]>', 'not-an-address'],
    ['RFC 1123, 2.1', 'a number that is turned into an address', 'From: <a@0x7f.1>', 'odd-from'],
    ['RFC 5321, 2.3.5', 'a dot behind the domain', 'From: a@home.test.', 'not-an-address'],
    ['3.2.3', 'two dots', 'From: a..b@home.test', 'not-an-address'],
    ['3.2.3', 'a dot in front', 'From: .a@home.test', 'not-an-address'],
    ['RFC 1035, 2.3.4', 'a label of 64', `From: a@${'x'.repeat(64)}.test`, 'not-an-address'],
    [
      'RFC 5321, 4.5.3',
      'a local part of 65',
      `From: ${'x'.repeat(65)}@home.test`,
      'not-an-address',
    ],
    ['RFC 5321, 4.5.3', 'a domain of 254', `From: a@${'x.'.repeat(125)}test`, 'not-an-address'],
    ['RFC 6532, 3.2', 'a local part in UTF-8', 'From: j\u00f8rn@home.test', 'not-an-address'],
    [
      'RFC 5891, 4.2',
      'a domain in double width',
      'From: a@\uff48\uff4f\uff4d\uff45.test',
      'odd-from',
    ],
    ['RFC 5891, 4.2', 'a foreign full stop', 'From: a@home\u3002test', 'odd-from'],
    ['RFC 5891, 4.2', 'an at sign in double width', 'From: a\uff20home.test', 'not-an-address'],
    ['RFC 5891, 4.2', 'a soft hyphen in the domain', 'From: a@ho\u00adme.test', 'odd-from'],
    ['RFC 2047, 5', 'an encoded address', 'From: =?utf-8?q?a=40home.test?=', 'odd-from'],
    [
      'RFC 2047, 5',
      'an encoded address in angles',
      'From: <=?utf-8?q?a=40home.test?=>',
      'odd-from',
    ],
    ['RFC 2047, 5', 'an encoded local part', 'From: <=?utf-8?q?a?=@home.test>', 'odd-from'],
    ['2.2', 'a zero byte', 'From: a\u0000@home.test', 'odd-from'],
    ['2.2', 'a zero byte in the name', 'From: A\u0000 <a@home.test>', 'odd-from'],
    ['2.2', 'a carriage return alone', 'From: a@home.test\rFrom: b@home.test', 'odd-from'],
    ['2.2', 'another control character', 'From: \u001b[2J<a@home.test>', 'odd-from'],
    ['4.5', 'a blank before the colon', 'From : a@home.test', 'odd-from'],
    ['4.5', 'a tab before the colon', 'From\t: a@home.test', 'odd-from'],
    [
      '4.5',
      'a second From with a blank',
      'From: a@home.test\r\nFrom : b@home.test',
      'several-from',
    ],
    ['2.2.3', 'an address folded in the middle', 'From: a@home.\r\n test', 'not-an-address'],
    ['2.2.3', 'an address folded in angles', 'From: <a@home\r\n .test>', 'odd-from'],
    ['2.2.3', 'a second address in a fold', 'From: a@home.test\r\n b@home.test', 'not-an-address'],
    [
      '2.2.3',
      'a fold behind a line that is none',
      'From: a@home.test\r\nx\r\n b@home.test',
      'not-an-address',
    ],
    ['3.2.4', 'a quote that never ends', 'From: "a <b@home.test>', 'odd-from'],
    ['3.2.4', 'an escaped quote at the end', 'From: "a\\" <b@home.test>', 'odd-from'],
    ['3.4', 'an angle that never ends', 'From: Alice <a@home.test', 'odd-from'],
    ['3.4', 'text behind the angle', 'From: <a@home.test> x', 'odd-from'],
    ['3.4', 'a name behind the address', 'From: a@home.test Alice', 'not-an-address'],
    ['3.6.2', 'an empty From', 'From: ', 'not-an-address'],
    ['RFC 5321, 4.5.5', 'a null address', 'From: <>', 'odd-from'],
    ['3.4.1', 'no domain', 'From: alice', 'not-an-address'],
    ['3.4.1', 'no local part', 'From: @home.test', 'not-an-address'],
    ['3.4.1', 'a link', 'From: <mailto:a@home.test>', 'not-an-address'],
    [
      '2.1.1',
      'more than 1,000 characters',
      `From: "${'x'.repeat(1_000)}" <a@home.test>`,
      'odd-from',
    ],
  ])('(%s) is refused: %s', (_, __, header, error) => {
    expect(senderOf(header)).toEqual({ ok: false, error });
  });
});

describe('the sender in any lawful form', () => {
  const lawfulOf = (header: string) =>
    parseRfc5322Sender(headerFields(Buffer.from(`${header}\r\n\r\n`)));

  it.each([
    ['3.2.2', 'a comment behind', 'From: alice@home.test (Alice)'],
    ['3.2.2', 'comments inside a comment', 'From: (a (b \\) c) d) alice@home.test'],
    ['3.2.2', 'comments between the words', 'From: alice(a)@(b)home(c).test'],
    ['3.4.1', 'a quoted local part', 'From: "al\\ice"@home.test'],
    ['4.4', 'blanks between the words', 'From: alice @ home . test'],
    ['4.5.2', 'a blank before the colon', 'From : alice@home.test'],
  ])('RFC 5322, %s: %s', (_section, _what, header) => {
    expect(lawfulOf(header)).toEqual({ ok: true, value: 'alice@home.test' });
  });

  it.each([
    'From: Team: Alice <alice@home.test>;',
    'From: a@x.test, b@x.test',
    'From: a@x.test, b@x.test\r\nSender: a@x.test',
    'From: <@relay.test:a@x.test>',
    'From: "a b"@x.test',
    'From: a@[127.0.0.1]',
    'From: a@x.test <b@x.test>',
    'From: a@x.test (',
    'From: a@x.test )',
    'From: a@x.test\r\nFrom: a@x.test',
  ])('is nobody: %j', (header) => {
    expect(lawfulOf(header).ok).toBe(false);
  });

  it('is never another one than the plain form says', () => {
    const pieces = ['x.test', ...'ab@<>,:;"(). \\'];
    const value = fc
      .array(fc.constantFrom(...pieces), { maxLength: 14 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(value, (text) => {
        const [plain, lawful] = [senderOf(`From: ${text}`), lawfulOf(`From: ${text}`)];
        if (plain.ok && lawful.ok) expect(lawful.value).toBe(plain.value);
      }),
      { numRuns: 2_000 },
    );
  });
});
