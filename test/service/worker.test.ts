import { createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs, throttledMsByDefault } from '../../src/limits.ts';
import { parseLetter } from '../../src/mail/letter.ts';
import type { Account } from '../../src/post/account.ts';
import { makeThreadParser } from '../../src/service/parser.ts';
import type { Shell } from '../../src/service/shell.ts';
import { startWorker, type Worker } from '../../src/service/worker.ts';
import { openExisting } from '../../src/store/database.ts';
import { storePiped } from '../../src/store/inbox.ts';
import { type Desk, openDesk } from '../support/desk.ts';
import { type FakeImap, startFakeImap } from '../support/fake-imap.ts';
import { until } from '../support/ports.ts';

const submission = {
  send: async () => ({ kind: 'taken' }) as const,
  verify: async () => undefined,
  close: () => undefined,
};
const solver = {
  solve: () => Promise.reject(new Error('not asked')),
  stop: async () => undefined,
};
const EVERY_SECOND = '* * * * * *';
const account = (port: number): Account => ({
  host: '127.0.0.1',
  port,
  secure: false,
  user: 'games',
  pass: 'secret',
  path: 'INBOX',
});
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let desk: Desk;
let worker: Worker | undefined;
let imap: FakeImap | undefined;
beforeEach(() => {
  desk = openDesk({ log: 'silent' });
});
afterEach(async () => {
  await worker?.stop();
  await imap?.stop();
  worker = undefined;
  imap = undefined;
  desk.close();
});

const start = async (shell: Shell, imapAccount: Account | undefined, keepDays?: number) => {
  worker = await startWorker(shell, {
    imap: imapAccount,
    submission,
    solver,
    poll: EVERY_SECOND,
    ...(keepDays !== undefined && { keepDays }),
  });
};

describe('a server that wants to be left alone', () => {
  it('is, for as long as it says, while the connection stays', async () => {
    let fetches = 0;
    imap = await startFakeImap(['From: a@x.test\r\n\r\nHi'], (_, tag, socket) => {
      fetches++;
      socket.write(`${tag} NO [THROTTLED] Try again in 300 seconds\r\n`);
      return true;
    });
    await start(desk.shell, account(imap.port));
    await until('it has been asked', () => fetches === 1);
    await sleep(2_500);
    expect(fetches).toBe(1);
    desk.clock.now += 299_000;
    await sleep(1_500);
    expect(fetches).toBe(1);
    desk.clock.now += 2_000;
    await until('it is asked again', () => fetches === 2);
  });

  it('is, when it says so with a number that ImapFlow would sit out', async () => {
    let fetches = 0;
    imap = await startFakeImap(['From: a@x.test\r\n\r\nHi'], (_, tag, socket) => {
      fetches++;
      socket.write(
        `${tag} BAD Request is throttled. Suggested Backoff Time: 92415 milliseconds\r\n`,
      );
      return true;
    });
    await start(desk.shell, account(imap.port));
    await until('it has been asked', () => fetches === 1);
    await sleep(2_500);
    desk.clock.now += 90_000;
    await sleep(1_500);
    expect([fetches, imap.logins()]).toEqual([1, 1]);
    desk.clock.now += 3_000;
    await until('it is asked again', () => fetches === 2);
    expect(imap.logins()).toBe(2);
  });

  it('is, when it refuses the login for that reason, and the start waits for it', async () => {
    let logins = 0;
    let full = true;
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
      socket.on('data', (chunk) => {
        for (const line of chunk.toString('latin1').split('\r\n')) {
          const [tag = '', verb = ''] = line.split(' ');
          if (verb !== 'LOGIN') continue;
          logins++;
          const why = full ? 'NO [UNAVAILABLE] Maximum number of connections' : 'NO go away';
          socket.write(`${tag} ${why}\r\n`);
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    await start(desk.shell, account(typeof bound === 'object' && bound ? bound.port : 0));
    await sleep(2_500);
    expect(logins).toBe(1);
    full = false;
    desk.clock.now += throttledMsByDefault + 1;
    await until('it logs in again', () => logins === 2);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('polls', () => {
  it('never overlap, whatever asks for them', async () => {
    const inWork = new Set<string>();
    let parsed = 0;
    let twice = 0;
    const shell: Shell = {
      ...desk.shell,
      parser: {
        async parse(raw, own) {
          const text = Buffer.from(raw).toString();
          if (inWork.has(text)) twice++;
          inWork.add(text);
          // Longer than the distance of the polls.
          await sleep(1_300);
          inWork.delete(text);
          parsed++;
          return parseLetter(raw, own);
        },
        stop: async () => undefined,
      },
    };
    await start(shell, undefined);
    const beside = openExisting(desk.shell.db.name);
    for (let letter = 0; letter < 6; letter++) {
      const raw = Buffer.from(`From: p${letter}@x.test\r\nSubject: help\r\n\r\n`);
      storePiped(beside, raw, Buffer.from([letter]), 0);
      await sleep(500);
    }
    await until('all are read', () => parsed >= 6);
    await until('none waits', () => {
      const waiting = "select count(*) from inbox where state = 'stored'";
      return beside.prepare(waiting).pluck().get() === 0;
    });
    beside.close();
    expect([parsed, twice]).toEqual([6, 0]);
  });
});

describe('a stop', () => {
  it('does not wait for a whole group of letters that hang', async () => {
    const odd = fileURLToPath(new URL('../support/odd-parser-thread.mjs', import.meta.url));
    const { db } = desk.shell;
    const shell: Shell = { ...desk.shell, parser: makeThreadParser(odd) };
    for (let letter = 0; letter < 20; letter++) {
      storePiped(db, Buffer.from('hang'), Buffer.from([letter]), 0);
    }
    const count = (where: string) =>
      db.prepare(`select count(*) from inbox where ${where}`).pluck().get() as number;
    await start(shell, undefined);
    await until('the group is begun', () => count('grouped = 1') === 20);
    await worker?.stop();
    worker = undefined;
    // Each would take two seconds. Those that were not begun are not blamed, and wait.
    expect(count("state = 'put-aside' and reason = 'reading took too long'")).toBeLessThanOrEqual(
      1,
    );
    expect(count("state = 'stored' and attempts = 0")).toBeGreaterThanOrEqual(19);
  }, 20_000);
});

describe('old letters', () => {
  it('are emptied at the start and once a day', async () => {
    const { db } = desk.shell;
    const raw = Buffer.from('From: p@x.test\r\nSubject: hello\r\n\r\n');
    const kept = () => db.prepare('select count(*) from inbox where raw is not null').pluck().get();
    const finish = () =>
      db
        .prepare("update inbox set state = 'done', finished_at = ? where state = 'stored'")
        .run(desk.clock.now);
    storePiped(db, raw, Buffer.from([1]), desk.clock.now);
    finish();
    desk.clock.now += 3 * oneDayMs;
    await start(desk.shell, undefined, 2);
    await until('it is emptied', () => kept() === 0);

    storePiped(db, raw, Buffer.from([2]), desk.clock.now);
    finish();
    db.prepare('update inbox set finished_at = 0 where raw is not null').run();
    desk.clock.now += oneDayMs - 1_000;
    await sleep(1_500);
    expect(kept()).toBe(1);
    desk.clock.now += 2_000;
    await until('the next is emptied a day later', () => kept() === 0);
  });
});
