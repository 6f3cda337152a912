import type { Database } from '../../../src/store/file/database.ts';
import { column, rows } from './rows.ts';

/** People and robots, those who have left as well. */
export const players = (db: Database) =>
  rows<{ id: number; userid: string; language: string; left: number }>(
    db,
    'select id, userid, language, left_at is not null as left from players order by id',
  );

/** What somebody is called. */
export const useridOf = (db: Database, id: number | null | undefined): string | undefined =>
  players(db).find((each) => each.id === id)?.userid;

/** The userids of people, in the order in which they came. */
export const userids = (db: Database): readonly string[] =>
  players(db)
    .filter(({ id }) => id > 0)
    .map(({ userid }) => userid);

export const addresses = (db: Database) =>
  rows<{ address: string; player: number; main: number }>(
    db,
    'select address, player_id as player, main from addresses order by address',
  );

/** Everybody reads letters in another language. */
export const speak = (db: Database, language: string): void =>
  void db.prepare('update players set language = ?').run(language);

/** Somebody is called otherwise. */
export const callPlayer = (db: Database, id: number, userid: string, key: string): void =>
  void db
    .prepare('update players set userid = ?, userid_key = ? where id = ?')
    .run(userid, key, id);

/** All tokens of somebody are void. */
export const renewTokens = (db: Database, id: number): void =>
  void db.prepare('update players set epoch = epoch + 1 where id = ?').run(id);

/** Somebody has left, and letters are written to no address. */
export function leave(db: Database, id: number): void {
  db.prepare('delete from addresses where player_id = ?').run(id);
  db.prepare('update players set left_at = 1 where id = ?').run(id);
}

export const settings = (db: Database) =>
  rows<{ player: number; name: string; value: string }>(
    db,
    'select player_id as player, name, value from settings order by player_id, name',
  );

/** Somebody has set something, whether there is such a setting or not. */
export const setFor = (db: Database, player: number, name: string, to: string): void =>
  void db
    .prepare('insert into settings (player_id, name, value) values (?, ?, ?)')
    .run(player, name, to);

/** How the invitations went. */
export const invitations = (db: Database) =>
  rows<{ state: string }>(db, 'select * from invitations');

/** Strangers who wait for an answer. */
export const newcomers = (db: Database) =>
  rows<{ inboxId: number }>(db, 'select inbox_id as inboxId from newcomers');

/** What players and admins are counted for. */
export const countedKinds = (db: Database) =>
  column<string>(db, 'select distinct kind from counters order by kind');

/** Everything that was counted, but of some kinds. */
export const countedBut = (db: Database, kinds: readonly string[]) =>
  rows<{ kind: string }>(db, 'select * from counters').filter(({ kind }) => !kinds.includes(kind));

/** What the admins have done. */
export const adminActs = (db: Database) =>
  rows<{ address: string; act: string }>(db, 'select address, act from admin_log order by id');

/** Ways to change what the admins have done, none of which there is to be. */
export const adminLogChanges = (db: Database): readonly (() => void)[] =>
  [
    "update admin_log set act = 'nothing'",
    'delete from admin_log',
    `insert or replace into admin_log (id, address, act, inbox_id, at)
      select id, address, 'nothing', inbox_id, at from admin_log`,
  ].map((text) => () => void db.exec(text));
