import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../src/ports.ts';
import { type Database, openDatabase } from '../../../src/store/file/database.ts';
import { watchFiles } from '../../../src/store/file/file-watch.ts';
import { newFolder } from '../../support/run/folder.ts';

let folder: string;
let path: string;
let db: Database;
beforeEach(() => {
  folder = newFolder();
  path = join(folder, 'turnpost.sqlite');
  db = openDatabase(path);
  db.exec(`create table inbox (id integer primary key) strict;
    create table outbox (id integer primary key) strict;
    create table players (id integer primary key) strict;
    create table matches (board integer primary key) strict`);
});
afterEach(() => db.close());

const write = (to = db) => to.exec('insert into inbox default values');
const checkpoint = (of = db) => of.pragma('wal_checkpoint(truncate)');

describe('a database that is watched', () => {
  it('goes on with its mark where no other can be set, and gets another as soon as one can', () => {
    let full = false;
    const tell = () => {
      if (full) throw new Error('ENOSPC');
    };
    const watch = watchFiles(db, path, { random: systemRandom, tell });
    full = true;
    for (let count = 0; count < 3; count++) {
      write();
      checkpoint();
      expect(watch.look()).toBeUndefined();
    }
    const { length } = watch.files.marks;
    full = false;
    expect(watch.look()).toBeUndefined();
    expect(watch.files.marks).toHaveLength(length + 1);
    checkpoint();
    copyFileSync(path, `${path}.older`);
    expect(watch.look()).toBeUndefined();
    checkpoint();
    expect(watch.look()).toBeUndefined();
    copyFileSync(`${path}.older`, path);
    expect(watch.look()).toBe('overwritten');
  });

  it('may have its log emptied by one process, and written to by another during the look', () => {
    const watch = watchFiles(db, path);
    for (let count = 0; count < 9; count++) write();
    expect(watch.look()).toBeUndefined();
    const beside = openDatabase(path);
    checkpoint(beside);
    expect(statSync(`${path}-wal`).size).toBe(0);
    const { pragma } = db;
    db.pragma = (text, options) => {
      if (text === 'wal_checkpoint(passive)') write(beside);
      return pragma.call(db, text, options);
    };
    expect(watch.look()).toBeUndefined();
    db.pragma = pragma;
    beside.close();
  });
});
