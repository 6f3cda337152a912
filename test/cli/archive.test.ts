import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportTo, importFrom } from '../../src/cli/matches.ts';
import { systemTime } from '../../src/ports.ts';
import { openDatabase } from '../../src/store/file/database.ts';
import { takeLock } from '../../src/store/file/lock.ts';
import { ALICE, BOB, openDesk } from '../support/desk/desk.ts';
import { desk, eachDesk } from '../support/desk/each.ts';
import { newFolder } from '../support/run/folder.ts';

let folder: string;
let archive: string;
let database: string;
eachDesk('forms -size=4x4');
beforeEach(async () => {
  folder = newFolder();
  archive = join(folder, 'archive');
  database = join(folder, 'data', 'turnpost.sqlite');
  await desk.answer(ALICE, 'a4b4');
  await desk.answer(BOB, 'resign 1');
});

const bring = (from: string) =>
  importFrom({ address: 'games@example.org', database, secret: undefined }, from, systemTime);

describe('turnpost export', () => {
  it('says how many matches are where', () => {
    expect(exportTo(desk.shell.db, archive)).toEqual({
      ok: true,
      value: `Finished matches in ${archive}: 1. Months: 1.`,
    });
  });

  it('says when there is nothing to export', () => {
    const other = openDesk();
    expect(exportTo(other.shell.db, archive)).toEqual({
      ok: true,
      value: 'No match is finished yet: there is nothing to export.',
    });
    other.close();
  });

  it('says in one line why it did not work', () => {
    writeFileSync(archive, '');
    const exported = exportTo(desk.shell.db, archive);
    expect(exported).toMatchObject({ ok: false, error: expect.stringContaining('EEXIST') });
    expect(JSON.stringify(exported)).not.toContain('\\n');
  });
});

describe('turnpost import', () => {
  beforeEach(() => exportTo(desk.shell.db, archive));

  it('makes the database where there is none, and leaves it free', async () => {
    expect(await bring(archive)).toEqual({
      ok: true,
      value: [
        'Matches imported: 1. Files read: 1.',
        'New players: 2. They have no address yet. To add one, write to the server as an',
        'admin: admin address USERID ADDRESS',
      ],
    });
    const db = openDatabase(database);
    expect(exportTo(db, join(folder, 'again'))).toMatchObject({ ok: true });
    db.close();
    const file = (from: string) => readFileSync(join(folder, from, '2026-11.jsonl'), 'utf8');
    expect(file('again')).toBe(file('archive'));
    const lock = takeLock(database, { pid: 1, host: 'mars', since: 0 });
    if (!lock.ok) throw new Error('the lock was kept');
    lock.value.release();
  });

  it('says how many matches are in the way', async () => {
    await bring(archive);
    expect(await bring(archive)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/This one has 1 matches\nand 0 challenges/),
    });
  });

  it('names the file, the line and the reason', async () => {
    const path = join(archive, '2026-11.jsonl');
    const line = readFileSync(path, 'utf8');
    writeFileSync(path, line.replace('a4xb4', 'a4xd4'));
    expect(await bring(archive)).toEqual({
      ok: false,
      error:
        'Nothing was imported. 2026-11.jsonl, line 1: ply 1 is illegal, or not in standard notation.',
    });
    writeFileSync(path, line.replace('"revision"', '"$&\u001b[2J"'));
    expect(await bring(archive)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^[ -~]+$/),
    });
    writeFileSync(path, line);
    expect(await bring(archive)).toMatchObject({ ok: true });
  });

  it('waits for no server that runs', async () => {
    const lock = takeLock(database, { pid: 123, host: 'mars', since: 0 });
    if (!lock.ok) throw new Error('the lock is not free');
    expect(await bring(archive)).toEqual({
      ok: false,
      error: `Stop the server first. It is running on ${database}: process 123 on mars since 1970-01-01 00:00 UTC.`,
    });
    lock.value.release();
  });

  it('needs a folder with an archive', async () => {
    expect(await bring(folder)).toMatchObject({
      ok: false,
      error: expect.stringContaining('.jsonl'),
    });
    expect(await bring(join(folder, 'none'))).toMatchObject({
      ok: false,
      error: expect.stringContaining('ENOENT'),
    });
    expect(existsSync(database)).toBe(false);
  });
});
