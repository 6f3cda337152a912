import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letterLimits, mimeLimits } from '../../src/limits.ts';
import { dsnOf } from '../../src/mail/dsn.ts';
import { writeBounce } from '../support/post/bounces.ts';

const OWN = 'games@turnpost.test';
const raw = (...lines: readonly string[]): Uint8Array => Buffer.from(lines.join('\r\n'), 'latin1');
const read = (...lines: readonly string[]) => dsnOf(raw(...lines), OWN);

const POSTFIX = writeBounce(
  { to: 'games+k3f@turnpost.test', messageId: 'k3f.aa@turnpost.test' },
  1,
);

/** Head and parts as the named system orders and names them. */
const report = (
  status: readonly string[],
  returned: readonly string[] = [],
  head: readonly string[] = ['From: postmaster@mx.test', 'To: games+k3f@turnpost.test'],
  type = 'multipart/report; report-type=delivery-status; boundary=b1',
): Uint8Array =>
  raw(
    ...head,
    `Content-Type: ${type}`,
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'Your letter.',
    '--b1',
    ...status,
    ...returned,
    '--b1--',
    '',
  );
const STATUS = ['Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.test', ''];
const FAILED = ['Final-Recipient: rfc822; bob@x.test', 'Action: failed', 'Status: 5.1.1', ''];
const WHOLE = ['--b1', 'Content-Type: message/rfc822', '', 'Message-ID: <m1@t.test>', '', 'Hi.'];

const READ: readonly [string, Uint8Array, object][] = [
  [
    'Postfix: the head of the letter',
    POSTFIX,
    {
      originalMessageId: 'k3f.aa@turnpost.test',
      envelopeTag: 'k3f',
      finalRecipient: 'alice@home.test',
      action: 'failed',
      status: '5.1.1',
    },
  ],
  [
    'the whole letter',
    report([...STATUS, ...FAILED], WHOLE),
    { originalMessageId: 'm1@t.test', finalRecipient: 'bob@x.test', status: '5.1.1' },
  ],
  [
    'no letter at all',
    report([...STATUS, ...FAILED]),
    { originalMessageId: undefined, envelopeTag: 'k3f' },
  ],
  [
    'a delay',
    report([...STATUS, 'Final-Recipient: rfc822; b@x.test', 'Action: delayed', 'Status: 4.4.1']),
    { action: 'delayed', status: '4.4.1' },
  ],
  [
    'a letter that has waited too long',
    report([...STATUS, 'Final-Recipient: rfc822; b@x.test', 'action: FAILED', 'status: 4.4.7']),
    { action: 'failed', status: '4.4.7' },
  ],
  [
    'Gmail: the id among the fields of the letter',
    report([
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; googlemail.com',
      'X-Original-Message-ID: <m2@t.test>',
      '',
      ...FAILED,
    ]),
    { originalMessageId: 'm2@t.test' },
  ],
  [
    'Exchange: all fields in one group, the id in In-Reply-To',
    report(
      ['Content-Type: message/delivery-status', '', 'Reporting-MTA: dns;ex.test', ...FAILED],
      [],
      ['From: postmaster@ex.test', 'To: <games+k3f@turnpost.test>', 'In-Reply-To: <m3@t.test>'],
    ),
    { originalMessageId: 'm3@t.test', status: '5.1.1' },
  ],
  [
    'no Status, but what the server said',
    report([
      ...STATUS,
      'Final-Recipient: rfc822; b@x.test',
      'Action: failed',
      'Diagnostic-Code: smtp;552 5.2.2 mailbox full',
    ]),
    { status: '5.2.2' },
  ],
  [
    'a part in base64',
    report([
      'Content-Type: message/delivery-status',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(['A: b', '', ...FAILED].join('\r\n')).toString('base64'),
    ]),
    { status: '5.1.1' },
  ],
  [
    'several recipients: the one that failed',
    report([
      ...STATUS,
      'Final-Recipient: rfc822; a@x.test',
      'Action: relayed',
      'Status: 2.1.9',
      '',
      ...FAILED,
    ]),
    { action: 'failed', finalRecipient: 'bob@x.test' },
  ],
  [
    'a report inside a wrapper',
    raw(
      'To: games@turnpost.test',
      'Content-Type: multipart/mixed; boundary="w"',
      '',
      '--w',
      Buffer.from(report([...STATUS, ...FAILED], WHOLE, [])).toString('latin1'),
      '--w--',
    ),
    { originalMessageId: 'm1@t.test', envelopeTag: undefined, status: '5.1.1' },
  ],
  [
    'OpenSMTPD, which calls it mixed',
    report(
      [...STATUS, ...FAILED],
      WHOLE,
      ['From: Mailer Daemon <MAILER-DAEMON@o.test>', 'To: games+k3f@turnpost.test'],
      'multipart/mixed;boundary="b1"',
    ),
    { originalMessageId: 'm1@t.test', envelopeTag: 'k3f', status: '5.1.1' },
  ],
  [
    'Gmail of old',
    raw(
      'Return-Path: <>',
      'X-Failed-Recipients: bob@x.test',
      'To: games@turnpost.test',
      '',
      'Delivery to the following recipient failed permanently:',
      '',
      'The error that the other server returned was:',
      '550 5.1.1 <bob@x.test>... User Unknown',
      '',
      '----- Original message -----',
      '',
      'Message-ID: <m6@t.test>',
    ),
    { originalMessageId: 'm6@t.test', status: '5.1.1' },
  ],
  [
    'qmail with the letter in a part of its own',
    raw(
      'From: MAILER-DAEMON@q.test',
      'Content-Type: multipart/mixed; boundary="q"',
      '',
      '--q',
      '',
      'Hi. This is the qmail-send program at q.test.',
      '<bob@x.test>: ',
      'Remote host said: 452 4.2.2 full',
      "I'm not going to try again; this message has been in the queue too long.",
      '--- Enclosed is a copy of the message.',
      '--q',
      'Content-Type: message/rfc822',
      '',
      'Message-ID: <m7@t.test>',
      '',
      '--q--',
    ),
    { originalMessageId: 'm7@t.test', action: 'failed', status: '4.2.2' },
  ],
  [
    'Exim of old',
    raw(
      'From: Mail Delivery System <Mailer-Daemon@ex.test>',
      'X-Failed-Recipients: bob@x.test',
      'To: games@turnpost.test',
      '',
      'This message was created automatically by mail delivery software.',
      '',
      '  bob@x.test',
      '    SMTP error from remote mail server: 550 5.1.1 No such user',
      '',
      '------ This is a copy of the message, including all the headers. ------',
      '',
      'Return-path: <games+k3f@turnpost.test>',
      'Message-Id: <m4@t.test>',
      '',
      'Hi.',
    ),
    { originalMessageId: 'm4@t.test', finalRecipient: 'bob@x.test', status: '5.1.1' },
  ],
  [
    'qmail',
    raw(
      'Return-Path: <>',
      'From: MAILER-DAEMON@q.test',
      'To: games+k3f@turnpost.test',
      '',
      'Hi. This is the qmail-send program at q.test.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      '',
      '<bob@x.test>:',
      'Sorry, no mailbox here by that name. (#5.1.1)',
      '',
      '--- Below this line is a copy of the message.',
      '',
      'Return-Path: <games+k3f@turnpost.test>',
      'Message-ID: <m5@t.test>',
      '',
      'Hi.',
    ),
    {
      originalMessageId: 'm5@t.test',
      envelopeTag: 'k3f',
      finalRecipient: 'bob@x.test',
      action: 'failed',
      status: '5.1.1',
    },
  ],
];

describe('a delivery report', () => {
  it.each(READ)('is read: %s', (_, letter, expected) => {
    expect(dsnOf(letter, OWN)).toMatchObject(expected);
  });

  it.each([
    ['a read receipt', report(['Content-Type: message/disposition-notification', '', ...FAILED])],
    ['no action', report([...STATUS, 'Final-Recipient: rfc822; b@x.test', 'Status: 5.1.1'])],
    ['an action of its own', report([...STATUS, 'Action: exploded', 'Status: 5.1.1'])],
    ['no status', report([...STATUS, 'Action: failed'])],
    ['a status of its own', report([...STATUS, 'Action: failed', 'Status: 9.1.1'])],
    ['no boundary', report([...STATUS, ...FAILED], [], [], 'multipart/report')],
    [
      'the parts of one that a person forwards',
      report([...STATUS, ...FAILED], [], ['From: a@x.test'], 'multipart/mixed; boundary=b1'),
    ],
    ['another type', report([...STATUS, ...FAILED], [], [], 'multipart/related; boundary=b1')],
    ['a person who quotes one', raw('From: a@x.test', '', Buffer.from(POSTFIX).toString())],
    ['a person who greets', raw('From: a@x.test', '', 'Hi. This is the qmail-send program.')],
    ['an empty letter', raw('')],
  ])('is not seen in %s', (_, letter) => {
    expect(dsnOf(letter, OWN)).toBeUndefined();
  });

  it('is seen in none of a forwarded one', () => {
    const inner = Buffer.from(POSTFIX).toString('latin1');
    expect(
      read(
        'From: a@x.test',
        'Content-Type: multipart/mixed; boundary=f',
        '',
        '--f',
        'Content-Type: message/rfc822',
        '',
        inner,
        '--f--',
      ),
    ).toBeUndefined();
  });

  it('may be cut off, damaged or repeated anywhere: it is a value, and never an exception', () => {
    const bytes = Buffer.from(POSTFIX);
    const damaged = fc
      .tuple(fc.nat(bytes.length), fc.nat(bytes.length), fc.uint8Array({ maxLength: 20 }))
      .map(([one, other, noise]) =>
        Buffer.concat([bytes.subarray(0, one), Buffer.from(noise), bytes.subarray(other)]),
      );
    const property = fc.property(damaged, (letter) => {
      const dsn = dsnOf(letter, OWN);
      if (dsn) expect(dsn.status).toMatch(/^[245]\.\d{1,3}\.\d{1,3}$/);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('is looked at as far as its limits go', () => {
    const filler = (count: number) => Array.from({ length: count }, () => ['--b1', '', 'x']).flat();
    const late = (count: number) =>
      raw(
        'Content-Type: multipart/report; boundary=b1',
        '',
        ...filler(count),
        '--b1',
        ...STATUS,
        ...FAILED,
      );
    expect(dsnOf(late(mimeLimits.parts - 2), OWN)).toBeDefined();
    expect(dsnOf(late(mimeLimits.parts), OWN)).toBeUndefined();
    const far = report([...STATUS, 'X: '.padEnd(letterLimits.dsnBytes, 'x'), '', ...FAILED]);
    expect(dsnOf(far, OWN)).toBeUndefined();
  });
});
