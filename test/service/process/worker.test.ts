import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import type { Account } from '../../../src/post/account.ts';
import { connectionLimits } from '../../../src/server-limits.ts';
import { startWorker, type Worker } from '../../../src/service/process/worker.ts';
import type { Shell } from '../../../src/service/shell/shell.ts';
import { makeThreadParser } from '../../../src/service/thread/parser.ts';
import { openExisting } from '../../../src/store/file/database.ts';
import { storePiped } from '../../../src/store/letters/inbox.ts';
import { openDesk } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { type FakeImap, startFakeImap } from '../../support/servers/fake-imap.ts';
import { until } from '../../support/servers/ports.ts';
import {
  changeIn,
  type LetterIn,
  lettersIn,
  newestIn,
  unread,
} from '../../support/stored/letters.ts';

const submission = {
  send: async () => ({ kind: 'taken' }) as const,
  verify: async () => undefined,
  close: () => undefined,
};
const solver = {
  solve: () => Promise.reject(new Error('not asked')),
  hint: () => Promise.reject(new Error('not asked')),
  findPuzzle: async () => null,
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

let worker: Worker | undefined;
let imap: FakeImap | undefined;
eachDesk();
afterEach(async () => {
  await worker?.stop();
  await imap?.stop();
  worker = undefined;
  imap = undefined;
});

/** The worker does what a poll has it do, and is ready with it. */
const rounds = async (count: number) => {
  for (let round = 0; round < count; round++) await worker?.round();
};

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
    await rounds(3);
    expect(fetches).toBe(1);
    desk.time.now += 299_000;
    await rounds(3);
    expect(fetches).toBe(1);
    desk.time.now += 2_000;
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
    await rounds(3);
    desk.time.now += 90_000;
    await rounds(3);
    expect([fetches, imap.logins()]).toEqual([1, 1]);
    desk.time.now += 3_000;
    await until('it is asked again', () => fetches === 2);
    expect(imap.logins()).toBe(2);
  });

  it('or cannot be used is told of in the log, and so is its return', async () => {
    const lines: { msg: string; error?: string }[] = [];
    const loud = openDesk({ logTo: { write: (line) => void lines.push(JSON.parse(line)) } });
    const isTold = (text: string) => () =>
      lines.some(({ msg, error }) => (error ?? msg).includes(text));
    let refusal: string | undefined = 'NO [UNAVAILABLE] Maximum number of connections';
    imap = await startFakeImap(
      [],
      () => false,
      () => refusal,
    );
    await start(loud.shell, account(imap.port));
    await until('it says why', isTold('it wants to be left alone'));
    refusal = 'NO [AUTHENTICATIONFAILED] who are you?';
    loud.time.now += connectionLimits.throttledMsDefault + 1;
    await until('it says why', isTold('it does not accept the user or the password'));
    expect(lines.map(({ msg }) => msg)).not.toContain('the mailbox is reachable again');
    refusal = undefined;
    loud.time.now += oneDayMs;
    await until('it says so', isTold('the mailbox is reachable again'));
    await worker?.stop();
    worker = undefined;
    loud.close();
  });
});

describe('a server that is slow to take a login, and drops it', () => {
  it('is left alone for longer each time', async () => {
    imap = await startFakeImap(
      ['From: a@x.test\r\n\r\nHi'],
      (_, _tag, socket) => Boolean(socket.destroy()),
      () => {
        desk.time.now += connectionLimits.stableMs + 1;
        return undefined;
      },
    );
    await start(desk.shell, account(imap.port));
    await rounds(2);
    expect(imap.logins()).toBe(1);
    desk.time.now += connectionLimits.reconnectMsMin;
    await until('it is tried again', () => imap?.logins() === 2);
    await rounds(2);
    desk.time.now += connectionLimits.reconnectMsMin;
    await rounds(3);
    expect(imap.logins()).toBe(2);
    desk.time.now += connectionLimits.reconnectMsMin;
    await until('it is tried again later', () => imap?.logins() === 3);
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
        ...desk.shell.parser,
        async parse(raw, own) {
          const text = Buffer.from(raw).toString();
          if (inWork.has(text)) twice++;
          inWork.add(text);
          // Many times the distance of the polls that are asked for below.
          await sleep(100);
          inWork.delete(text);
          parsed++;
          return desk.shell.parser.parse(raw, own);
        },
        stop: async () => undefined,
      },
    };
    await start(shell, undefined);
    const beside = openExisting(desk.shell.db.name);
    for (let letter = 0; letter < 6; letter++) {
      const raw = Buffer.from(`From: p${letter}@x.test\r\nSubject: help\r\n\r\n`);
      storePiped(beside, raw, Buffer.from([letter]), 0);
      for (let poll = 0; poll < 5; poll++) {
        void worker?.round();
        await sleep(10);
      }
    }
    await until('all are read', () => parsed >= 6);
    await until('none waits', () => unread(beside) === 0);
    beside.close();
    expect([parsed, twice]).toEqual([6, 0]);
  });
});

describe('a stop', () => {
  it('does not wait for a whole group of letters that hang', async () => {
    const odd = fileURLToPath(
      new URL('../../support/process/odd-parser-thread.mjs', import.meta.url),
    );
    const { db } = desk.shell;
    const shell: Shell = { ...desk.shell, parser: makeThreadParser(odd) };
    for (let letter = 0; letter < 20; letter++) {
      storePiped(db, Buffer.from('hang'), Buffer.from([letter]), 0);
    }
    const letters = (is: (letter: LetterIn) => boolean) => lettersIn(db).filter(is).length;
    await start(shell, undefined);
    await until('the group is begun', () => letters(({ grouped }) => grouped === 1) === 20);
    await worker?.stop();
    worker = undefined;
    // Each would take two seconds. Those that were not begun are not blamed, and wait.
    expect(letters(({ reason }) => reason === 'reading took too long')).toBeLessThanOrEqual(1);
    expect(
      letters(({ state, attempts }) => state === 'stored' && attempts === 0),
    ).toBeGreaterThanOrEqual(19);
  });
});

describe('old letters', () => {
  it('are emptied in the next round where it could not be done', async () => {
    const { db } = desk.shell;
    let tries = 0;
    const crash = {
      reach(point: string) {
        if (point === 'prune: before batch' && ++tries === 1) throw new Error('SQLITE_FULL');
      },
    };
    const raw = Buffer.from('From: p@x.test\r\nSubject: hello\r\n\r\n');
    storePiped(db, raw, Buffer.from([1]), desk.time.now);
    changeIn(db, { state: 'done', finishedAt: desk.time.now });
    desk.time.now += 3 * oneDayMs;
    await start({ ...desk.shell, crash }, undefined, 2);
    await until('the first try has failed', () => tries === 1);
    await rounds(2);
    await until('it is emptied', () => lettersIn(db)[0]?.kept === null);
  });

  it('are emptied at the start and once a day', async () => {
    const { db } = desk.shell;
    const raw = Buffer.from('From: p@x.test\r\nSubject: hello\r\n\r\n');
    const kept = () => lettersIn(db).filter((letter) => letter.kept !== null).length;
    let looks = 0;
    const crash = { reach: (point: string) => void (point === 'prune: committed' && looks++) };
    const finish = (finishedAt: number) =>
      changeIn(db, { state: 'done', finishedAt }, newestIn(db).id);
    storePiped(db, raw, Buffer.from([1]), desk.time.now);
    finish(desk.time.now);
    desk.time.now += 3 * oneDayMs;
    await start({ ...desk.shell, crash }, undefined, 2);
    // The letter, no more that came in, and none that went out.
    await until('it is emptied, and no other is to be', () => looks === 3);
    expect(kept()).toBe(0);

    storePiped(db, raw, Buffer.from([2]), desk.time.now);
    finish(0);
    desk.time.now += oneDayMs - 1_000;
    await rounds(2);
    expect([looks, kept()]).toEqual([3, 1]);
    desk.time.now += 2_000;
    await until('the next is emptied a day later', () => looks === 6);
    expect(kept()).toBe(0);

    desk.time.now -= 30 * oneDayMs;
    storePiped(db, raw, Buffer.from([3]), desk.time.now);
    finish(0);
    await until('a clock that was put back keeps none', () => kept() === 0);
  });
});
