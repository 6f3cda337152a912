import type { LimitName, SettingName, Settings } from '../../player/settings.ts';
import { type Database, sql } from '../file/database.ts';

/** Writes down what a player has chosen. */
export const putSetting = (
  db: Database,
  playerId: number,
  name: SettingName | LimitName,
  value: string,
): void => {
  sql(
    db,
    `insert into settings (player_id, name, value) values (?, ?, ?)
    on conflict (player_id, name) do update
    set value = excluded.value`,
  ).run(playerId, name, value);
};

/**
 * Forgets that a player is to be told that there are no passwords any more.
 *
 * @returns whether the player was to be told
 */
export const dropPasswordsGone = (db: Database, playerId: number): boolean =>
  sql(db, "delete from settings where player_id = ? and name = 'passwords'").run(playerId).changes >
  0;

/** What a player has chosen. */
export const settingsOf = (db: Database, playerId: number): Settings =>
  JSON.parse(
    sql(db, 'select json_group_object(name, value) from settings where player_id = ?')
      .pluck()
      .get(playerId) as string,
  );

/** Notes that a player does not want to hear from another. */
export const putBlock = (db: Database, playerId: number, blockedId: number, now: number): void => {
  sql(
    db,
    `insert into blocks (player_id, blocked_id, created_at) values (?, ?, ?)
    on conflict (player_id, blocked_id) do nothing`,
  ).run(playerId, blockedId, now);
};

/** The player hears from the other again. */
export const removeBlock = (db: Database, playerId: number, blockedId: number): void => {
  sql(db, 'delete from blocks where player_id = ? and blocked_id = ?').run(playerId, blockedId);
};

/** Whether a player does not want to hear from another. */
export const blocks = (db: Database, playerId: number, otherId: number): boolean =>
  sql(db, 'select 1 from blocks where player_id = ? and blocked_id = ?').get(playerId, otherId) !==
  undefined;

/** The userids that a player does not want to hear from, by name. */
export const blockedBy = (db: Database, playerId: number): readonly string[] =>
  sql(
    db,
    `select userid
    from blocks
    join players on players.id = blocked_id
    where player_id = ?
    order by userid_key`,
  )
    .pluck()
    .all(playerId) as string[];
