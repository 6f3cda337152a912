import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { err } from '../../../src/result.ts';
import { readLimits } from '../../../src/server-limits.ts';
import { readStored } from '../../../src/service/in/read.ts';
import { takePiped } from '../../../src/service/in/receive.ts';
import type { Shell } from '../../../src/service/shell/shell.ts';
import type { Parser } from '../../../src/service/thread/parser.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { lettersIn } from '../../support/stored/letters.ts';

const signal = new AbortController().signal;
let desk: Desk;
beforeEach(async () => {
  desk = openDesk();
  await openBoard(desk, 'forms -size=4x4');
});
afterEach(() => desk.close());

/** Puts letters into the mailbox without letting anybody look. */
const drop = (...drafts: readonly (Draft | Uint8Array)[]): void => {
  for (const draft of drafts) {
    const uid = desk.box.size + 1;
    desk.box.set(uid, draft instanceof Uint8Array ? draft : writeLetter(draft, uid));
  }
};
const by = (person: string, text: string): Draft => answerTo(desk.newest(person), text);
const help = (name: string): Draft => ({ from: `${name}@x.test`, subject: 'help', text: '' });
const rows = () =>
  lettersIn(desk.shell.db)
    .slice(6)
    .map(({ state, reason, attempts, grouped }) => ({ state, reason, attempts, grouped }));
const states = () => rows().map(({ state }) => state);

/** Counts the crash points of one round. */
async function pointsOf(): Promise<ReadonlyMap<string, number>> {
  const points = new Map<string, number>();
  desk.reopen({ reach: (point) => void points.set(point, (points.get(point) ?? 0) + 1) });
  await desk.round();
  return points;
}

describe('a decision', () => {
  /** Whether the log of the database grows between the look for letters to file and their filing. */
  async function syncsToFile(): Promise<boolean> {
    const log = () => statSync(join(desk.folder, 'turnpost.sqlite-wal')).size;
    const sizes = new Map<string, number>();
    desk.reopen({
      reach(point) {
        // The guard writes a mark of its own at its first look.
        if (point === 'file: before flag') desk.shell.guard.isIntact();
        sizes.set(point, log());
      },
    });
    await desk.round();
    return Number(sizes.get('file: after flag')) > Number(sizes.get('file: before flag'));
  }

  it('is on the disk before the copy on the server is filed, by the lease of its letters or else by itself', async () => {
    drop(help('one'));
    expect(await syncsToFile()).toBe(false);
    drop(
      Buffer.from('From: machine@x.test\r\nAuto-Submitted: auto-replied\r\nSubject: away\r\n\r\n'),
    );
    expect(await syncsToFile()).toBe(true);
    expect(states().at(-1)).toBe('ignored');
  });
});

describe('letters that wait together', () => {
  it('are read in one commit, and one that is alone is read alone', async () => {
    drop(help('one'), help('two'), help('three'));
    const points = await pointsOf();
    expect(points.get('read: group committed')).toBe(1);
    expect(points.get('read: concluded')).toBe(3);
    expect(points.has('read: counted')).toBe(false);
    drop(help('four'));
    const alone = await pointsOf();
    expect(alone.get('read: counted')).toBe(1);
    expect(alone.has('read: group counted')).toBe(false);
    expect(states()).toEqual(Array(4).fill('done'));
  });

  it('are taken so many at a time, and so many bytes', async () => {
    const large = { ...help('large'), text: 'x'.repeat(900_000) };
    drop(...Array.from({ length: readLimits.letters + 2 }, (_, index) => help(`p${index}`)));
    expect((await pointsOf()).get('read: group committed')).toBe(2);
    drop(...Array.from({ length: 6 }, () => large));
    // Four of them have room together; then two more.
    expect((await pointsOf()).get('read: group committed')).toBe(2);
  });

  it('are read in the order in which they came, also about one board', async () => {
    drop(by(ALICE, 'a4b4\nresign'), by(ALICE, 'b1a1'), by(BOB, 'resign'));
    await desk.round();
    expect(states()).toEqual(['done', 'refused', 'refused']);
    expect(storedBoard(desk)).toMatchObject({ moves: 'a4xb4', winner: 'white' });
  });

  it('are read in the order in which they came, by the mailbox and by the pipe', async () => {
    desk.put(by(ALICE, 'a2b2'));
    desk.time.now += 1_000;
    takePiped(desk.shell, writeLetter(by(ALICE, 'a4b4'), 900));
    await desk.round();
    expect(storedBoard(desk).moves).toBe('a2xb2');
  });

  it('are known as copies of each other', async () => {
    const raw = writeLetter(by(ALICE, 'resign'), 90);
    drop(raw, Buffer.concat([Buffer.from('Received: again\r\n'), raw]), raw);
    await desk.round();
    expect(rows().map(({ state, reason }) => [state, reason])).toEqual([
      ['done', null],
      ['ignored', 'the same as 7'],
      ['ignored', 'the same as 7'],
    ]);
  });

  it('are not stopped by one that fails, which is undone and read alone the next time', async () => {
    let concluded = 0;
    desk.reopen({
      reach(point) {
        if (point === 'read: concluded' && ++concluded === 2) throw new Error('a bug');
      },
    });
    drop(help('one'), by(ALICE, 'resign'), help('three'));
    await desk.round();
    expect(states()).toEqual(['done', 'stored', 'done']);
    const revision = () => storedBoard(desk).revision;
    expect(revision()).toBe(1);
    await desk.round();
    expect(rows()[1]).toEqual({ state: 'done', reason: null, attempts: 1, grouped: 1 });
    expect(revision()).toBe(2);
  });

  it('are put aside alone when taking one apart is too slow or kills the parser', async () => {
    const parser: Parser = {
      ...desk.shell.parser,
      async parse(raw, own) {
        const text = Buffer.from(raw).toString('latin1');
        if (text.includes('slow@x.test')) return err('reading took too long');
        if (text.includes('killer@x.test')) throw new Error('out of memory');
        return desk.shell.parser.parse(raw, own);
      },
      stop: async () => undefined,
    };
    drop(help('one'), help('slow'), help('killer'), help('four'));
    await fetchOnly();
    const shell: Shell = { ...desk.shell, parser };
    for (let round = 0; round < 4; round++) await readStored(shell, signal);
    expect(rows()).toEqual([
      { state: 'done', reason: null, attempts: 0, grouped: 1 },
      { state: 'put-aside', reason: 'reading took too long', attempts: 0, grouped: 1 },
      { state: 'put-aside', reason: 'reading failed too often', attempts: 2, grouped: 1 },
      { state: 'done', reason: null, attempts: 0, grouped: 1 },
    ]);
  });
});

describe('a process that dies', () => {
  it('of one letter in a group puts that one aside at the third start of its own', async () => {
    drop(help('one'), help('killer'), help('three'));
    await fetchOnly();
    let deaths = 0;
    for (let start = 0; start < 8; start++) {
      let dead = false;
      desk.reopen();
      const shell: Shell = {
        ...desk.shell,
        parser: {
          ...desk.shell.parser,
          async parse(raw, own) {
            if (!dead && Buffer.from(raw).includes('killer@x.test')) {
              dead = true;
              deaths++;
              // As SIGKILL does: nothing more is written by this process.
              desk.shell.db.close();
            }
            if (dead) throw new Error('dead');
            return desk.shell.parser.parse(raw, own);
          },
          stop: async () => undefined,
        },
      };
      await readStored(shell, signal).catch(() => undefined);
    }
    // Once in the group, then alone, twice; the third time it is not begun.
    expect(deaths).toBe(3);
    expect(rows()).toMatchObject([
      { state: 'done' },
      { state: 'put-aside', reason: 'reading failed too often', attempts: 2 },
      { state: 'done' },
    ]);
  });

  it('at any point loses and repeats nothing of a group', async () => {
    desk.close();
    const begun = openDesk();
    await openBoard(begun, 'forms -size=4x4');
    const points = new Set<string>();
    for (let count = 1; ; count++) {
      desk = begun.copy();
      const letters = desk.sent.length;
      const move = writeLetter(by(ALICE, 'a4b4'), 90);
      let reached = 0;
      let died: string | undefined;
      desk.reopen({
        reach(point) {
          if (died === undefined && ++reached !== count) return;
          died ??= point;
          desk.shell.db.close();
          throw new Error(`died at ${died}`);
        },
      });
      drop(move, help('one'), move, help('two'));
      await desk.round().catch(() => undefined);
      desk.reopen();
      await desk.round();
      await desk.round();
      expect(states()).toEqual(['done', 'done', 'ignored', 'done']);
      expect(storedBoard(desk)).toMatchObject({ moves: 'a4xb4', revision: 2 });
      const ids = desk.sent.slice(letters).map(({ email }) => email.messageId);
      expect(new Set(ids).size).toBe(4);
      if (died === undefined) break;
      points.add(died);
      desk.close();
    }
    begun.close();
    expect([...points].filter((point) => point.startsWith('read: '))).toEqual([
      'read: before group count',
      'read: group counted',
      'read: group parsed',
      'read: applied',
      'read: concluded',
      'read: before group commit',
      'read: group committed',
    ]);
  });
});

/** Lets the letters of the mailbox be stored and nothing else. */
async function fetchOnly(): Promise<void> {
  desk.reopen({
    reach(point) {
      if (point === 'receive: fetched') throw new Error('not read yet');
    },
  });
  await desk.round().catch(() => undefined);
  desk.reopen();
}
