import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { statusReport } from '../../../src/cli/look/status.ts';
import { oneDayMs } from '../../../src/limits.ts';
import { err } from '../../../src/result.ts';
import { makeCopier } from '../../../src/service/backup/copier.ts';
import { keptBackups } from '../../../src/service/backup/kept.ts';
import { makeBackup } from '../../../src/service/backup/make.ts';
import { writeBackup } from '../../../src/service/backup/write.ts';
import { tend } from '../../../src/service/due/tend.ts';
import { startBackups } from '../../../src/service/process/backups.ts';
import { spanOf } from '../../../src/service/process/schedule.ts';
import { openDatabase } from '../../../src/store/file/database.ts';
import { ADMIN, ALICE, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { flat } from '../../support/desk/players.ts';

let folder: string;
let desk: Desk;
beforeEach(async () => {
  desk = openDesk({ log: 'silent' });
  folder = join(desk.folder, 'backups');
  await openBoard(desk, 'forms -size=4x4');
});
afterEach(() => desk.close());

const here = { write: writeHere };
function writeHere(...[source, file]: Parameters<ReturnType<typeof makeCopier>['write']>) {
  return writeBackup(source, file, desk.shell.time);
}
const source = () => ({ database: join(desk.folder, 'turnpost.sqlite'), secret: undefined });
const make = (copier: Pick<ReturnType<typeof makeCopier>, 'write'> = here, keep = 2) =>
  makeBackup(desk.shell, source(), { folder, keep }, copier, new AbortController().signal);
const status = () => statusReport(desk.shell.db, undefined).join('\n');
async function report() {
  tend(desk.shell);
  return desk.round();
}

describe('the backups of the worker', () => {
  it('replace old ones, day after day', async () => {
    expect(status()).not.toContain('backup');
    for (let day = 0; day < 4; day++) {
      await make();
      desk.time.now += oneDayMs;
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(keptBackups(folder).map(({ at }) => at)).toEqual(
      [2, 1].map((days) => Math.trunc((desk.time.now - days * oneDayMs) / 1000) * 1000),
    );
    expect(status()).toMatch(
      /Newest backup: 2026-11-24 09:\d\d UTC, .*turnpost-20261124T09\d{4}Z\.sqlite$/,
    );
    expect(await report()).toEqual([]);
  });

  it('leave old ones alone when none can be made, and the admins hear of it once', async () => {
    await make();
    await make({ write: async () => err('there is no room') }, 1);
    expect(keptBackups(folder)).toHaveLength(1);
    const [letter, ...more] = await report();
    expect(more).toEqual([]);
    expect(letter?.to).toBe(ADMIN);
    expect(flat(letter)).toContain('no backup could be made: there is no room.');
    for (let day = 0; day < 3; day++) {
      desk.time.now += oneDayMs;
      await make({ write: async () => err('there is still no room') });
      expect(await report()).toEqual([]);
    }
    expect(status()).toMatch(
      /No backup can be made since 2026-11-21 09:\d\d UTC: there is still no room$/,
    );
    await make();
    expect(status()).not.toContain('No backup');
    desk.time.now += oneDayMs;
    await make({ write: async () => err('there is no room again') });
    expect(flat((await report())[0])).toContain('no room again');
  });

  it('say why, where the folder cannot be used', async () => {
    writeFileSync(folder, 'a file');
    await make();
    expect(status()).toMatch(/No backup can be made since .*: EEXIST/);
    const plan = {
      ...source(),
      imap: undefined,
      backups: { folder, schedule: '30 4 * * *', keep: 2 },
    };
    desk.shell.db.exec('delete from backups');
    const stop = startBackups(desk.shell, plan);
    await new Promise(setImmediate);
    await stop();
    expect(status()).toMatch(/No backup can be made since .*: EEXIST/);
  });

  it('are not dropped for one that is not whole', async () => {
    await make();
    desk.time.now += oneDayMs;
    const { db } = desk.shell;
    // The secret is damaged: with such a backup no server would start.
    writeFileSync(join(desk.folder, 'turnpost.sqlite.secret'), 'half a sec');
    await make(here, 1);
    expect(keptBackups(folder)).toHaveLength(1);
    expect(db.prepare('select error from backups').pluck().get()).toContain('is damaged');
  });

  it('are made by a process beside, while letters go on, and at once where one was missed', async () => {
    const leftover = join(folder, 'turnpost-20261121T043000Z.sqlite.new-Ab12Cd');
    mkdirSync(leftover, { recursive: true });
    const schedule = '30 4 * * *';
    const plan = { ...source(), imap: undefined, backups: { folder, schedule, keep: 2 } };
    const copier = makeCopier();
    let written: Promise<unknown> | undefined;
    const stop = startBackups(desk.shell, plan, {
      ...copier,
      write: (...job) => {
        const write = copier.write(...job);
        written = write;
        return write;
      },
    });
    while (!written) await new Promise((resolve) => setTimeout(resolve, 1));
    await desk.answer(ALICE, 'a4b4');
    expect(desk.sent.at(-1)?.subject).toContain('Board 1 ');
    expect(await written).toMatchObject({ ok: true, value: { secret: 'beside' } });
    await stop();
    const [backup] = keptBackups(folder);
    expect(readdirSync(folder)).toHaveLength(2);
    const copy = openDatabase(backup?.file ?? '');
    expect(copy.prepare('select count(*) from matches').pluck().get()).toBe(1);
    copy.close();
    // One that is young enough is enough for the next start, too.
    desk.time.now += oneDayMs / 2;
    const again = startBackups(desk.shell, plan);
    await again();
    expect(keptBackups(folder)).toEqual([backup]);
  });

  it('leave nothing behind, and are no failure, when the worker stops', async () => {
    const plan = {
      ...source(),
      imap: undefined,
      backups: { folder, schedule: '30 4 * * *', keep: 2 },
    };
    const stop = startBackups(desk.shell, plan);
    while (!existsSync(folder)) await new Promise((resolve) => setTimeout(resolve, 1));
    await stop();
    expect(readdirSync(folder)).toEqual([]);
    expect(status()).not.toContain('backup');
  });

  it('count as missed after the time between two of them', () => {
    expect(spanOf('30 4 * * *')).toBe(oneDayMs);
    expect(spanOf('0 */6 * * *')).toBe(oneDayMs / 4);
  });
});
