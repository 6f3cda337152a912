import { afterEach, describe, expect, it } from 'vitest';
import { oneDayMs, oneHourMs } from '../../../src/limits.ts';
import { timeWindow } from '../../../src/ports.ts';
import { openSubmission, type Submission } from '../../../src/post/smtp.ts';
import { timesOf } from '../../../src/store/letters/counters.ts';
import { type Desk, openDesk } from '../../support/desk/desk.ts';
import { putLetters } from '../../support/desk/outbox.ts';
import {
  type Envelope,
  type SmtpServer,
  type SmtpStep,
  startSmtp,
} from '../../support/servers/scripted-smtp.ts';
import { statesOut } from '../../support/stored/letters.ts';

let desk: Desk;
let server: SmtpServer;
let submission: Submission;
afterEach(async () => {
  submission.close();
  await server.stop();
  desk.close();
});

/** A desk whose letters go to a server that says this. */
async function openWay(replyTo: (step: SmtpStep, envelope: Envelope) => string | undefined) {
  server = await startSmtp(replyTo);
  const account = { host: '127.0.0.1', secure: false, user: 'games', pass: 'secret', path: '' };
  submission = openSubmission({ ...account, port: server.port });
  desk = openDesk({ log: 'silent', submission });
}
const tagged = (from: string) => from.includes('+');
const states = () => statesOut(desk.shell.db);
/** Sends a letter to each, and returns how often the server said no. */
async function refusalsFor(...to: readonly string[]): Promise<number> {
  const before = server.said.length;
  await putLetters(desk, ...to);
  await desk.round();
  return server.said.length - before;
}

const NOT_OWNED = '553 5.7.1 Sender address rejected: not owned by user games';
const ways: readonly (readonly [SmtpStep, string])[] = [
  ['MAIL', NOT_OWNED],
  ['RCPT', NOT_OWNED],
  ['RCPT', '550 5.1.0 Sender address rejected: User unknown in virtual mailbox table'],
  ['RCPT', '550 Sender verify failed'],
  ['DATA', NOT_OWNED],
  ['END', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['END', '554 5.2.252 SendAsDenied'],
];

describe('a server that does not take the tagged sender', () => {
  it.each(ways)('at %s with %s gets the letter under the plain one', async (at, refusal) => {
    await openWay((step, { from }) => (step === at && tagged(from) ? refusal : undefined));
    await refusalsFor('alice@x.test', 'bob@y.test');
    expect(states()).toEqual(['sent', 'sent']);
    expect(server.sent.map(({ to }) => to).sort()).toEqual(['alice@x.test', 'bob@y.test']);
  });

  it('is asked once a letter when that is known of two domains, for a week', async () => {
    await openWay((step, { from }) => (step === 'RCPT' && tagged(from) ? NOT_OWNED : undefined));
    expect(await refusalsFor('alice@x.test')).toBe(1);
    expect(await refusalsFor('bob@x.test')).toBe(1);
    expect(await refusalsFor('carol@y.test')).toBe(1);
    expect(await refusalsFor('dave@z.test', 'alice@x.test')).toBe(0);
    desk.reopen();
    expect(await refusalsFor('eve@z.test')).toBe(0);
    desk.time.now += 7 * oneDayMs;
    expect(await refusalsFor('eve@z.test')).toBe(1);
    expect(new Set(states())).toEqual(new Set(['sent']));
  });

  it('is not meant when it refuses one domain, or a letter under either sender', async () => {
    await openWay((step, { from, to }) => {
      if (step !== 'RCPT') return undefined;
      if (to.endsWith('dead.test')) return '550 no';
      return to.endsWith('odd.test') && tagged(from) ? '550 no' : undefined;
    });
    expect(await refusalsFor('a@odd.test')).toBe(1);
    expect(await refusalsFor('b@odd.test', 'a@dead.test')).toBe(3);
    expect(await refusalsFor('a@good.test')).toBe(0);
    expect(server.said.filter((each) => each.includes('good.test'))).toEqual([]);
    const timesNoted = (domain: string) =>
      timesOf(
        desk.shell.db,
        { kind: 'plain-sender', key: domain },
        timeWindow(desk.time.now, oneDayMs),
      );
    expect(['odd.test', 'dead.test', 'good.test'].map((each) => timesNoted(each).length)).toEqual([
      1, 0, 0,
    ]);
  });

  it.each(['550 5.1.1 User unknown', '550 5.1.2 Domain not found', '550 5.2.1 Disabled'])(
    'is not meant by %s, which is said once',
    async (refusal) => {
      await openWay((step) => (step === 'RCPT' ? refusal : undefined));
      expect(await refusalsFor('alice@x.test', 'bob@y.test')).toBe(2);
      expect(states()).toEqual(['failed', 'failed']);
    },
  );

  it('gets no second copy of a letter that it may have taken', async () => {
    await openWay((step) => (step === 'END' ? '451 4.3.0 not now' : undefined));
    expect(await refusalsFor('alice@x.test')).toBe(1);
    desk.time.now += oneHourMs;
    expect(states()).toEqual(['waiting']);
  });
});
