import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replayLetters } from '../../../src/cli/look/retry.ts';
import { err } from '../../../src/result.ts';
import { readLimits, reportLimits } from '../../../src/server-limits.ts';
import { reportToAdmins } from '../../../src/service/due/report.ts';
import { readStored } from '../../../src/service/in/read.ts';
import type { Shell } from '../../../src/service/shell/shell.ts';
import { ThreadNotStarted } from '../../../src/service/thread/thread-queue.ts';
import {
  ADMIN,
  ALICE,
  BOB,
  type Desk,
  openBoard,
  openDesk,
  type Sent,
} from '../../support/desk/desk.ts';
import { keptLetters } from '../../support/desk/kept-letters.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo, type Draft } from '../../support/post/letters.ts';
import { newestIn } from '../../support/stored/letters.ts';

let desk: Desk;
beforeEach(async () => {
  desk = openDesk();
  await openBoard(desk, 'forms -size=4x4');
});
afterEach(() => desk.close());

const flat = (letter: Sent | undefined): string => (letter?.text ?? '').replace(/\s+/g, ' ');
const TOLD = 'Your e-mail could not be read, so nothing was done.';
const newest = () => newestIn(desk.shell.db);
const moves = () => storedBoard(desk).moves;

/** Rounds in which the process dies at a point, like by SIGKILL: nothing more is written. */
async function dieAt(point: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    desk.reopen({
      reach(reached) {
        if (reached !== point) return;
        desk.shell.db.close();
        throw new Error('died');
      },
    });
    await desk.round().catch(() => undefined);
  }
  desk.reopen();
}
const killBy = async (draft: Draft): Promise<readonly Sent[]> => {
  desk.put(draft);
  await dieAt('read: counted', 2);
  return desk.round();
};
const to = (letters: readonly Sent[], address: string) =>
  letters.filter((letter) => letter.to === address);

describe('a letter that the process has died over twice', () => {
  it('is put aside, and its player is told in an answer to it', async () => {
    const draft = answerTo(desk.newest(ALICE), 'a4b4');
    const sent = await killBy(draft);
    expect(newest()).toMatchObject({ state: 'put-aside', attempts: 2 });
    const [told, ...more] = to(sent, ALICE);
    expect(more).toEqual([]);
    expect(flat(told)).toContain(TOLD);
    expect(told?.email.inReplyTo).toBe(`<letter-${desk.box.size}@mail.test>`);
    expect(moves()).toBe('');
    // To send it again is to play it.
    await desk.post(draft);
    expect(moves()).toBe('a4xb4');
  });

  it.each([
    ['a stranger', { from: 'eve@x.test', text: 'help' }],
    ['a machine', { from: ALICE, text: 'x', headers: ['Auto-Submitted: auto-replied'] }],
    ['two senders', { from: `${ALICE}, ${BOB}`, text: 'x' }],
  ])('is not told about to %s', async (_, draft) => {
    const sent = await killBy(draft);
    expect(newest().state).toBe('put-aside');
    expect(sent.filter((letter) => letter.to !== ADMIN)).toEqual([]);
  });

  it('is not told about to who sends reports of delivery', async () => {
    desk.put({ from: ALICE, text: 'x' });
    const raw = Buffer.from(desk.box.get(desk.box.size) ?? []).toString();
    const report = raw.replace('text/plain; charset=utf-8', 'multipart/report; boundary=b');
    desk.box.set(desk.box.size, Buffer.from(report));
    await dieAt('read: counted', 2);
    expect(to(await desk.round(), ALICE)).toEqual([]);
    expect(newest().state).toBe('put-aside');
  });

  it('is named to the admins, who can have it read again in both ways, and are told again', async () => {
    const report = async () => {
      desk.time.now += reportLimits.everyMs;
      reportToAdmins(desk.shell);
      return to(await desk.round(), ADMIN)
        .map(flat)
        .join(' ');
    };
    await killBy(answerTo(desk.newest(ALICE), 'a4b4'));
    const { id } = newest();
    expect(await report()).toContain(`${id} reading failed too often`);

    expect(replayLetters(desk.shell.db, [String(id)]).ok).toBe(true);
    await dieAt('read: counted', 2);
    await desk.round();
    expect(await report()).toContain(`${id} reading failed too often`);

    await desk.post({ from: ADMIN, subject: `admin retry in${id}`, text: '' });
    await desk.answer(ADMIN, 'yes');
    await desk.round();
    expect(moves()).toBe('a4xb4');
  });

  it('and then dies of telling it, is put aside without a word', async () => {
    desk.put(answerTo(desk.newest(ALICE), 'resign'));
    await dieAt('read: counted', 2);
    await dieAt('read: giving up', 1);
    expect(to(await desk.round(), ALICE)).toEqual([]);
    expect(newest()).toMatchObject({ state: 'put-aside', attempts: 2 });
    expect(String(keptLetters(desk.shell.db).at(-1))).toContain('resign');
  });
});

describe('a machine that ends in the middle of a letter', () => {
  let life = 1;
  beforeEach(() => {
    life = 1;
    desk.close();
    desk = openDesk({ log: 'silent', boot: () => `life ${life}` });
    return openBoard(desk, 'forms -size=4x4');
  });
  /** Lives of the machine, each of which ends at a point. */
  const endAt = async (point: string, times: number): Promise<void> => {
    for (let count = 0; count < times; count++) {
      await dieAt(point, 1);
      life++;
    }
    desk.reopen();
  };

  it.each(['read: counted', 'read: parsed', 'read: before commit'])(
    'is not held against it: %s',
    async (point) => {
      desk.put(answerTo(desk.newest(ALICE), 'a4b4'));
      await endAt(point, readLimits.restarts);
      await desk.round();
      expect([newest().state, moves()]).toEqual(['done', 'a4xb4']);
    },
  );

  it('is not held against it where it is given up already', async () => {
    desk.put(answerTo(desk.newest(ALICE), 'a4b4'));
    await dieAt('read: counted', 2);
    await endAt('read: giving up', 1);
    await desk.round();
    expect([newest().state, moves()]).toEqual(['done', 'a4xb4']);
  });

  it('is, so often that it may end each time because of the letter', async () => {
    desk.put(answerTo(desk.newest(ALICE), 'a4b4'));
    await endAt('read: counted', readLimits.restarts + 2);
    expect(
      to(await desk.round(), ALICE)
        .map(flat)
        .join(),
    ).toContain(TOLD);
    expect([newest().state, moves()]).toEqual(['put-aside', '']);
  });

  it('counts like the process alone where the system has no name for its lives', async () => {
    life = 0;
    const nameless = openDesk({ log: 'silent', boot: () => '' });
    desk.close();
    desk = nameless;
    await openBoard(desk, 'forms -size=4x4');
    desk.put(answerTo(desk.newest(ALICE), 'a4b4'));
    await endAt('read: counted', 2);
    await desk.round();
    expect(newest().state).toBe('put-aside');
  });
});

describe('a thread that cannot be started', () => {
  it('is not held against a letter', async () => {
    desk.put(answerTo(desk.newest(ALICE), 'a4b4'));
    const { parser } = desk.shell;
    for (let count = 0; count < 4; count++) {
      desk.reopen({
        reach(point) {
          if (point === 'receive: fetched') throw new Error('not read yet');
        },
      });
      await desk.round().catch(() => undefined);
      const dead = { ...parser, parse: () => Promise.reject(new ThreadNotStarted('no memory')) };
      await readStored({ ...desk.shell, parser: dead }, new AbortController().signal);
      expect(newest()).toMatchObject({ state: 'stored', attempts: 0 });
    }
    desk.reopen();
    await desk.round();
    expect(moves()).toBe('a4xb4');
  });
});

describe('a letter that takes too long', () => {
  it('is told about to its player, and once only', async () => {
    const shell = (): Shell => ({
      ...desk.shell,
      parser: {
        ...desk.shell.parser,
        parse: async (raw, own) =>
          Buffer.from(raw).includes('slow')
            ? err('reading took too long')
            : desk.shell.parser.parse(raw, own),
        stop: async () => undefined,
      },
    });
    const fetchOnly = async () => {
      desk.reopen({
        reach(point) {
          if (point === 'receive: fetched') throw new Error('not read yet');
        },
      });
      await desk.round().catch(() => undefined);
      desk.reopen();
    };
    desk.put({ from: ALICE, text: 'slow' });
    const raw = desk.box.get(desk.box.size) ?? new Uint8Array();
    desk.box.set(desk.box.size + 1, raw);
    await fetchOnly();
    await readStored(shell(), new AbortController().signal);
    expect(newest()).toMatchObject({ state: 'ignored' });
    const sent = to(await desk.round(), ALICE);
    expect(sent.map(flat).filter((text) => text.includes(TOLD))).toHaveLength(1);
  });
});

describe('a stop in the middle of a letter', () => {
  it('is not held against it', async () => {
    desk.put(answerTo(desk.newest(ALICE), 'a4b4'));
    for (let count = 0; count < 4; count++) {
      const stop = new AbortController();
      desk.reopen({
        reach(point) {
          if (point === 'receive: fetched') throw new Error('not read yet');
        },
      });
      await desk.round().catch(() => undefined);
      const shell: Shell = {
        ...desk.shell,
        parser: {
          ...desk.shell.parser,
          parse: () => {
            stop.abort();
            return Promise.reject(new Error('the parser has been stopped'));
          },
          stop: async () => undefined,
        },
      };
      await readStored(shell, stop.signal);
      expect(newest()).toMatchObject({ state: 'stored', attempts: 0 });
    }
    desk.reopen();
    await desk.round();
    expect(moves()).toBe('a4xb4');
  });
});
