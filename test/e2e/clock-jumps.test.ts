import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../src/limits.ts';
import { writeLetter } from '../support/post/letters.ts';
import { hasFaketime, type MachineClock, makeMachineClock } from '../support/process/faketime.ts';
import { type Program, startProgram } from '../support/process/process.ts';
import { newFolder } from '../support/run/folder.ts';
import { present } from '../support/run/present.ts';
import { throwDice } from '../support/run/seed.ts';
import { type FakeImap, startFakeImap } from '../support/servers/fake-imap.ts';
import { until } from '../support/servers/ports.ts';
import { type Sink, startSink } from '../support/servers/sink.ts';

/** A machine that has slept, was put right, or starts without knowing what day it is. */

const GAMES = 'games@turnpost.test';
/** Shortly before a poll, which then comes late by the whole jump. */
const NOW = Date.UTC(2026, 10, 21, 9, 0, 55);
const BOOT = Date.UTC(1970, 0, 1, 0, 0, 55);
/** A letter that came in is looked after, once more; the rest is for a machine that is slow. */
const POLLS_MAX = 10;

describe.skipIf(!present('libfaketime', hasFaketime()))('a clock of the machine that jumps', () => {
  let folder: string;
  let clock: MachineClock;
  let imap: FakeImap;
  let sink: Sink;
  let worker: Program;
  let polls: number;
  const letters: string[] = [];

  beforeEach(async () => {
    folder = newFolder();
    clock = makeMachineClock(folder);
    letters.length = 0;
    polls = 0;
    imap = await startFakeImap(letters, (command) => {
      if (command.includes(':*')) polls++;
      return false;
    });
    sink = await startSink('games', 'secret');
  });
  afterEach(async () => {
    worker.signal('SIGKILL');
    await imap.stop();
    await sink.stop();
  });

  const start = async (at: number): Promise<void> => {
    clock.set(at);
    worker = startProgram(
      'dist/main.js',
      ['start'],
      {
        ...clock.env,
        TURNPOST_ADDRESS: GAMES,
        TURNPOST_IMAP_URL: `imap://games:secret@127.0.0.1:${imap.port}/INBOX`,
        TURNPOST_SMTP_URL: `smtp://games:secret@127.0.0.1:${sink.port}`,
        TURNPOST_DATABASE: join(folder, 'turnpost.sqlite'),
        TURNPOST_PLUS: 'off',
      },
      folder,
    );
    await worker.prints('waiting for e-mail');
    await until('the mailbox is read', () => polls > 0);
  };

  /** Somebody writes, and the server hears of it only when it looks. */
  const write = (userid: string): void => {
    const address = `${userid}@home.test`;
    const draft = { from: address, to: GAMES, subject: `signup ${userid}`, text: '' };
    letters.push(Buffer.from(writeLetter(draft, letters.length)).toString('utf8'));
  };

  const memoryKib = (): number =>
    Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${worker.pid}/status`, 'utf8'))?.[1]);

  const JUMPS: readonly [string, number, number][] = [
    ['by a month', NOW, NOW + 30 * oneDayMs],
    ['by more than a year', NOW, NOW + 400 * oneDayMs],
    ['by fifty years', NOW, NOW + 50 * 365 * oneDayMs],
    ['from 1970 to now', BOOT, NOW],
  ];
  it.each(throwDice('jumps of the clock').sample(JUMPS, 1))(
    'is followed by a poll: %s, and back',
    async (_, before, after) => {
      await start(before);
      const memory = memoryKib();
      for (const [userid, at] of [
        ['alice', after],
        ['bob', before],
      ] as const) {
        const earlier = polls;
        write(userid);
        clock.set(at);
        const { email } = await sink.next(`${userid}@home.test`);
        expect(Math.abs(Date.parse(email.date ?? '') - at)).toBeLessThan(oneDayMs);
        expect(polls - earlier).toBeLessThanOrEqual(POLLS_MAX);
      }
      expect(memoryKib()).toBeLessThan(2 * memory);
      worker.signal('SIGTERM');
      expect(await worker.ended()).toEqual({ code: 0, signal: null });
      for (const line of worker.output().trimEnd().split('\n')) {
        expect(() => JSON.parse(line), line).not.toThrow();
      }
    },
  );
});
