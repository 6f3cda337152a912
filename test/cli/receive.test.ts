import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { receiveLetter } from '../../src/cli/receive.ts';
import { readConfig } from '../../src/config.ts';
import { letterLimits } from '../../src/limits.ts';
import { takePiped } from '../../src/service/in/receive.ts';
import { migrate, openDatabase, openSqlite } from '../../src/store/file/database.ts';
import { keptLetters } from '../support/desk/kept-letters.ts';
import { settings } from '../support/process/settings.ts';
import { newFolder } from '../support/run/folder.ts';
import { lettersIn } from '../support/stored/letters.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const LETTER = 'From: alice@home.test\nSubject: help\n\nHi\n';
const raw = Buffer.from(LETTER);
let folder: string;
let database: string;
beforeEach(() => {
  folder = newFolder();
  database = join(folder, 'turnpost.sqlite');
  const db = openDatabase(database);
  migrate(db, MIGRATIONS);
  db.close();
});

const configure = () =>
  readConfig({
    ...settings(database),
  });
async function* pieces(text: string, bytes = 1_000) {
  for (let at = 0; at < text.length; at += bytes) yield Buffer.from(text.slice(at, at + bytes));
}
const receive = (text: string) => receiveLetter(configure, pieces(text));
const rows = () => {
  const db = openSqlite(database);
  const [bytes, letters] = [keptLetters(db), lettersIn(db)];
  db.close();
  return letters.map(({ mailbox, uidValidity, uid, state }, at) => ({
    mailbox,
    uidValidity,
    uid,
    state,
    raw: String(bytes[at]),
  }));
};

describe('turnpost receive', () => {
  it('stores each letter under the next number', async () => {
    for (let letter = 0; letter < 3; letter++) expect(await receive(LETTER)).toEqual({ code: 0 });
    const key = { mailbox: '(pipe)', uidValidity: 0, state: 'stored' };
    expect(rows()).toMatchObject([
      { ...key, uid: 1 },
      { ...key, uid: 2 },
      { ...key, uid: 3 },
    ]);
    expect(rows()[0]?.raw).toBe(LETTER);
  });

  it.each(['From alice@home.test  Sat Nov 21 09:00:00 2026\n', '>From x Sat Nov 21\r\n'])(
    'leaves out the line of an mbox: %j',
    async (line) => {
      await receive(line + LETTER);
      expect(rows()[0]?.raw).toBe(LETTER);
    },
  );

  it('takes the largest letter, and one that is larger by one byte never', async () => {
    const largest = LETTER + 'x'.repeat(letterLimits.bytes - LETTER.length);
    expect(await receive(largest)).toEqual({ code: 0 });
    const line = 'the e-mail is larger than 1048576 bytes';
    expect(await receive(`${largest}x`)).toEqual({ code: 65, line });
    expect(rows()).toHaveLength(1);
  });

  it('refuses an empty letter, and a missing configuration', async () => {
    expect(await receive('')).toMatchObject({ code: 65 });
    for (const env of [{}, { TURNPOST_ADDRESS: 'games@turnpost.test' }]) {
      const exit = await receiveLetter(() => readConfig(env), pieces(LETTER));
      expect(exit).toMatchObject({ code: 78 });
    }
    expect(rows()).toEqual([]);
  });

  it.each([
    ['there is no database', () => rmSync(database)],
    [
      'it is of another version',
      () => {
        const db = openSqlite(database);
        db.pragma('user_version = 2');
        db.close();
      },
    ],
  ])('asks to try again while %s', async (_, spoil) => {
    spoil();
    const exit = await receive(LETTER);
    expect(exit.code).toBe(75);
    expect(exit.line).not.toContain(folder);
  });

  it('asks to try again when it cannot be configured just now', async () => {
    const broken = () => {
      throw new Error('too many open files');
    };
    expect(await receiveLetter(broken, pieces(LETTER))).toMatchObject({ code: 75 });
  });

  it('asks to try again while another process does not let go of the database', async () => {
    const other = openSqlite(database);
    other.exec('begin immediate');
    expect(await receive(LETTER)).toEqual({
      code: 75,
      line: 'turnpost cannot store the e-mail now: SQLITE_BUSY',
    });
    other.close();
    expect(await receive(LETTER)).toEqual({ code: 0 });
  });

  it.each([
    ['pipe: before store', 1],
    ['pipe: before commit', 1],
    ['pipe: stored', 2],
  ])('is asked again after a death at %s, and has the letter', (point, copies) => {
    const time = { now: () => 0 };
    const die = (reached: string) => {
      if (reached === point) throw new Error('dead');
    };
    const first = openDatabase(database);
    expect(() => takePiped({ db: first, time, crash: { reach: die } }, raw)).toThrow('dead');
    first.close();
    const again = openDatabase(database);
    takePiped({ db: again, time, crash: { reach: () => undefined } }, raw);
    again.close();
    // A second copy is known by its hash when it is read.
    expect(rows()).toHaveLength(copies);
    expect(new Set(rows().map((row) => row.raw))).toEqual(new Set([LETTER]));
  });

  it('stores nothing of a letter for which the disk has no room', () => {
    const db = openDatabase(database);
    // Migrations leave pages that are free.
    db.exec('vacuum');
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
    const time = { now: () => 0 };
    const crash = { reach: () => undefined };
    const large = Buffer.from(LETTER + 'x'.repeat(100_000));
    expect(() => takePiped({ db, time, crash }, large)).toThrow('full');
    db.close();
    expect(rows()).toEqual([]);
  });
});
