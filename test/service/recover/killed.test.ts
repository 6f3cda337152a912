import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyInto } from '../../../src/service/backup/make.ts';
import { keepPiped } from '../../../src/service/backup/piped.ts';
import { openSqlite } from '../../../src/store/file/database.ts';
import { databaseId, noteServer } from '../../../src/store/server/backups.ts';
import { ALICE, BOB, type Desk, GAMES, openBoard, openDesk } from '../../support/desk/desk.ts';
import { answerTo, type Draft, writeLetter } from '../../support/post/letters.ts';
import { full, throwDice } from '../../support/run/seed.ts';

const path = (from: string): string => fileURLToPath(new URL(from, import.meta.url));
const MAIN = path('../../../dist/main.js');
const DIE = new URL('../../support/process/die-at.mjs', import.meta.url).href;
const dice = throwDice('recover killed');

let desk: Desk;
let database: string;
let copies: string;
let ids = 900;

/** A board, a copy of it, and a database that is lost; what came since is in letters of the pipe. */
beforeEach(async () => {
  desk = openDesk({ log: 'silent' });
  await openBoard(desk, 'forms -size=4x4');
  database = join(desk.folder, 'turnpost.sqlite');
  noteServer(desk.shell.db, GAMES);
  const root = join(desk.folder, 'backups');
  copies = join(root, databaseId(desk.shell.db));
  desk.time.now += 60_000;
  const place = { folder: copies, days: 14 };
  const made = await copyInto({ database, secret: undefined }, place, desk.shell.time);
  expect(made.ok).toBe(true);
});
afterEach(() => desk.close());

const pipe = (draft: Draft): void => {
  desk.time.now += 60_000;
  keepPiped(copies, writeLetter(draft, ++ids), ids, desk.time.now);
};

/** Runs `turnpost recover` as a process of its own. */
const run = (folder: string, more: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, ['--import', DIE, MAIN, 'recover'], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      TURNPOST_ADDRESS: GAMES,
      TURNPOST_IMAP_URL: 'none',
      TURNPOST_SMTP_URL: 'smtp://x:x@127.0.0.1:9',
      TURNPOST_DATABASE: join(folder, 'turnpost.sqlite'),
      TURNPOST_BACKUP_DIR: join(folder, 'backups'),
      ...more,
    },
  });

/** What people have, and what they are about to be sent. */
function picture(folder: string): unknown {
  const db = openSqlite(join(folder, 'turnpost.sqlite'));
  try {
    const rows = (text: string) => db.prepare(text).all();
    return {
      matches: rows('select board, moves, revision, ending, shown from matches'),
      players: rows('select id, userid from players'),
      inbox: rows('select state, reason from inbox order by id'),
      unsent: rows("select address, kind from outbox where state <> 'sent' order by id"),
    };
  } finally {
    db.close();
  }
}

describe('turnpost recover, killed', () => {
  it('comes to the same when it is run again, wherever that was', () => {
    pipe(answerTo(desk.newest(ALICE), 'a4b4'));
    pipe({ from: 'carol@x.test', subject: 'signup carol', text: '' });
    const start = join(desk.folder, 'start');
    const place = join(desk.folder, 'place');
    const copyAll = (): void => {
      rmSync(place, { recursive: true, force: true });
      cpSync(start, place, { recursive: true });
    };
    for (const name of ['backups', 'turnpost.sqlite', 'turnpost.sqlite.secret']) {
      cpSync(join(desk.folder, name), join(start, name), { recursive: true });
    }
    writeFileSync(join(start, 'turnpost.sqlite'), 'x'.repeat(4096));

    copyAll();
    const count = join(desk.folder, 'count');
    expect(run(place, { COUNT_IN: count })).toMatchObject({ status: 0, stderr: '' });
    const whole = picture(place);
    expect(whole).toMatchObject({ matches: [{ moves: 'a4xb4' }] });

    const operations = Array.from(
      { length: Number(readFileSync(count, 'utf8')) },
      (_, at) => at + 1,
    );
    for (const operation of full ? operations : dice.sample(operations, 4)) {
      copyAll();
      expect(run(place, { DIE_AT: String(operation) }).signal, `operation ${operation}`).toBe(
        'SIGKILL',
      );
      const again = run(place);
      expect(again, `after operation ${operation}`).toMatchObject({ status: 0, stderr: '' });
      expect(picture(place), `after operation ${operation}`).toEqual(whole);
      expect(existsSync(join(place, 'turnpost.sqlite.recovering'))).toBe(false);
    }
  }, 600_000);

  it('by a letter puts that one aside after its second death, and says so', () => {
    const board = desk.newest(ALICE);
    pipe({ from: BOB, subject: 'games', text: 'poison' });
    pipe(answerTo(board, 'a4b4'));
    pipe({ from: BOB, subject: 'help', text: 'poison too' });
    for (let death = 1; death <= 4; death++) {
      expect(run(desk.folder, { DIE_OF: 'poison' }).signal, `death ${death}`).toBe('SIGKILL');
    }
    const done = run(desk.folder, { DIE_OF: 'poison' });
    expect(done).toMatchObject({ status: 0, stderr: '' });
    expect(done.stdout.match(/was put aside/g)).toHaveLength(2);
    expect(picture(desk.folder)).toMatchObject({
      matches: [{ moves: 'a4xb4' }],
      unsent: expect.arrayContaining([{ address: BOB, kind: 'answer' }]),
    });
  }, 60_000);
});
