import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { statusReport } from '../../../src/cli/look/status.ts';
import { oneDayMs } from '../../../src/limits.ts';
import { err } from '../../../src/result.ts';
import { keptBackups } from '../../../src/service/backup/copies.ts';
import {
  type Copier,
  type CopierJob,
  copyDatabaseNow,
  copyInto,
  makeCopier,
} from '../../../src/service/backup/make.ts';
import { tryCopy } from '../../../src/service/backup/write.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import { pauseAfter, startBackups } from '../../../src/service/process/backups.ts';
import { threadFile } from '../../../src/service/thread/thread-queue.ts';
import { openDatabase, openSqlite } from '../../../src/store/file/database.ts';
import {
  databaseId,
  newDatabaseId,
  noteServerAddress,
  serverAddressOf,
} from '../../../src/store/server/conditions.ts';
import { ADMIN, ALICE, openBoard } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { flat } from '../../support/desk/players.ts';
import { boards } from '../../support/stored/play.ts';
import { copyError } from '../../support/stored/server.ts';

const TEN_MINUTES = 600_000;
const STRANGE = 'turnpost-20261121T043000Z.sqlite.new-Ab12Cd';

let root: string;
let folder: string;
eachDesk();
beforeEach(async () => {
  root = join(desk.folder, 'backups');
  folder = join(root, databaseId(desk.shell.db));
  await openBoard(desk, 'forms -size=4x4');
});

const source = () => ({ database: join(desk.folder, 'turnpost.sqlite'), secret: undefined });
const here: Copier = {
  make: (from, place) => copyInto(from, place, desk.shell.time),
  try: async (copy) => tryCopy(copy),
  stop: async () => undefined,
};
const failing = (why: string): Copier => ({ ...here, make: async () => err(why) });
/** Makes one copy, as a server does that has just started. */
async function make(copier = here) {
  const backups = { folder: root, days: 2 };
  const running = startBackups(desk.shell, { ...source(), imap: undefined, backups }, copier);
  await running.copyIfDue();
  await running.stop();
}
const status = () => statusReport(desk.shell.db, undefined).join('\n');
async function report() {
  runHousekeeping(desk.shell);
  return desk.round();
}
const atNames = () => keptBackups(folder).map(({ at }) => at);

describe('the copies of the worker', () => {
  it('replace old ones, day after day', async () => {
    for (let day = 0; day < 5; day++) {
      await make();
      desk.time.now += oneDayMs;
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(atNames()).toEqual(
      [3, 2, 1].map((days) => Math.trunc((desk.time.now - days * oneDayMs) / 1000) * 1000),
    );
    expect(status()).toMatch(
      /Newest copy: 2026-11-25 09:\d\d UTC, .*turnpost-20261125T09\d{4}Z\.sqlite\n/,
    );
    // All of it is on one disk.
    const [letter, ...more] = await report();
    expect(more).toEqual([]);
    expect(flat(letter)).toContain('are on the same disk as the database');
    expect(status()).toContain('lie on the same disk');
    // A trouble that comes an hour later does not wait for it.
    desk.time.now += oneDayMs / 24;
    await make(failing('there is no room'));
    expect(flat((await report())[0])).toContain('there is no room');
    desk.time.now += oneDayMs;
    await make();
    expect(await report()).toEqual([]);
  });

  it('are made every ten minutes, while anything changes', async () => {
    const backups = { folder: root, days: 2 };
    const running = startBackups(desk.shell, { ...source(), imap: undefined, backups }, here);
    await running.copyIfDue();
    expect(atNames()).toHaveLength(1);
    desk.time.now += TEN_MINUTES;
    await running.copyIfDue();
    expect(atNames()).toHaveLength(1);
    await desk.answer(ALICE, 'a4b4');
    await running.copyIfDue();
    expect(atNames()).toHaveLength(2);
    await desk.answer(ALICE, 'list');
    desk.time.now += TEN_MINUTES / 2;
    await running.copyIfDue();
    expect(atNames()).toHaveLength(2);
    desk.time.now += TEN_MINUTES / 2;
    await running.copyIfDue();
    expect(atNames()).toHaveLength(3);
    await running.stop();
    const again = startBackups(desk.shell, { ...source(), imap: undefined, backups }, here);
    await again.copyIfDue();
    expect(atNames()).toHaveLength(3);
    await again.stop();
  });

  it('are made as seldom as their size asks for', () => {
    expect(pauseAfter(50, 10_000_000)).toBe(TEN_MINUTES);
    expect(pauseAfter(60_000, 10_000_000)).toBe(100 * 60_000);
    expect(pauseAfter(2_000, 1_000_000_000)).toBe(oneDayMs / 2);
  });

  it('leave old ones alone when none can be made, and the admins hear of it once', async () => {
    await make();
    desk.time.now += oneDayMs;
    await make(failing('there is no room'));
    expect(keptBackups(folder)).toHaveLength(1);
    const [letter, ...more] = await report();
    expect(more).toEqual([]);
    expect(letter?.to).toBe(ADMIN);
    expect(flat(letter)).toContain('no backup could be made: there is no room.');
    for (let day = 0; day < 3; day++) {
      desk.time.now += oneDayMs;
      await make(failing('there is still no room'));
      expect(await report()).toEqual([]);
    }
    expect(status()).toMatch(
      /Copies have failed since 2026-11-22 09:\d\d UTC: there is still no room\n/,
    );
    desk.time.now += oneDayMs;
    await make();
    expect(status()).not.toContain('No copy');
    desk.time.now += oneDayMs;
    await make(failing('there is no room again'));
    expect(flat((await report())[0])).toContain('no room again');
  });

  it('say why, where the folder cannot be used', async () => {
    writeFileSync(root, 'a file');
    await make();
    expect(status()).toMatch(/Copies have failed since .*: E(?:EXIST|NOTDIR)/);
  });

  it('are not dropped for one that is not whole', async () => {
    for (let times = 0; times < 4; times++) {
      await make();
      desk.time.now += TEN_MINUTES;
    }
    const before = atNames();
    // The secret is damaged: with such a backup no server would start.
    writeFileSync(join(desk.folder, 'turnpost.sqlite.secret'), 'half a sec');
    desk.time.now += 20 * oneDayMs;
    await make();
    expect(atNames()).toEqual(before);
    expect(copyError(desk.shell.db)).toContain('is damaged');
  });

  it('are known at the start where somebody else has made the newest', async () => {
    await make();
    desk.time.now += TEN_MINUTES;
    await desk.answer(ALICE, 'a4b4');
    const made = await copyInto(source(), { folder, days: 2 }, desk.shell.time);
    expect(made.ok).toBe(true);
    await make(failing('nobody is to ask'));
    expect(status()).toContain(`, ${keptBackups(folder).at(-1)?.file}`);
  });

  it('are made by a thread beside, while letters go on', async () => {
    mkdirSync(join(folder, STRANGE), { recursive: true });
    const making = makeCopier().make(source(), { folder, days: 2 });
    await desk.answer(ALICE, 'a4b4');
    expect(desk.sent.at(-1)?.subject).toContain('Board 1 ');
    expect(await making).toMatchObject({ ok: true, value: { removed: 0 } });
    const [backup] = keptBackups(folder);
    expect(readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual([]);
    expect(existsSync(`${backup?.file}.secret`)).toBe(true);
    const copy = openDatabase(backup?.file ?? '');
    expect(boards(copy)).toHaveLength(1);
    expect(databaseId(copy)).toBe(databaseId(desk.shell.db));
    copy.close();
  });

  it('are made at once for whoever waits, each with a name of its own', async () => {
    const { db } = desk.shell;
    const config = { ...source(), backups: { folder: root, days: 2 } };
    const both = [copyDatabaseNow(config, db), copyDatabaseNow(config, db)];
    expect(await Promise.all(both)).toEqual([undefined, undefined]);
    expect(keptBackups(folder)).toHaveLength(2);
    const none = join(folder, 'none');
    expect(await copyDatabaseNow({ ...config, database: none }, db)).toBe(
      `there is no database ${none}`,
    );
  });

  it('are made and tried also where a service manager forbids to change a priority', () => {
    const forbid = `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';
      os.setPriority = () => { throw new Error('EPERM'); }; syncBuiltinESMExports();`;
    const said = (job: CopierJob): unknown => {
      const workerData = JSON.stringify(job);
      const script = `const { Worker } = require('node:worker_threads');
        new Worker('${threadFile('copier-thread')}', { workerData: ${workerData} })
          .once('message', (said) => console.log(JSON.stringify({ said })));`;
      const first = `data:text/javascript,${encodeURIComponent(forbid)}`;
      return JSON.parse(
        execFileSync(process.execPath, ['--import', first, '-e', script]).toString(),
      );
    };
    expect(said({ source: source(), place: { folder, days: 2 } })).toMatchObject({
      said: { ok: true },
    });
    expect(said({ copy: keptBackups(folder)[0]?.file ?? '' })).toEqual({});
  });

  it('give way to a new one where the disk is full, but for the newest', async () => {
    for (let times = 0; times < 3; times++) {
      await make();
      desk.time.now += TEN_MINUTES;
    }
    const { length } = readFileSync(keptBackups(folder)[0]?.file ?? '');
    const free = () => (3 - keptBackups(folder).length) * 2 * length;
    const place = { folder, days: 2 };
    expect(await copyInto(source(), place, desk.shell.time, free)).toMatchObject({ ok: true });
    expect(keptBackups(folder)).toHaveLength(2);
    const before = keptBackups(folder);
    expect(await copyInto(source(), place, desk.shell.time, () => length / 2)).toEqual(
      err(expect.stringMatching(/^there is no room in /)),
    );
    expect(keptBackups(folder)).toEqual(before.slice(-1));
  });

  it('wait for each other in one folder', async () => {
    mkdirSync(folder, { recursive: true });
    const lock = openSqlite(join(folder, '.lock'));
    lock.exec('begin exclusive');
    mkdirSync(join(folder, STRANGE));
    const making = makeCopier().make(source(), { folder, days: 2 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(readdirSync(folder)).toContain(STRANGE);
    lock.close();
    expect(await making).toMatchObject({ ok: true });
    expect(readdirSync(folder)).not.toContain(STRANGE);
  });

  it('are no failure when the worker stops in the middle', async () => {
    const backups = { folder: root, days: 2 };
    const running = startBackups(desk.shell, { ...source(), imap: undefined, backups });
    void running.copyIfDue();
    await running.stop();
    expect(keptBackups(folder)).toEqual([]);
    expect(status()).not.toContain('No copy');
  });

  it('say of which server they are', async () => {
    noteServerAddress(desk.shell.db, 'games@example.org');
    await make();
    const copy = openDatabase(keptBackups(folder)[0]?.file ?? '');
    expect(serverAddressOf(copy)).toBe('games@example.org');
    copy.close();
  });

  it('of a database with another number lie elsewhere', async () => {
    await make();
    newDatabaseId(desk.shell.db);
    expect(databaseId(desk.shell.db)).toMatch(/^[0-9a-f]{16}$/);
    await make();
    expect(readdirSync(root)).toHaveLength(2);
    expect(keptBackups(folder)).toHaveLength(1);
  });
});
