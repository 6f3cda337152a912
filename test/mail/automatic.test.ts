import { describe, expect, it } from 'vitest';
import { automaticReason } from '../../src/mail/automatic.ts';
import { headerFields } from '../../src/mail/header.ts';
import { processorMs } from '../support/process/processor.ts';

const OWN = 'games@turnpost.test';
const reason = (header: string, sender = 'alice@home.test', types: readonly string[] = []) =>
  automaticReason({ fields: headerFields(Buffer.from(`${header}\r\n\r\n`)), types }, sender, OWN);

/** What those of test/support/post/machines.ts do not have, which machines.test.ts reads. */
describe('a letter that no person wrote', () => {
  it.each([
    ['Return-Path: < >', 'null sender'],
    // What pipe(8) of Postfix writes for a null sender, unless it is told otherwise.
    ['Return-Path: <MAILER-DAEMON>', 'sender is a daemon'],
    ['Return-Path: <bounces+123-alice=home.test@x.test>', 'envelope sender of a relay'],
    ['Auto-Submitted: auto-notified', 'Auto-Submitted'],
    ['Auto-Submitted: no-idea', 'Auto-Submitted'],
    ['Auto-Submitted:', 'Auto-Submitted'],
    ['Precedence: Junk', 'Precedence'],
    ['Precedence: auto-reply', 'Precedence'],
    ['X-Precedence: bulk', 'Precedence'],
    ['List-Whatever: x', 'mailing list'],
    ['X-Loop: games', 'automatic answer'],
    ['X-Failed-Recipients: bob@work.test', 'delivery report or receipt'],
  ])('is noticed by %j', (header, expected) => {
    expect(reason(header)).toBe(expected);
  });

  it.each([
    ['message/global-delivery-status', 'delivery report or receipt'],
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
