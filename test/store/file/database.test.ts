import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseLimits } from '../../../src/server-limits.ts';
import {
  type Database,
  inSavepoint,
  inspectDatabase,
  openDatabase,
  openExisting,
  openSqlite,
  sql,
  syncCommits,
  transact,
  transactSyncedLater,
  transactUnsynced,
} from '../../../src/store/file/database.ts';
import { newFolder } from '../../support/run/folder.ts';

const FULL = 2;
const NORMAL = 1;

let folder: string;
let path: string;
let db: Database;
beforeEach(() => {
  folder = newFolder();
  path = join(folder, 'turnpost.sqlite');
  db = openDatabase(path);
  db.exec('create table words (word text not null unique) strict');
});
afterEach(() => db.close());

const pragma = (name: string, of = db): unknown => of.pragma(name, { simple: true });
const add = (word: string) => sql`insert into words values (${word})`.run(db);
const words = () => db.prepare('select word from words').pluck().all();

describe('a database', () => {
  it('is safe against power cuts and strangers in every process that opens it', () => {
    const beside = openExisting(path);
    for (const each of [db, beside]) {
      expect(pragma('journal_mode', each)).toBe('wal');
      expect(pragma('synchronous', each)).toBe(FULL);
      expect(pragma('foreign_keys', each)).toBe(1);
      expect(pragma('secure_delete', each)).toBe(1);
      expect(pragma('busy_timeout', each)).toBe(databaseLimits.busyMs);
    }
    beside.close();
  });

  it('is not made by somebody who only wants to look at it', () => {
    expect(() => openExisting(join(folder, 'another.sqlite'))).toThrow();
  });
});

describe('a database whose machine died in a transaction, before it had a log', () => {
  it('is rolled back when somebody looks at it', () => {
    const [whole, dead] = [join(folder, 'whole.sqlite'), join(folder, 'dead.sqlite')];
    const made = openSqlite(whole);
    made.exec('create table words (word text not null) strict; begin');
    // More than the cache holds is written to the file, with what was there before in the journal.
    made.pragma('cache_size = 2');
    for (let count = 0; count < 100; count++)
      made.prepare('insert into words values (?)').run('x'.repeat(1000));
    copyFileSync(whole, dead);
    copyFileSync(`${whole}-journal`, `${dead}-journal`);
    made.close();
    const rows = inspectDatabase(dead, (db) => db.prepare('select * from words').all());
    expect(rows).toEqual([]);
  });
});

describe('a transaction', () => {
  it('takes the write lock before it begins, so that nothing in it can be too late', () => {
    const other = openSqlite(path, { timeout: 0 });
    transact(db, () => {
      expect(() => other.exec('begin immediate')).toThrow('locked');
    });
    other.exec('begin immediate');
    other.close();
  });

  it('is done whole or not at all', () => {
    const fail = () => {
      add('one');
      throw new Error('no');
    };
    expect(() => transact(db, fail)).toThrow('no');
    expect(words()).toEqual([]);
    transact(db, () => {
      add('two');
      expect(inSavepoint(db, fail)).toMatchObject({ ok: false });
      expect(inSavepoint(db, () => add('three'))).toMatchObject({ ok: true });
    });
    expect(words()).toEqual(['two', 'three']);
  });

  it('does not wait for the disk when it is a light one, and the next one does', () => {
    transactUnsynced(db, () => expect(pragma('synchronous')).toBe(NORMAL));
    transact(db, () => expect(pragma('synchronous')).toBe(FULL));
    expect(() =>
      transactUnsynced(db, () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    transact(db, () => expect(pragma('synchronous')).toBe(FULL));
  });

  it('waits for the disk when one statement is its own transaction', () => {
    transactUnsynced(db, () => add('one'));
    sql`select count(*) from words`.get(db);
    expect(pragma('synchronous')).toBe(NORMAL);
    add('two');
    expect(pragma('synchronous')).toBe(FULL);
  });

  it('is synced later where that was promised, once', () => {
    const log = () => statSync(`${path}-wal`).size;
    syncCommits(db);
    const empty = log();
    transactSyncedLater(db, () => add('one'));
    const one = log();
    expect(one).toBeGreaterThan(empty);
    // A commit that changes nothing syncs nothing.
    transact(db, () => sql`select count(*) from words`.get(db));
    syncCommits(db);
    const two = log();
    expect(two).toBeGreaterThan(one);
    expect(pragma('synchronous')).toBe(FULL);
    syncCommits(db);
    transactSyncedLater(db, () => add('two'));
    transact(db, () => add('three'));
    const three = log();
    syncCommits(db);
    expect(log()).toBe(three);
  });

  it('is not synced by a savepoint of an outer one that is rolled back', () => {
    transactSyncedLater(db, () => add('one'));
    expect(() =>
      transact(db, () => {
        transact(db, () => add('two'));
        throw new Error('no');
      }),
    ).toThrow('no');
    const before = statSync(`${path}-wal`).size;
    syncCommits(db);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(before);
  });
});
