import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { MIGRATIONS } from '../../../src/service/shell/shell.ts';
import { type Database, migrate, openDatabase } from '../../../src/store/file/database.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { openDesk, type Sent } from '../../support/desk/desk.ts';
import { unfinished } from '../../support/desk/picture.ts';
import { answerTo } from '../../support/post/letters.ts';
import { newFolder } from '../../support/run/folder.ts';
import { clocks } from '../../support/stored/play.ts';

let folder: string;
let db: Database;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => db.close());

/** A database as a version left it that knew the migrations below a number, with these rows, brought up to date. */
function upgraded(below: string, rows: string): Database {
  const old = join(folder, 'old');
  mkdirSync(old);
  for (const name of readdirSync(MIGRATIONS).filter((each) => each < below)) {
    cpSync(join(MIGRATIONS, name), join(old, name));
  }
  const opened = openDatabase(join(folder, 'a.sqlite'));
  migrate(opened, old);
  opened.exec(rows);
  migrate(opened, MIGRATIONS);
  expect(opened.pragma('foreign_key_check')).toEqual([]);
  return opened;
}

const PEOPLE = `
  insert into players (id, userid, userid_key, language, created_at)
  values (1, 'alice', 'alice', 'en', 0), (2, 'bob', 'bob', 'en', 0);
  insert into addresses (address_key, address, player_id, created_at)
  values ('alice@x.test', 'Alice@x.test', 1, 0);
  insert into inbox (id, mailbox, uidvalidity, uid, state, received_at)
  values (1, 'INBOX', 1, 1, 'done', 5);`;

describe('a database in the middle of everything', () => {
  it('plays on', async () => {
    const desk = openDesk();
    const start = 'forms 4x4 xwxw/wxwx/xwxw/wxwx x';
    const now = desk.time.now;
    const begun = now - 3 * oneDayMs;
    db = upgraded(
      '0048',
      `${PEOPLE}
      insert into addresses (address_key, address, player_id, created_at)
      values ('bob@x.test', 'bob@x.test', 2, 0);
      insert into players (id, userid, userid_key, language, created_at)
      values (-5, 'robot', 'robot', 'en', 0);
      insert into settings values (1, 'puzzle', 'daily');
      insert into matches (board, rules, black_id, white_id, start, moves, times, revision, started_at,
        changed_at, pace, robot)
      values (7, 'forms', 1, 2, '${start}', '', '', 1, ${begun}, ${begun}, '2/9', null),
        (8, 'forms', 1, -5, '${start}', 'a4xb4', '1', 2, ${begun}, ${begun}, null, 1);
      insert into clocks values (7, '', ${now}, null, null);
      insert into queued_moves values (7, 2, 1, 'd4xc4');
      insert into watches values (8, 2, 'boards', ${begun});
      insert into mornings values (2, null, null);
      insert into puzzle_days values (1, ${now}, null, 0);
      insert into analyses (player_id, understood, position, inbox_id, message_id, address, state, created_at)
      values (2, 'solve 1', 'forms 2x1 xw x', 1, 'm@x.test', 'bob@x.test', 'waiting', ${begun});
      insert into robot_turns (board, revision, inbox_id, address, causer_id, proof, caused_at, created_at)
      values (8, 2, 1, 'Alice@x.test', 1, 'token', ${begun}, ${begun});`,
    );
    db.pragma('wal_checkpoint(truncate)');
    desk.replaceDatabase(join(folder, 'a.sqlite'));
    const sent = await desk.round();
    expect(sent.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
      'Alice@x.test: Forms Board 8 (alice vs robot)',
      'Alice@x.test: Turnpost: puzzle 1 (Forms 8x8)',
      'Alice@x.test: Turnpost: your turn on board 7',
      'bob@x.test: Forms Board 8 (alice vs robot)',
      'bob@x.test: Turnpost: solve 1',
    ]);
    expect(unfinished(desk.shell.db)).toEqual([]);
    const morning = sent.find(({ subject }) => /your turn on/.test(subject)) as Sent;
    await desk.post(answerTo(morning, 'move 7 a4xb4'));
    expect(matchOf(desk.shell.db, 7)?.moves).toEqual(['a4xb4', 'd4xc4']);
    expect(clocks(desk.shell.db)).toMatchObject([{ board: 7, days: '3 0' }]);
    desk.close();
  });
});
