import { afterEach, describe, expect, it } from 'vitest';
import { oneMinuteMs } from '../../../src/limits.ts';
import { serve } from '../../../src/service/process/serve.ts';
import { startWorker, type Worker } from '../../../src/service/process/worker.ts';
import { openReadOnly } from '../../../src/store/file/database.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { settings, workerConfig } from '../../support/process/settings.ts';
import { throwDice } from '../../support/run/seed.ts';
import { type FakeImap, startFakeImap } from '../../support/servers/fake-imap.ts';
import { until } from '../../support/servers/ports.ts';
import { type SmtpServer, type SmtpStep, startSmtp } from '../../support/servers/scripted-smtp.ts';
import { lettersIn, statesOut } from '../../support/stored/letters.ts';

const dice = throwDice('mail hosts');
const LETTER = 'From: a@x.test\r\n\r\nHi';
let worker: Worker | undefined;
let imap: FakeImap | undefined;
let smtp: SmtpServer | undefined;
eachDesk();
afterEach(async () => {
  await worker?.stop();
  await imap?.stop();
  await smtp?.stop();
  worker = undefined;
  imap = undefined;
  smtp = undefined;
});

const start = async (): Promise<void> => {
  const account = {
    host: '127.0.0.1',
    secure: false,
    user: 'games',
    pass: 'secret',
    path: 'INBOX',
  };
  worker = await startWorker(desk.shell, {
    imap: { ...account, port: imap?.port ?? 0 },
    submission: {
      send: async () => ({ kind: 'taken' }),
      verify: async () => undefined,
      close: () => undefined,
    },
    solver: {
      solve: () => Promise.reject(new Error('not asked')),
      hint: () => Promise.reject(new Error('not asked')),
      findPuzzle: async () => null,
      stop: async () => undefined,
    },
    poll: '0 0 1 1 *',
  });
};
const rounds = async (count: number): Promise<void> => {
  for (let round = 0; round < count; round++) await worker?.round();
};

describe('an IMAP server that wants to be left alone for ten minutes', () => {
  const CASES = [
    ['SELECT', 'NO [INUSE] mailbox in use, try again in 10 minutes'],
    ['SELECT', 'NO [UNAVAILABLE] backend is away, try again in 600 seconds'],
    ['SELECT', 'NO [LIMIT] too many sessions, try again in 600 seconds'],
    ['GREETING', '* BYE [UNAVAILABLE] too many connections, try again in 10 minutes'],
    ['UID STORE', '* BYE server is busy, try again in 10 minutes'],
  ] as const;
  it.each(dice.sample(CASES, 3))('in answer to %s, "%s", is', async (at, words) => {
    let busy = true;
    let asked = 0;
    imap = await startFakeImap(
      [LETTER],
      () => false,
      () => undefined,
      (command, tag, socket) => {
        if (!busy || !command.startsWith(at)) return false;
        asked++;
        if (words.startsWith('*')) socket.end(`${words}\r\n`);
        else socket.write(`${tag} ${words}\r\n`);
        return true;
      },
      () => {
        if (!busy || at !== 'GREETING') return '* OK [CAPABILITY IMAP4rev1 IDLE] ready';
        asked++;
        return words;
      },
    );
    await start();
    await until('it has been asked', () => asked > 0);
    await rounds(3);
    desk.time.now += 9 * oneMinuteMs;
    await rounds(3);
    expect(asked).toBe(1);
    busy = false;
    desk.time.now += 2 * oneMinuteMs;
    await rounds(2);
    expect(lettersIn(desk.shell.db)).toMatchObject([{ state: 'ignored', filed: 1 }]);
  });
});

it('a mailbox that is full is not asked again and again to move a letter', async () => {
  let full = true;
  let asked = 0;
  imap = await startFakeImap(
    [LETTER],
    () => false,
    () => undefined,
    (command, tag, socket) => {
      if (!/^(?:UID MOVE|CREATE|CAPABILITY)/.test(command)) return false;
      if (command === 'CAPABILITY') {
        socket.write(`* CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS\r\n${tag} OK done\r\n`);
        return true;
      }
      if (command.startsWith('UID MOVE')) asked++;
      socket.write(full ? `${tag} NO [OVERQUOTA] no room\r\n` : `${tag} OK done\r\n`);
      return true;
    },
    () => '* OK [CAPABILITY IMAP4rev1 IDLE MOVE UIDPLUS] ready',
  );
  await start();
  await until('it has been asked', () => asked > 0);
  await rounds(5);
  const once = asked;
  expect(once).toBeLessThanOrEqual(2);
  await rounds(5);
  expect(asked).toBe(once);
  full = false;
  desk.time.now += oneMinuteMs;
  await rounds(1);
  expect(lettersIn(desk.shell.db)).toMatchObject([{ filed: 1 }]);
});

describe('a submission server that wants to be left alone at the start', () => {
  const CASES: readonly (readonly [SmtpStep, string])[] = [
    ['GREETING', '421 4.3.2 too many connections, try again in 10 minutes'],
    ['AUTH', '454 4.7.0 temporary authentication failure, retry in 600 seconds'],
  ];
  it.each(dice.sample(CASES, 1))('at %s with "%s" is, and does not end it', async (at, words) => {
    let asked = 0;
    smtp = await startSmtp((step) => {
      if (step === 'GREETING') asked++;
      return step === at ? words : undefined;
    });
    const config = workerConfig({
      ...settings(`${desk.folder}/other.sqlite`, smtp.port),
      TURNPOST_LOG: 'silent',
    });
    const running = await serve(config);
    const db = openReadOnly(config.database);
    const probe = () => statesOut(db)[0];
    await until('there is a letter to send', () => probe() !== 'intended');
    expect(probe()).toBe('composed');
    await running.stop();
    expect([asked, probe()]).toEqual([1, 'composed']);
    db.close();
  });

  it('is told from one that does not accept the password', async () => {
    smtp = await startSmtp((step) => (step === 'AUTH' ? '535 5.7.8 no' : undefined));
    const config = workerConfig({
      ...settings(`${desk.folder}/other.sqlite`, smtp.port),
      TURNPOST_LOG: 'silent',
    });
    await expect(serve(config)).rejects.toThrow('does not accept the user or the password');
  });
});
