import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { backupReport } from '../../src/cli/recover.ts';
import { refuseFullDisk, writeBackup } from '../../src/service/backup/write.ts';
import { copyDatabase, copyFault } from '../../src/store/file/copy.ts';
import { openDatabase } from '../../src/store/file/database.ts';
import { takeLock } from '../../src/store/file/lock.ts';
import { ALICE, BOB, openBoard, openDesk } from '../support/desk/desk.ts';
import { desk, eachDesk } from '../support/desk/each.ts';
import { fill, filled } from '../support/stored/filler.ts';

let folder: string;
let file: string;
eachDesk();
beforeEach(async () => {
  folder = join(desk.folder, 'backups');
  mkdirSync(folder);
  file = join(folder, 'copy.sqlite');
  await openBoard(desk, 'forms -size=4x4');
});

const database = () => join(desk.folder, 'turnpost.sqlite');
const backUp = (to = file, secret?: string) =>
  backupReport({ database: database(), secret }, to, desk.shell.time);
const mode = (path: string) => statSync(path).mode & 0o777;

describe('turnpost backup', () => {
  it('makes a copy of which a server goes on, beside one that is at work', async () => {
    await desk.answer(ALICE, 'a4b4');
    const report = await backUp();
    expect(report).toEqual({
      ok: true,
      value: [
        expect.stringMatching(/copy\.sqlite: \d\.\d MB, complete and verified\.$/),
        `${file}.secret: its secret. Keep both files private.`,
      ],
    });
    expect(readdirSync(folder).sort()).toEqual(['copy.sqlite', 'copy.sqlite.secret']);
    expect([file, `${file}.secret`].map(mode)).toEqual([0o600, 0o600]);
    const other = openDesk();
    other.resume({
      ...desk.keep(),
      files: new Map([
        ['turnpost.sqlite', readFileSync(file)],
        ['turnpost.sqlite.secret', readFileSync(`${file}.secret`)],
      ]),
    });
    await other.answer(BOB, 'd4d3');
    expect(other.newest(ALICE).text).toContain('bob played d4xd3');
    other.close();
  });

  it('holds one moment, whatever is written meanwhile, and does not begin anew', async () => {
    const { db } = desk.shell;
    const from = openDatabase(database());
    fill(db, 40, 200_000);
    let meanwhile = 0;
    const writing = setInterval(() => {
      fill(db, 1, 200_000);
      meanwhile++;
    }, 0);
    writeFileSync(file, '');
    const moment = await copyDatabase(from, file, () => fill(db, 1, 200_000));
    // However long the copying took: it had steps, and what came after the first is not in it.
    while (meanwhile === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    clearInterval(writing);
    expect(copyFault(file, moment)).toBeUndefined();
    const copy = openDatabase(file);
    expect(filled(copy)).toBe(40);
    copy.close();
    from.close();
  });

  it('says where the secret is when it has no file', async () => {
    expect(await backUp(file, 'a secret of the configuration')).toMatchObject({
      ok: true,
      value: [expect.anything(), expect.stringContaining('is in TURNPOST_SECRET')],
    });
    expect(readdirSync(folder)).toEqual(['copy.sqlite']);
  });

  it.each(['copy.sqlite', 'copy.sqlite.secret'])('overwrites no %s', async (name) => {
    writeFileSync(join(folder, name), 'mine');
    expect(await backUp()).toEqual({
      ok: false,
      error: `No backup was written: ${join(folder, name)} is there already`,
    });
    expect(readFileSync(join(folder, name), 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('goes on where a try was cut between the names of the secret and of the copy', async () => {
    writeFileSync(`${file}.secret`, readFileSync(`${database()}.secret`));
    mkdirSync(`${file}.new-Ab12Cd`);
    writeFileSync(join(`${file}.new-Ab12Cd`, 'copy.sqlite'), 'x');
    expect(await backUp()).toMatchObject({ ok: true });
    expect(readdirSync(folder).sort()).toEqual(['copy.sqlite', 'copy.sqlite.secret']);
  });

  it('writes to no place that a link names', async () => {
    symlinkSync(join(folder, 'elsewhere'), file);
    expect(await backUp()).toMatchObject({ ok: false });
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  it('refuses where the disk has no room for it', async () => {
    const config = { database: database(), secret: undefined };
    const written = await writeBackup(config, file, desk.shell.time, {
      checkRoom: (bytes) => refuseFullDisk(folder, bytes, 40_960),
    });
    expect(written).toEqual({
      ok: false,
      error: expect.stringMatching(
        /^there is no room in \S+: the backup takes \d\.\d MB, and 0\.0 MB is free$/,
      ),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('gives no name to a copy that is damaged', async () => {
    const { db } = desk.shell;
    // Migrations leave pages that are free, and the filler is to lie at the end.
    db.exec('vacuum');
    fill(db, 1, 40_000);
    db.pragma('wal_checkpoint(truncate)');
    const disk = openSync(database(), 'r+');
    writeSync(disk, Buffer.alloc(4096, 7), 0, 4096, statSync(database()).size - 5 * 4096);
    expect(await backUp()).toEqual({
      ok: false,
      error: expect.stringMatching(/^No backup was written: the copy is not whole: .+$/),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('copies no database but the one that the server works on', async () => {
    const lock = takeLock(database(), { pid: 1, host: 'mars', since: 0 });
    if (!lock.ok) throw new Error('somebody has the lock');
    lock.value.recordFiles({ main: '1 1', log: '1 2', index: '1 3', marks: [] });
    expect(await backUp()).toEqual({
      ok: false,
      error: `No backup was written: ${database()} is not the database that the server works on`,
    });
    lock.value.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names what is missing', async () => {
    const nowhere = join(folder, 'nowhere');
    expect(await backUp(join(nowhere, 'copy.sqlite'))).toEqual({
      ok: false,
      error: `No backup was written: there is no folder ${nowhere}`,
    });
    const config = { database: join(nowhere, 'turnpost.sqlite'), secret: undefined };
    expect(await backupReport(config, file, desk.shell.time)).toEqual({
      ok: false,
      error: `No backup was written: there is no database ${config.database}`,
    });
  });
});
