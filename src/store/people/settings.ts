import { type Database, sql } from '../file/database.ts';

/** Writes down what a player has chosen. */
export const putSetting = (db: Database, playerId: number, name: string, value: string): void => {
  sql(
    db,
    `insert into settings (player_id, name, value) values (?, ?, ?)
    on conflict (player_id, name) do update
    set value = excluded.value`,
  ).run(playerId, name, value);
};

/** What a player has chosen for one setting, if anything. */
export const settingOf = (db: Database, playerId: number, name: string): string | undefined =>
  sql(db, 'select value from settings where player_id = ? and name = ?')
    .pluck()
    .get(playerId, name) as string | undefined;
