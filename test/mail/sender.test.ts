import { describe, expect, it } from 'vitest';
import { headerFields } from '../../src/mail/header.ts';
import { parseSender } from '../../src/mail/sender.ts';

const senderOf = (header: string) =>
  parseSender(headerFields(Buffer.from(`${header}\r\nSubject: x\r\n\r\nFrom: body@x.test\r\n`)));

describe('the sender', () => {
  it.each([
    ['a plain address', 'From: alice@home.test', 'alice@home.test'],
    ['angles', 'From: <alice@home.test>', 'alice@home.test'],
    ['a name', 'From: Alice Smith <alice@home.test>', 'alice@home.test'],
    ['a quoted name', 'From: "Smith, Alice" <alice@home.test>', 'alice@home.test'],
    ['an encoded name', 'From: =?utf-8?q?J=C3=B8rn?= <jorn@home.test>', 'jorn@home.test'],
    ['folding', 'From: Alice\r\n <alice@home.test>', 'alice@home.test'],
    ['a domain in capitals', 'From: Alice@HOME.test', 'Alice@home.test'],
    ['an international domain', 'From: a@b\u00fccher.test', 'a@xn--bcher-kva.test'],
    ['a name that is an address', 'From: "bob@good.test" <eve@bad.test>', 'eve@bad.test'],
    ['a tag', 'From: alice+games@home.test', 'alice+games@home.test'],
  ])('is read from %s', (_, header, address) => {
    const sender = senderOf(header);
    expect(sender.ok ? sender.value : undefined).toBe(address);
  });

  it.each([
    ['no From at all', 'To: alice@home.test', 'no-from'],
    ['two From fields', 'From: a@home.test\r\nFrom: b@home.test', 'several-from'],
    ['two addresses', 'From: a@home.test, b@home.test', 'not-an-address'],
    ['two angles', 'From: A <a@home.test> <b@home.test>', 'odd-from'],
    ['an unquoted address as the name', 'From: a@home.test <b@home.test>', 'odd-from'],
    ['a comment', 'From: a@home.test (Alice)', 'not-an-address'],
    ['a comment in the domain', 'From: <a@home(x).test>', 'odd-from'],
    ['a group', 'From: friends: a@home.test;', 'not-an-address'],
    ['a quoted local part', 'From: <"a b"@home.test>', 'odd-from'],
    ['a route', 'From: <@x.test:a@home.test>', 'not-an-address'],
    ['an address literal', 'From: <a@[127.0.0.1]>', 'not-an-address'],
    ['a control character', 'From: a\u0000@home.test', 'odd-from'],
    ['a blank before the colon', 'From : a@home.test', 'odd-from'],
    ['a second From with a blank', 'From: a@home.test\r\nFrom : b@home.test', 'several-from'],
    ['a quote that never ends', 'From: "a <b@home.test>', 'odd-from'],
    ['text behind the angle', 'From: <a@home.test> x', 'odd-from'],
    ['an empty From', 'From: ', 'not-an-address'],
    ['a null address', 'From: <>', 'odd-from'],
  ])('is refused: %s', (_, header, error) => {
    expect(senderOf(header)).toEqual({ ok: false, error });
  });
});
