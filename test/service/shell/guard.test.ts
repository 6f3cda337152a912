import { chmodSync, copyFileSync, linkSync, truncateSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openExisting, sqlitePackage } from '../../../src/store/file/database.ts';
import { ALICE, openBoard } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';

const { SqliteError } = createRequire(import.meta.url)(sqlitePackage(process.versions.node));

let path: string;
eachDesk();
beforeEach(async () => {
  path = join(desk.folder, 'turnpost.sqlite');
  await openBoard(desk, 'forms -size=4x4');
});

const checkpoint = (db = desk.shell.db) => db.pragma('wal_checkpoint(truncate)');
const said = () => String(desk.shell.guard.lost.reason).replace(path, '').split('.')[0];
const help = () => desk.post({ from: ALICE, subject: 'help', text: '' });

describe('the guard', () => {
  it('lets everything pass that SQLite and its tools do', async () => {
    const { guard, db } = desk.shell;
    const beside = openExisting(path);
    for (const happens of [
      () => checkpoint(),
      () => checkpoint(beside),
      () => beside.exec('vacuum'),
      () => checkpoint(beside),
      () => beside.exec('create table more (a); insert into more values (zeroblob(9000000))'),
      () => beside.exec('drop table more; vacuum'),
      () => beside.exec('reindex; analyze'),
      () => db.backup(`${path}.backup`),
      () => linkSync(path, `${path}.link`),
      () => chmodSync(path, 0o640),
      () => beside.close(),
    ]) {
      await happens();
      expect(guard.isIntact()).toBe(true);
      await help();
      expect(guard.isIntact()).toBe(true);
    }
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('knows every copy that is older than the newest checkpoint', async () => {
    checkpoint();
    expect(desk.shell.guard.isIntact()).toBe(true);
    for (let count = 0; count < 3; count++) {
      copyFileSync(path, `${path}.older${count}`);
      await help();
      checkpoint();
      expect(desk.shell.guard.isIntact()).toBe(true);
    }
    // What was copied since the checkpoint is what lies there: it changes nothing.
    copyFileSync(path, `${path}.same`);
    await help();
    copyFileSync(`${path}.same`, path);
    expect(desk.shell.guard.isIntact()).toBe(true);
    copyFileSync(`${path}.older2`, path);
    expect(desk.shell.guard.isIntact()).toBe(false);
    expect(said()).toBe(' was overwritten by something else than the server');
  });

  it('does not take a file that was cut for one that is damaged by itself', () => {
    truncateSync(path, 0);
    const error = new SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
    expect(desk.shell.guard.isFromLostDatabase(error)).toBe(true);
    expect(said()).toBe(' was emptied');
  });

  it.each(['SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB'])('ends the work at %s', (code) => {
    const { guard } = desk.shell;
    expect(guard.isFromLostDatabase(new Error(code))).toBe(false);
    expect(guard.isFromLostDatabase(new SqliteError('no', 'SQLITE_FULL'))).toBe(false);
    expect(guard.isFromLostDatabase(new SqliteError('no', code))).toBe(true);
    expect(said()).toBe(' is damaged');
    expect(guard.isIntact()).toBe(false);
  });

  it('lets nothing be filed or sent once the database is lost', async () => {
    // Every page is in the log then, so that SQLite does not notice by itself.
    desk.shell.db.exec('vacuum');
    truncateSync(path, 0);
    const { size } = desk.filed;
    expect(await help()).toEqual([]);
    expect(desk.filed.size).toBe(size);
  });
});
