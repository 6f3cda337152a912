import { afterEach, describe, expect, it } from 'vitest';
import { letterLimits } from '../../src/limits.ts';
import type { Account } from '../../src/post/account.ts';
import { type Fetched, openMailbox } from '../../src/post/imap.ts';
import { startWorker } from '../../src/service/process/worker.ts';
import { makeThreadSolver } from '../../src/service/thread/solver.ts';
import { type Desk, openDesk } from '../support/desk/desk.ts';
import { type FakeImap, type OnFetch, startFakeImap } from '../support/servers/fake-imap.ts';

const LETTERS = ['one', 'two', 'three'].map(
  (text) => `From: a@x.test\r\nSubject: ${text}\r\n\r\nHi`,
);
let server: FakeImap;
let desk: Desk | undefined;
afterEach(async () => {
  await server.stop();
  desk?.close();
  desk = undefined;
});

const account = (): Account => ({
  host: '127.0.0.1',
  port: server.port,
  secure: false,
  user: 'games',
  pass: 'secret',
  path: 'INBOX',
});
const open = (signal = new AbortController().signal) =>
  openMailbox(account(), { signal, onMail: () => undefined, onClose: () => undefined });
const submission = {
  send: async () => ({ kind: 'taken' }) as const,
  verify: async () => undefined,
  close: () => undefined,
};

const solver = makeThreadSolver();

describe('a mailbox', () => {
  it('gives every letter but the one that the server cannot give', async () => {
    const refuseSecond: OnFetch = (command, tag, socket) => {
      if (!command.includes('BODY') || !/[ ,]2[ ,]/.test(command)) return false;
      socket.write(`${tag} NO Some of the requested messages could not be fetched\r\n`);
      return true;
    };
    server = await startFakeImap(LETTERS, refuseSecond);
    const mailbox = await open();
    const letters: Fetched[] = [];
    await mailbox.fetchAbove(0, letterLimits.bytes, (some) => letters.push(...some));
    expect(letters.map(({ uid, raw }) => [uid, raw && Buffer.from(raw).toString()])).toEqual([
      [1, LETTERS[0]],
      [2, undefined],
      [3, LETTERS[2]],
    ]);
    mailbox.close();
  });

  it('is let go at once when the server has gone silent', async () => {
    server = await startFakeImap(LETTERS, () => true);
    const stop = new AbortController();
    const mailbox = await open(stop.signal);
    const fetch = mailbox.fetchAbove(0, letterLimits.bytes, () => undefined);
    setTimeout(() => stop.abort(), 50);
    await expect(fetch).rejects.toThrow();
  });
});

describe('the worker', () => {
  it('does not hammer a server that drops it after each login', async () => {
    server = await startFakeImap(LETTERS, (_, __, socket) => socket.destroy() === socket);
    desk = openDesk();
    const worker = await startWorker(
      { ...desk.shell, time: { now: () => Date.now() } },
      { imap: account(), submission, solver, poll: '* * * * * *' },
    );
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await worker.stop();
    // One at the start, then after 1, 2 and 4 seconds.
    expect(server.logins()).toBeLessThanOrEqual(4);
    expect(server.logins()).toBeGreaterThanOrEqual(2);
  });

  it('stops while the server says nothing', async () => {
    server = await startFakeImap(LETTERS, () => true);
    desk = openDesk();
    const worker = await startWorker(desk.shell, {
      imap: account(),
      submission,
      solver,
      poll: '* * * * *',
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await worker.stop();
  });
});
