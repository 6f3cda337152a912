import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginFile } from '../../../src/service/archive/whole-file.ts';
import { writeBackup } from '../../../src/service/backup/write.ts';
import { openJournal } from '../../../src/service/shell/journal.ts';
import { secretPath } from '../../../src/service/shell/secret.ts';
import { openDatabase } from '../../../src/store/file/database.ts';
import { takeLock } from '../../../src/store/file/lock.ts';
import { writeForGood } from '../../../src/store/file/write-for-good.ts';
import { openDesk } from '../../support/desk/desk.ts';
import { unsynced } from '../../support/machine/unsynced.ts';

/** What a power cut must not take, and whose tests with a real one would take a process for each. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
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
    expect(await unsynced(() => writeForGood(at('secret'), 'x'))).toEqual([]);
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
    const write = () => {
      const file = beginFile(at('matches.txt'));
      file.write('x');
      file.finish();
    };
    expect(await unsynced(write)).toEqual([]);
  });

  it('no backup, and no secret of one', async () => {
    const desk = openDesk({ log: 'silent' });
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

  it('no entry of the journal that no letter tells again', async () => {
    const desk = openDesk({ log: 'silent' });
    const { db, time } = desk.shell;
    const journal = openJournal(at('journal'), time, (error) => expect(error).toBeUndefined());
    const note = (board: number) => () => journal.note(db, { is: 'forfeit', board }, time.now());
    expect(await unsynced(note(1))).toEqual([]);
    expect(await unsynced(note(2))).toEqual([]);
    journal.close();
    desk.close();
  });
});
