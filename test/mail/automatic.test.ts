import { describe, expect, it } from 'vitest';
import { automaticReason } from '../../src/mail/automatic.ts';
import { headerFields } from '../../src/mail/header.ts';

const OWN = 'games@turnpost.test';
const reason = (header: string, sender = 'alice@home.test') =>
  automaticReason(headerFields(Buffer.from(`${header}\r\n\r\n`)), sender, OWN);

describe('a letter that no person wrote', () => {
  it.each([
    ['Return-Path: <>', 'null sender'],
    ['Auto-Submitted: auto-replied', 'Auto-Submitted'],
    ['Auto-Submitted: auto-generated; x=y', 'Auto-Submitted'],
    ['Precedence: bulk', 'Precedence'],
    ['Precedence: auto_reply', 'Precedence'],
    ['List-Unsubscribe: <mailto:x@y.test>', 'mailing list'],
    ['X-Auto-Response-Suppress: OOF', 'automatic answer'],
    ['X-Autoreply: yes', 'automatic answer'],
    ['X-Loop: games', 'automatic answer'],
    ['X-Turnpost: letter', 'automatic answer'],
    ['Content-Type: multipart/report; report-type=delivery-status', 'delivery report or receipt'],
    ['Content-Type: message/disposition-notification', 'delivery report or receipt'],
    ['Received: x\r\n'.repeat(101).trim(), 'too many hops'],
  ])('is noticed by %j', (header, expected) => {
    expect(reason(header)).toBe(expected);
  });

  it.each([
    'MAILER-DAEMON@x.test',
    'postmaster@x.test',
    'noreply@x.test',
    'no-reply+123@x.test',
    'list-bounces@x.test',
    'owner-list@x.test',
    'list-request@x.test',
  ])('is noticed by its sender %s', (sender) => {
    expect(reason('Subject: x', sender)).toBe('sender is a daemon');
  });

  it('is noticed when it is our own, whatever its tag', () => {
    expect(reason('Subject: x', 'Games+k3f@turnpost.test')).toBe('our own address');
  });

  it('is not seen where a person wrote', () => {
    for (const header of ['Auto-Submitted: no', 'Precedence: normal', 'Return-Path: <a@b.test>']) {
      expect(reason(header)).toBeUndefined();
    }
    expect(reason('Subject: x', 'requester@x.test')).toBeUndefined();
  });
});
