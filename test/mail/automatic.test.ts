import { describe, expect, it } from 'vitest';
import { automaticReason } from '../../src/mail/automatic.ts';
import { headerFields } from '../../src/mail/header.ts';
import { processorMs } from '../support/process/processor.ts';

const OWN = 'games@turnpost.test';
const reason = (header: string, sender = 'alice@home.test', types: readonly string[] = []) =>
  automaticReason({ fields: headerFields(Buffer.from(`${header}\r\n\r\n`)), types }, sender, OWN);

describe('a letter that no person wrote', () => {
  it.each([
    ['Return-Path: <>', 'null sender'],
    ['Return-Path: < >', 'null sender'],
    // What pipe(8) of Postfix writes for a null sender, unless it is told otherwise.
    ['Return-Path: <MAILER-DAEMON>', 'sender is a daemon'],
    ['Return-Path: <list-bounces@x.test>', 'sender is a daemon'],
    ['Return-Path: <MAILER-DAEMON>', 'sender is a daemon'],
    ['Return-Path: <bounces+123-alice=home.test@x.test>', 'envelope sender of a relay'],
    ['Auto-Submitted: auto-replied', 'Auto-Submitted'],
    ['Auto-Submitted: auto-generated; x=y', 'Auto-Submitted'],
    ['Auto-Submitted: auto-notified', 'Auto-Submitted'],
    ['Auto-Submitted: no-idea', 'Auto-Submitted'],
    ['Auto-Submitted:', 'Auto-Submitted'],
    ['Precedence: bulk', 'Precedence'],
    ['Precedence: Junk', 'Precedence'],
    ['Precedence: list', 'Precedence'],
    ['Precedence: auto_reply', 'Precedence'],
    ['Precedence: auto-reply', 'Precedence'],
    ['X-Precedence: bulk', 'Precedence'],
    ['List-Id: <x.test>', 'mailing list'],
    ['List-Unsubscribe: <mailto:x@y.test>', 'mailing list'],
    ['List-Whatever: x', 'mailing list'],
    ['X-Auto-Response-Suppress: OOF', 'automatic answer'],
    ['X-Autoreply: yes', 'automatic answer'],
    ['X-Loop: games', 'automatic answer'],
    ['X-Turnpost: letter', 'automatic answer'],
    ['X-Failed-Recipients: bob@work.test', 'delivery report or receipt'],
    ['Received: x\r\n'.repeat(101).trim(), 'too many hops'],
  ])('is noticed by %j', (header, expected) => {
    expect(reason(header)).toBe(expected);
  });

  it.each([
    ['multipart/report', 'delivery report or receipt'],
    ['message/delivery-status', 'delivery report or receipt'],
    ['message/global-delivery-status', 'delivery report or receipt'],
    ['message/disposition-notification', 'delivery report or receipt'],
    ['message/feedback-report', 'delivery report or receipt'],
    ['text/calendar; method=reply', 'calendar'],
    ['text/calendar', undefined],
    ['message/rfc822', undefined],
  ])('is noticed by a part of the type %s', (type, expected) => {
    expect(reason('Subject: x', 'alice@home.test', ['multipart/mixed', type])).toBe(expected);
  });

  it.each(
    (
      'MAILER-DAEMON@x.test postmaster@x.test noreply@x.test no-reply+123@x.test ' +
      'no.reply@x.test donotreply@x.test do-not-reply@x.test news-noreply@x.test ' +
      'noreply-news@x.test auto-reply@x.test bounce@x.test bounce-123@x.test ' +
      'list-bounces@x.test owner-list@x.test list-owner@x.test list-request@x.test ' +
      'LISTSERV@x.test majordomo@x.test'
    ).split(' '),
  )('is noticed by its sender %s', (sender) => {
    expect(reason('Subject: x', sender)).toBe('sender is a daemon');
  });

  it('is noticed when it is our own, whatever its tag', () => {
    expect(reason('Subject: x', 'Games+k3f@turnpost.test')).toBe('our own address');
  });
});

describe('a header that is made to keep the rules busy', () => {
  it.each([
    ['plus signs', '+'],
    ['names of daemons', 'bounce-'],
    ['hyphens', 'no-'],
    ['angles', '<'],
    ['blanks', ' '],
    ['words', 'no '],
  ])('takes a time linear in its length: %s', (_, piece) => {
    const names = ['return-path', 'auto-submitted', 'precedence', 'received', 'list-x'];
    const msOf = (chars: number): number => {
      // A bare CR ends what `.` matches, and no field.
      const value = `${piece.repeat(chars / piece.length)}\rx@y.test`;
      const fields = names.map((name) => ({ name, value }));
      return processorMs(() => automaticReason({ fields, types: [] }, 'alice@home.test', OWN));
    };
    expect(msOf(60_000) / Math.max(msOf(15_000), 2)).toBeLessThan(10);
  });
});
