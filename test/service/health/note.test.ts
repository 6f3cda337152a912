import { expect, it } from 'vitest';
import { startPostOffice } from '../../../sandbox/postoffice.ts';
import { alarmMsMin, oneMinuteMs } from '../../../src/limits.ts';
import { type Account, parseAccount } from '../../../src/post/account.ts';
import { openMailbox } from '../../../src/post/imap.ts';
import { makeHealthCheck } from '../../../src/service/health/troubles.ts';
import { startWatch } from '../../../src/service/health/watch.ts';
import { startWorker } from '../../../src/service/process/worker.ts';
import { makeThreadSolver } from '../../../src/service/thread/solver.ts';
import { openDesk } from '../../support/desk/desk.ts';
import { until } from '../../support/servers/ports.ts';

const GAMES = 'games@turnpost.test';
const away = {
  send: async () => ({ kind: 'unreachable', error: 'ETIMEDOUT' }) as const,
  verify: async () => undefined,
  close: () => undefined,
};
const accountOf = (url: string): Account => {
  const account = parseAccount(url, 'imap');
  if (!account.ok) throw new Error(account.error);
  return account.value;
};

it('a note lies in the mailbox of a real server, and stays there when it was read', async () => {
  const desk = openDesk({ log: 'silent' });
  const { shell, time } = desk;
  const office = await startPostOffice({
    domain: 'turnpost.test',
    people: [{ address: GAMES, password: 'secret' }],
    now: () => time.now,
  });
  const imap = accountOf(office.imapUrl(GAMES));
  const worker = await startWorker(shell, {
    imap,
    submission: away,
    solver: makeThreadSolver(),
    poll: '0 0 1 1 *',
  });
  const watch = startWatch(shell, {
    doctor: makeHealthCheck(shell, () => 1e10),
    command: undefined,
    notifier: { tell: () => undefined, watchdogMs: undefined },
    append: (raw) => worker.leaveNote(raw),
    wake: () => undefined,
  });
  await worker.round();
  shell.pulse.handed(time.now, 'ETIMEDOUT');
  for (let ms = 0; ms <= alarmMsMin; ms += oneMinuteMs) {
    time.now += oneMinuteMs;
    shell.pulse.polled(time.now, undefined);
    await watch.look();
  }
  await until('the note has been read', async () => {
    await worker.round();
    return shell.db.prepare('select reason from inbox').pluck().get() === 'our own note';
  });
  await worker.round();
  watch.stop();
  await worker.stop();

  const mailbox = await openMailbox(imap, {
    onMail: () => undefined,
    onClose: () => undefined,
    signal: new AbortController().signal,
  });
  const letters: string[] = [];
  await mailbox.fetchAbove(0, 1e6, (batch) => {
    for (const { raw } of batch) letters.push(Buffer.from(raw ?? []).toString());
  });
  mailbox.close();
  expect(letters).toHaveLength(1);
  expect(letters[0]).toContain('ETIMEDOUT');
  await office.stop();
  desk.close();
});
