import { cpSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { migrate, openDatabase } from '../../../src/store/file/database.ts';
import { newFolder } from '../../support/run/folder.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Beside them lie what they come to, and the dictionaries of packed letters. */
const NAMES = readdirSync(MIGRATIONS)
  .filter((name) => name !== 'schema.sql' && !name.endsWith('.dictionary'))
  .sort();
let folder: string;
beforeEach(() => {
  folder = newFolder();
});

describe('a database', () => {
  it('has one migration for each number', () => {
    const numbers = NAMES.map((name) => name.slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it('is brought up to date once', () => {
    const db = openDatabase(join(folder, 'a.sqlite'));
    expect(migrate(db, MIGRATIONS)).toEqual(['schema.sql']);
    expect(migrate(db, MIGRATIONS)).toEqual([]);
    db.close();
  });

  it('keeps nothing of a migration that fails', () => {
    cpSync(MIGRATIONS, join(folder, 'm'), { recursive: true });
    const db = openDatabase(join(folder, 'a.sqlite'));
    migrate(db, join(folder, 'm'));
    writeFileSync(join(folder, 'm', '9999_bad.sql'), 'create table x (a) ; create tabel y;');
    expect(() => migrate(db, join(folder, 'm'))).toThrow();
    expect(db.prepare("select count(*) from sqlite_master where name = 'x'").pluck().get()).toBe(0);
    expect(db.pragma('user_version', { simple: true })).toBe(Number(NAMES.at(-1)?.slice(0, 4)));
    db.close();
  });

  it('of a newer version is refused', () => {
    const db = openDatabase(join(folder, 'a.sqlite'));
    db.pragma('user_version = 99');
    expect(() => migrate(db, MIGRATIONS)).toThrow('newer than this program');
    db.close();
  });

  it('is for its owner only, in a folder for its owner only', () => {
    const path = join(folder, 'new', 'a.sqlite');
    const db = openDatabase(path);
    migrate(db, MIGRATIONS);
    const modes = [path, `${path}-wal`, `${path}-shm`].map((each) => statSync(each).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
    db.close();
  });

  it('keeps the admin log for good', () => {
    const db = openDatabase(join(folder, 'a.sqlite'));
    migrate(db, MIGRATIONS);
    db.exec(`insert into inbox (id, mailbox, uidvalidity, uid, state, received_at)
      values (1, 'INBOX', 1, 1, 'done', 0);
      insert into admin_log (address, act, inbox_id, at) values ('a@x.test', 'admin start', 1, 0)`);
    expect(() => db.exec("update admin_log set act = ''")).toThrow('append-only');
    expect(() => db.exec('delete from admin_log')).toThrow('append-only');
    db.close();
  });
});
