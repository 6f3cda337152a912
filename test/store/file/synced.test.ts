import fs, { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepPiped } from '../../../src/service/backup/make.ts';
import { writeBackup } from '../../../src/service/backup/write.ts';
import { draftOf, makeDraft, putInPlace } from '../../../src/service/recover/put-back.ts';
import { secretPath } from '../../../src/service/shell/secret.ts';
import { openDatabase } from '../../../src/store/file/database.ts';
import { writeDurably } from '../../../src/store/file/durable.ts';
import { takeLock } from '../../../src/store/file/lock.ts';
import { openDesk } from '../../support/desk/desk.ts';
import { unsynced } from '../../support/machine/unsynced.ts';
import { newFolder } from '../../support/run/folder.ts';

/** What a power cut must not take, and whose tests with a real one would take a process for each. */

let folder: string;
beforeEach(() => {
  folder = newFolder();
});
const at = (name: string): string => join(folder, name);

describe('a power cut would take', () => {
  it('what was named without a sync', async () => {
    const lost = unsynced(() => {
      writeFileSync(at('a.new'), 'a');
      renameSync(at('a.new'), at('a'));
    });
    expect(await lost).toEqual([at('a'), at('a')]);
  });

  it('no private file', async () => {
    expect(await unsynced(() => writeDurably(at('secret'), 'x'))).toEqual([]);
  });

  it('no word of who holds a lock', async () => {
    const holder = { pid: 1, host: 'mars', since: 0 };
    expect(await unsynced(() => takeLock(at('new/turnpost.sqlite'), holder))).toEqual([]);
  });

  it('no folder on the way to a database', async () => {
    const path = at('on/the/way/turnpost.sqlite');
    // SQLite itself syncs the folder of its files, and their bytes.
    expect(await unsynced(() => openDatabase(path).close())).toEqual([path]);
  });

  it('no file of an archive', async () => {
    expect(await unsynced(() => writeDurably(at('matches.txt'), ['x', 'y']))).toEqual([]);
  });

  it('no backup, and no secret of one', async () => {
    const desk = openDesk();
    const database = join(desk.folder, 'turnpost.sqlite');
    writeFileSync(secretPath(database), `${'ab'.repeat(32)}\n`);
    const source = { database, secret: undefined };
    const backUp = async () =>
      expect(await writeBackup(source, at('backup'), desk.shell.time)).toMatchObject({
        ok: true,
        value: { secret: 'beside' },
      });
    expect(await unsynced(backUp)).toEqual([]);
    desk.close();
  });

  it('no letter of the pipe', async () => {
    const letter = Buffer.from('Subject: x\r\n\r\n');
    expect(await unsynced(() => keepPiped(at('copies'), letter, 1, 1_000))).toEqual([]);
  });

  it.each([
    { disk: 'a disk', more: ['', '.secret'] },
    { disk: 'a disk that knows one name of a file only', more: [] },
  ])('no database that was put back on $disk, nor its secret, nor what was there', async (way) => {
    for (const name of ['copy', 'copy.secret', 'there', 'there.secret']) {
      writeFileSync(at(name), name);
    }
    const place = at('there');
    const putBack = () => {
      makeDraft(draftOf(place), at('copy'), at('copy.secret'));
      if (way.more.length === 0) fs.linkSync = refuse;
      syncBuiltinESMExports();
      putInPlace(draftOf(place), place, 0);
    };
    // The bytes of what was there were somebody else's to sync; its disk may be broken.
    const aside = at('there.before-19700101T000000Z');
    expect((await unsynced(putBack)).toSorted()).toEqual(way.more.map((end) => `${aside}${end}`));
    const now = readdirSync(folder).map((name) => [name, readFileSync(at(name), 'utf8')]);
    expect(now).toEqual([
      ['copy', 'copy'],
      ['copy.secret', 'copy.secret'],
      ['there', 'copy'],
      ['there.before-19700101T000000Z', 'there'],
      ['there.before-19700101T000000Z.secret', 'there.secret'],
      ['there.secret', 'copy.secret'],
    ]);
  });
});

const refuse = (): never => {
  throw new Error('EPERM: operation not permitted, link');
};
