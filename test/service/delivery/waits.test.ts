import { afterEach, describe, expect, it } from 'vitest';
import { oneMinuteMs } from '../../../src/limits.ts';
import { openSubmission, type Submission } from '../../../src/post/smtp.ts';
import { connectionLimits } from '../../../src/server-limits.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { type Backoff, makeBackoff } from '../../../src/service/shell/backoff.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { putLetters } from '../../support/desk/outbox.ts';
import { throwDice } from '../../support/run/seed.ts';
import {
  type Reply,
  type SmtpServer,
  type SmtpStep,
  startSmtp,
} from '../../support/servers/scripted-smtp.ts';

/** What a submission server asks for is done, for as long as it says and for whom it says it. */

const dice = throwDice('waits');
const signal = new AbortController().signal;
const PEOPLE = ['alice@a.test', 'bob@b.test', 'carol@c.test', 'dave@d.test', 'eve@e.test'];

let server: SmtpServer;
let submission: Submission;
let backoff: Backoff;
let greeted: number;
eachDesk(undefined, { log: 'silent', plus: false });
afterEach(async () => {
  submission.close();
  await server.stop();
});

async function begin(says: (step: SmtpStep, to: string) => Reply): Promise<void> {
  greeted = 0;
  server = await startSmtp((step, { to }) => {
    if (step === 'GREETING') greeted++;
    return says(step, to);
  });
  const account = { host: '127.0.0.1', secure: false, user: 'games', pass: 'secret', path: '' };
  submission = openSubmission({ ...account, port: server.port });
  backoff = makeBackoff(
    desk.shell.time,
    connectionLimits.reconnectMsMin,
    connectionLimits.reconnectMsMax,
  );
}
const round = () => deliver(desk.shell, submission, signal, backoff);
const sentTo = () => server.sent.map(({ to }) => to).sort();

describe('a submission server that wants to be left alone for ten minutes', () => {
  const CASES: readonly (readonly [SmtpStep, string])[] = [
    ['GREETING', '421 4.3.2 too many connections, try again in 10 minutes'],
    ['AUTH', '454 4.7.0 temporary authentication failure, please wait 600 seconds'],
    ['MAIL', '451 4.7.0 rate limit, retry after 600 seconds'],
    ['RCPT', '450 4.7.1 Error: too much mail from 192.0.2.1, come back in 00:10:00'],
    ['RCPT', '421 4.7.0 closing connection, try again in 10 minutes'],
    ['END', '421 4.7.28 Our system has detected an unusual rate, try again in 10 minutes'],
    ['END', '452 4.3.1 Insufficient system storage, retry in 600 s'],
  ];
  it.each(dice.sample(CASES, 4))('at %s with "%s" is', async (at, words) => {
    let busy = true;
    await begin((step) => (busy && step === at ? words : undefined));
    await putLetters(desk, ...PEOPLE);
    await round();
    const asked = greeted;
    await round();
    desk.time.now += 9 * oneMinuteMs;
    await round();
    expect(greeted).toBe(asked);
    busy = false;
    desk.time.now += oneMinuteMs;
    await round();
    expect(sentTo()).toEqual(PEOPLE);
  });
});

describe('a host behind it that wants to be left alone for ten minutes', () => {
  const CASES = [
    '450 4.7.1 Greylisted, see http://grey.test/help: try again in 10 minutes',
    '451 4.7.1 Greylisting in action, please come back in 00:10:00',
    '450 4.2.0 Recipient address rejected: Greylisted for 600 seconds',
  ];
  it.each(dice.sample(CASES, 2))('is, and all others get theirs: "%s"', async (words) => {
    let asked = 0;
    await begin((step, to) =>
      step === 'RCPT' && to.endsWith('@a.test') && ++asked < 2 ? words : undefined,
    );
    await putLetters(desk, ...PEOPLE);
    await round();
    expect(sentTo()).toEqual(PEOPLE.slice(1));
    desk.time.now += 9 * oneMinuteMs;
    await round();
    expect(asked).toBe(1);
    desk.time.now += oneMinuteMs;
    await round();
    expect(sentTo()).toEqual(PEOPLE);
  });
});
