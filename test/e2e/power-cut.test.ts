import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openExisting } from '../../src/store/file/database.ts';
import { hadDatabase } from '../../src/store/file/lock.ts';
import { dieAtTheEnd, hasCompiler } from '../support/machine/death.ts';
import { present } from '../support/run/present.ts';
import { column } from '../support/stored/rows.ts';

/** What lies beside the rows, and must be there after a power cut as well. */

const here = present('a C compiler', hasCompiler());
const built = (path: string): string => new URL(`../../dist/${path}.js`, import.meta.url).href;
const HOLDER = `{ pid: 1, host: 'mars', since: 0 }`;

let base: string;
let folder: string;
let database: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'turnpost-'));
  folder = join(base, 'data');
  database = join(folder, 'on', 'the', 'way', 'turnpost.sqlite');
});
afterEach(() => rmSync(base, { recursive: true }));

const losePowerAfter = (script: string): void =>
  dieAtTheEnd(script, folder, 'all', () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  });

describe.skipIf(!here)('a power cut', () => {
  it('takes no folder in which a database was made', () => {
    losePowerAfter(`
      import { openDatabase } from '${built('database')}';
      const db = openDatabase('${database}');
      db.exec("create table told (word text) strict; insert into told values ('safe')");`);
    const db = openExisting(database);
    expect(column(db, 'select word from told')).toEqual(['safe']);
    db.close();
  });

  it('takes no trace of a worker', () => {
    losePowerAfter(`
      import { takeLock } from '${built('lock')}';
      takeLock('${database}', ${HOLDER}).value.recordFiles({ marks: [] });`);
    expect(hadDatabase(database)).toBe(true);
  });

  it('does not put back the log of a database that was overwritten', () => {
    losePowerAfter(`
      import { openSync, writeSync, fsyncSync } from 'node:fs';
      import { openDatabase } from '${built('database')}';
      import { watchFiles } from '${built('file-watch')}';
      const db = openDatabase('${database}');
      db.exec('create table told (word text) strict');
      const watch = watchFiles(db, '${database}');
      db.exec('insert into told values (1)');
      const other = openSync('${database}', 'r+');
      writeSync(other, 'something else', 0);
      fsyncSync(other);
      watch.close('overwritten');
      // As the program ends: otherwise SQLite would write its log into what lies there.
      process.exit();`);
    expect(readFileSync(database, 'latin1')).toMatch(/^something else/);
    const names = readdirSync(join(database, '..'));
    expect(names).toContain('turnpost.sqlite-wal.lost');
    expect(names).not.toContain('turnpost.sqlite-wal');
  });
});
