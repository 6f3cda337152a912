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

/** What a player has chosen for one setting, if anything. */
export const settingOf = <Name extends SettingName>(
  db: Database,
  playerId: number,
  name: Name,
): Settings[Name] =>
  sql(db, 'select value from settings where player_id = ? and name = ?')
    .pluck()
    .get(playerId, name) as Settings[Name];
