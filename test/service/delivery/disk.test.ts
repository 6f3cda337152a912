import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readStored } from '../../../src/service/in/read.ts';
import { type Database, openSqlite, sqlitePackage } from '../../../src/store/file/database.ts';
import { storePiped } from '../../../src/store/letters/inbox.ts';
import {
  type Act,
  actOf,
  closePrepared,
  expectDone,
  expectNoneTwice,
  prepare,
} from '../../support/desk/acts.ts';
import { type Desk, openDesk } from '../../support/desk/desk.ts';
import { inHand, type Picture, pictureOf, unfinished } from '../../support/desk/picture.ts';
import { present } from '../../support/run/present.ts';
import { full, throwDice } from '../../support/run/seed.ts';
import { until } from '../../support/servers/ports.ts';
import { changeIn, lettersIn, putAside } from '../../support/stored/letters.ts';

const ACTS = ['a move', 'three letters at once'].map(actOf);
/** Polls while the disk is full, or somebody else writes: as many as a bad night has. */
const BAD_ROUNDS = 12;

afterAll(closePrepared);

/** A round of the worker, which goes on with the next step when one fails. */
const round = (desk: Desk): Promise<unknown> => desk.round().catch(() => undefined);

/** Checks that everything has been done by itself, soon after the fault was gone. */
async function expectAllDone(act: Act, desk: Desk, sentBefore: number, cutOff: readonly string[]) {
  for (let count = 1; count <= 3; count++) await desk.round();
  const { db } = desk.shell;
  expect(unfinished(db)).toEqual([]);
  expect(putAside(db)).toEqual([]);
  expect([...desk.box.keys()].filter((uid) => !desk.filed.has(uid))).toEqual([]);
  const sent = desk.sent.slice(sentBefore);
  expectDone(act, db, sent);
  expectNoneTwice(sent, cutOff);
}

async function playClean(act: Act): Promise<Picture> {
  const desk = await prepare(act);
  for (const letter of act.letters(desk)) desk.put(letter);
  await desk.round();
  const picture = pictureOf(desk.shell.db);
  desk.close();
  return picture;
}

describe('a database that cannot grow', () => {
  it.each(ACTS)('by any number of pages loses nothing of $name', async (act) => {
    const picture = await playClean(act);
    let failed = 0;
    for (let pages = 0; ; pages++) {
      const desk = await prepare(act);
      const { db } = desk.shell;
      const sentBefore = desk.sent.length;
      for (const letter of act.letters(desk)) desk.put(letter);
      db.pragma('incremental_vacuum');
      const now = db.pragma('page_count', { simple: true }) as number;
      const free = db.pragma('freelist_count', { simple: true }) as number;
      db.pragma(`max_page_count = ${now + pages}`);
      for (let count = 1; count <= BAD_ROUNDS; count++) await round(desk);
      const stuck = unfinished(db).length > 0 || desk.filed.size < desk.box.size;
      db.pragma('max_page_count = 1000000');
      await expectAllDone(act, desk, sentBefore, []);
      expect(pictureOf(db), `with ${pages} pages more, ${free} free`).toEqual(picture);
      desk.close();
      if (!stuck) break;
      failed++;
    }
    expect(failed).toBeGreaterThan(0);
  });

  const root = present(
    'mount, and root to use it',
    process.getuid?.() === 0 && existsSync('/usr/bin/mount'),
  );
  it.runIf(root)('because its disk is full goes on when there is room', async (context) => {
    const base = mkdtempSync(join(tmpdir(), 'turnpost-disk-'));
    try {
      execFileSync('/usr/bin/mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', base]);
    } catch {
      rmSync(base, { recursive: true });
      // A container may forbid it even to root.
      context.skip('no file system can be mounted here');
    }
    const opened: Desk[] = [];
    let stuck = 0;
    try {
      const act = actOf('a move');
      for (const room of [0, 1, 2, 4, 8, 16, 24, 32, 48, 64]) {
        const prepared = await prepare(act);
        const desk = prepared.copy({ base });
        prepared.close();
        opened.push(desk);
        const sentBefore = desk.sent.length;
        for (const letter of act.letters(desk)) desk.put(letter);
        fill(base, room * 1024);
        for (let count = 1; count <= BAD_ROUNDS; count++) await round(desk);
        if (desk.filed.size < desk.box.size) stuck++;
        // One copy more for each time that there was room to begin and none to note the end.
        const cutOff = desk.sent
          .slice(sentBefore)
          .map(({ email }) => email.messageId?.slice(1, -1) ?? '');
        rmSync(join(base, 'filler'));
        await expectAllDone(act, desk, sentBefore, [...new Set(cutOff)]);
        opened.pop()?.close();
      }
      expect(stuck).toBeGreaterThan(0);
    } finally {
      for (const desk of opened) desk.close();
      execFileSync('/usr/bin/umount', [base]);
      rmSync(base, { recursive: true });
    }
  });
});

/** Fills a small disk, but for a number of bytes. */
function fill(folder: string, room: number): void {
  const available = execFileSync('df', ['--output=avail', '--block-size=1', folder]);
  const bytes = Number(available.toString().trim().split('\n')[1]) - room;
  writeFileSync(join(folder, 'filler'), Buffer.alloc(bytes));
}

describe('a database that somebody else writes to', () => {
  it.each(throwDice('locks').sample(ACTS, 1))(
    'from any point on loses nothing of $name',
    async (act) => {
      const picture = await playClean(act);
      for (let at = 1; ; at++) {
        const desk = await prepare(act);
        const sentBefore = desk.sent.length;
        for (const letter of act.letters(desk)) desk.put(letter);
        let other: Database | undefined;
        let reached = 0;
        let firstRound = true;
        desk.reopen({
          reach() {
            if (firstRound && ++reached === at) other = holdLock(desk);
          },
        });
        const { db } = desk.shell;
        db.pragma('busy_timeout = 1');
        for (let count = 1; count <= BAD_ROUNDS; count++) {
          await round(desk);
          firstRound = false;
        }
        other?.close();
        const cutOff = inHand(db);
        await expectAllDone(act, desk, sentBefore, cutOff);
        expect(pictureOf(db), `locked at point ${at}`).toEqual(picture);
        desk.close();
        if (reached < at) break;
      }
    },
  );

  it('ends the reading, instead of failing for each letter that waits', async () => {
    const failures: string[] = [];
    const desk = openDesk({ logTo: { write: (line) => void failures.push(line) } });
    const { db } = desk.shell;
    db.pragma('busy_timeout = 1');
    for (let letter = 0; letter < 5; letter++) {
      const raw = Buffer.from(`From: p${letter}@x.test\r\nSubject: help\r\n\r\n`);
      storePiped(db, raw, Buffer.from([letter]), desk.time.now);
    }
    // As after a crash, each is read alone.
    changeIn(db, { grouped: 1 });
    const other = holdLock(desk);
    const read = () => readStored(desk.shell, new AbortController().signal);
    await expect(read()).rejects.toThrow('database is locked');
    expect(failures).toEqual([]);
    other?.close();
    await read();
    expect(new Set(lettersIn(db).map(({ state }) => state))).toEqual(new Set(['done']));
    desk.close();
  });

  it('for longer than we wait goes on when that process is done', async () => {
    const act = actOf('a move');
    const desk = await prepare(act);
    const sentBefore = desk.sent.length;
    for (const letter of act.letters(desk)) desk.put(letter);
    const { db } = desk.shell;
    const waitMs = full ? (db.pragma('busy_timeout', { simple: true }) as number) : 300;
    db.pragma(`busy_timeout = ${waitMs}`);
    const path = join(desk.folder, 'turnpost.sqlite');
    const sqlite = createRequire(import.meta.url).resolve(sqlitePackage(process.versions.node));
    const script = `
      const db = new (require(${JSON.stringify(sqlite)}))(${JSON.stringify(path)});
      db.exec('begin immediate');
      console.log('locked');
      setTimeout(() => db.exec('rollback'), ${waitMs * 3});`;
    const child = spawn(process.execPath, ['-e', script]);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await until('the other process has the lock', () => output.includes('locked'));
    await expect(desk.round()).rejects.toThrow('database is locked');
    await ended;
    await expectAllDone(act, desk, sentBefore, []);
    desk.close();
  });
});

/** Takes the write lock as another process does, unless we are writing ourselves just now. */
function holdLock(desk: Desk): Database | undefined {
  const other = openSqlite(join(desk.folder, 'turnpost.sqlite'), { timeout: 0 });
  try {
    other.exec('begin immediate');
    return other;
  } catch {
    other.close();
    return undefined;
  }
}
