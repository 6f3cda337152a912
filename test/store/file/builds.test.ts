import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneHourMs } from '../../../src/limits.ts';
import { MIGRATIONS } from '../../../src/service/shell/shell.ts';
import {
  type Database,
  migrate,
  openDatabase,
  openReadOnly,
  openSqlite,
} from '../../../src/store/file/database.ts';
import { damagedBoards } from '../../../src/store/play/matches.ts';
import { newFolder } from '../../support/run/folder.ts';
import { BUILDS, openBuild, putBuild } from '../../support/stored/builds.ts';
import { column, rows } from '../../support/stored/rows.ts';

const TABLES = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'";
const columnsOf = (db: Database, table: string) =>
  column<string>(db, 'select name from pragma_table_info(?)', table);

/** In which all that waits is sent, and a clock runs out. */
const HOURS = 36;

/** Columns that have gone from a table that is still there. */
const GONE: Readonly<Record<string, readonly string[]>> = {
  // Conditions, as others are.
  backups: ['failing_since', 'error', 'reported_at'],
  held: ['place_revision'],
  puzzle_attempts: ['era'],
};

/** Which rows of a table that is still there are as they were: not those that name nobody any more, or are new. */
const kept = (lastLetter: number): Readonly<Record<string, string>> => ({
  backups: 'false',
  letter_counts: 'false',
  outbox: `id <= ${lastLetter} and (player_id is not null or state not in ('sent', 'failed'))`,
  settings: "name <> 'passwords'",
});

type Selects = readonly [then: string, now: string];

/** What stood in a table that has gone, and what stands elsewhere now; undefined where nobody needs it. */
const moved = (lastLetter: number): Readonly<Record<string, Selects | undefined>> => ({
  acts: [
    'select act, player_id, at from acts',
    `select kind, cast(key as integer), at from counters where kind not in
      ('question', 'proven-question', 'introduction', 'unused', 'unproven', 'cap', 'uncertain-send')`,
  ],
  activity: [
    'select player_id, day from activity',
    'select id, active_day from players where active_day is not null',
  ],
  analyses: [
    `select id, player_id, understood, position, inbox_id, message_id, address,
      state = 'waiting', attempts, created_at from analyses`,
    `select id, player_id, facts ->> '$.understood', facts ->> '$.position', inbox_id,
      message_id, address, due_at is not null, attempts, at from jobs where kind = 'analysis'`,
  ],
  caps_met: [
    'select name, letters, since from caps_met',
    "select key, total, at from counters where kind = 'cap'",
  ],
  challenge_starts: [
    'select number, start from challenge_starts',
    'select number, start from challenges where start is not null',
  ],
  clocks: [
    'select board, days, due_at, reminded_day, announced_at from clocks',
    `select board, days, due_at, reminded_day, announced_at from matches where days is not null`,
  ],
  compared_names: [
    'select lower(hex(reserved)), player_id from compared_names',
    `select value, (select value from server where key = 'compared-up-to') from server
    where key = 'compared-words'`,
  ],
  doors: [
    'select error, began_at, opened_at, reported_at from doors',
    "select why, began_at, ended_at, told_at from conditions where kind = 'door'",
  ],
  first_boards: [
    'select player_id, board, lessons, unnamed from first_boards',
    'select id, first_board, lessons, unnamed from players where first_board is not null',
  ],
  frozen: [
    'select outbox_id, hex(raw) from frozen',
    'select outbox_id, hex(raw) from letter_bytes where raw is not null',
  ],
  heartbeat: ['select at from heartbeat', "select value from server where key = 'heartbeat'"],
  journal: ['select decided_at from journal', "select value from server where key = 'decided-at'"],
  kept_answers: [
    `select inbox_id, player_id, address, sections, message_id from kept_answers`,
    `select inbox_id, player_id, address, facts -> '$.sections', in_reply_to from outbox
    where id > ${lastLetter}`,
  ],
  ledger: [
    'select outbox_id, causer_id, proof, account, at, bytes from ledger',
    `select id, causer_id, proof, account, caused_at, bytes from outbox where id <= ${lastLetter}`,
  ],
  mornings: [
    'select player_id, day, due_at from mornings',
    "select player_id, facts ->> '$.day', due_at from jobs where kind = 'morning'",
  ],
  password_places: undefined,
  passwords: [
    'select player_id from passwords',
    "select player_id from settings where name = 'passwords' and value = 'gone'",
  ],
  pending_passwords: undefined,
  puzzle_days: [
    'select player_id, day, unanswered, due_at from puzzle_days',
    `select player_id, facts ->> '$.day', facts ->> '$.unanswered', due_at from jobs
    where kind = 'puzzle'`,
  ],
  questions: [
    `select address_key, held_id, asked_at from questions join held on held.id = held_id
    where address_key <> ''`,
    `select key, cast(other as integer), at from counters
    where kind in ('question', 'proven-question')`,
  ],
  queued_moves: [
    'select board, player_id, revision, replies from queued_moves',
    "select board, player_id, revision, facts from waiting where kind = 'queue'",
  ],
  robot_turns: [
    'select board, revision, inbox_id, causer_id, address, proof, failures from robot_turns',
    `select key, facts ->> '$.revision', inbox_id, player_id, address, proof, attempts from jobs
    where kind = 'robot'`,
  ],
  rooms: undefined,
  sign_ups: [
    'select inbox_id, address, language, lines, came_at from sign_ups where asked_at is null',
    "select inbox_id, address, language, answer -> '$.ask', came_at from newcomers",
  ],
  submitted_moves: [
    'select board, player_id, revision, move from submitted_moves',
    "select board, player_id, revision, facts from waiting where kind = 'submitted'",
  ],
  suspended_players: [
    'select player_id, since from suspended_players',
    'select id, suspended_at from players where suspended_at is not null',
  ],
  suspensions: [
    'select address_key, began_at, ends_at, lifted_at, reported_at from suspensions',
    `select key, began_at, due_at, ended_at, told_at from conditions where kind = 'suspension'`,
  ],
  told: [
    'select address_key, what, told_at from told',
    `select key, iif(kind = 'introduction', kind, other), at from counters
    where kind in ('introduction', 'unused')`,
  ],
  traces: [
    'select outbox_id, reply_token, hex(text), hex(html) from traces',
    `select outbox_id, reply_token, hex(trace_text), hex(trace_html) from letter_bytes
    where reply_token is not null`,
  ],
  unproven_letters: [
    'select address_key, letters, since from unproven_letters',
    "select key, total, at from counters where kind = 'unproven'",
  ],
  untold: [
    'select player_id, board, facts from untold',
    "select player_id, board, facts from waiting where kind = 'untold'",
  ],
  watches: [
    'select board, player_id, what from watches',
    "select board, player_id, facts from waiting where kind = 'watch'",
  ],
  wrong_passwords: undefined,
});

/** Columns, indexes and triggers, however they were written. */
const shapeOf = (db: Database): readonly unknown[] => [
  rows(
    db,
    `select tables.name, columns.* from (${TABLES}) as tables, pragma_table_xinfo(tables.name) as columns
    order by tables.name, cid`,
  ),
  rows(
    db,
    `select tables.name, keys.* from (${TABLES}) as tables, pragma_foreign_key_list(tables.name) as keys
    order by tables.name, keys.id, seq`,
  ),
  column<string>(
    db,
    "select sql from sqlite_schema where type in ('index', 'trigger') and sql is not null order by name",
  ).map((text) => text.toLowerCase().replace(/[\s"]+/g, ' ')),
];

describe.each(BUILDS)('the database of the version of %s', (build) => {
  let folder: string;
  let old: Database;
  let db: Database;
  beforeAll(() => {
    folder = newFolder();
    mkdirSync(join(folder, 'old'));
    old = openReadOnly(putBuild(build, join(folder, 'old')));
    db = openDatabase(putBuild(build, folder));
    migrate(db, MIGRATIONS);
  });
  afterAll(() => {
    old.close();
    db.close();
  });

  it('is sound, and like a new one', () => {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    const made = openSqlite(':memory:');
    migrate(made, MIGRATIONS);
    expect(shapeOf(db)).toEqual(shapeOf(made));
    made.close();
  });

  it('keeps all that it had', () => {
    const [last] = column<number>(old, 'select max(id) from outbox');
    const [some, others] = [kept(last ?? 0), moved(last ?? 0)];
    const now = new Set(column<string>(db, TABLES));
    for (const table of column<string>(old, TABLES)) {
      const had = columnsOf(old, table);
      const has = new Set(columnsOf(db, table));
      const columns = had.filter((each) => has.has(each));
      const select = `select ${columns.join(', ')} from ${table} where ${some[table] ?? 'true'}`;
      const isEmpty = column(old, `select 1 from ${table} limit 1`).length === 0;
      if (now.has(table)) {
        const gone = had.filter((each) => !has.has(each));
        expect(GONE[table] ?? []).toEqual(expect.arrayContaining(gone));
      } else if (!isEmpty) expect(Object.keys(others)).toContain(table);
      const selects = now.has(table) ? ([select, select] as const) : others[table];
      if (isEmpty || !selects) continue;
      const [before, after] = [rows<object>(old, selects[0]), rows<object>(db, selects[1])];
      const told = (all: readonly object[]) =>
        all.map((row) => Object.values(row).join(' | ')).sort();
      expect(told(after), table).toEqual(told(before));
    }
  });

  it('binds what waits for a yes to the board that it was about', () => {
    const text =
      'select id, place_number, place_revision from held where place_revision is not null';
    const now = `select id, revisions ->> '$[0][0]', revisions ->> '$[0][1]' from held
      where revisions is not null`;
    const before = old.prepare(text).raw().all();
    expect(before.length).toBeGreaterThan(0);
    expect(db.prepare(now).raw().all()).toEqual(before);
  });

  it('counts its letters, and names nobody in those to nobody', () => {
    for (const [way, table] of [
      ['in', 'inbox'],
      ['out', 'outbox'],
    ]) {
      const counted = `select state, letters from letter_counts where way = '${way}' and letters > 0`;
      const there = `select state, count(*) as letters from ${table} group by state`;
      expect(rows(db, `${counted} order by state`)).toEqual(rows(db, `${there} order by state`));
    }
    const named = `select address from outbox
      where player_id is null and state in ('sent', 'failed') and facts = 'null' and address <> ''`;
    expect(column(db, named)).toEqual([]);
  });

  it('plays every board from its first position to where it stands', () => {
    expect(column(db, 'select 1 from matches').length).toBeGreaterThan(25);
    expect([...damagedBoards(db)]).toEqual([]);
  });

  it('sends what waits, each letter once, and lets the clocks run on', async () => {
    const waited = column<string>(
      old,
      "select message_id from outbox where state not in ('sent', 'failed') order by 1",
    );
    const done = new Set(
      column<string>(old, "select message_id from outbox where state in ('sent', 'failed')"),
    );
    const desk = openBuild(build);
    const due = column<number>(
      old,
      'select board from clocks where announced_at is not null and due_at < ?',
      desk.time.now + HOURS * oneHourMs,
    );
    const running = column<number>(db, 'select board from matches where ending is null');
    expect([waited.length > 4, due.length > 0]).toEqual([true, true]);
    try {
      for (let half = 0; half < 2 * HOURS; half++) {
        await desk.round();
        desk.time.now += oneHourMs / 2;
      }
      const ids = desk.sent.map(({ email }) => (email.messageId ?? '').replace(/[<>]/g, ''));
      expect(ids.filter((id) => waited.includes(id)).sort()).toEqual(waited);
      expect(ids.filter((id) => done.has(id))).toEqual([]);
      const over = column<number>(
        desk.shell.db,
        "select board from matches where ending = 'forfeited'",
      );
      expect(over.filter((board) => running.includes(board))).toEqual(due);
      const { db: now } = desk.shell;
      expect(column(now, "select key from jobs where kind = 'robot'")).toEqual([]);
      expect(column(now, 'select address from newcomers')).toEqual([]);
      expect(column(now, "select facts from waiting where kind = 'untold'")).toEqual([]);
      expect(column(now, "select id from outbox where state not in ('sent', 'failed')")).toEqual(
        [],
      );
    } finally {
      desk.close();
    }
  });
});
