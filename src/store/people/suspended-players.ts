import { type Database, sql } from '../file/database.ts';

/** Whether an admin has stopped this player's commands. */
export const isSuspended = (db: Database, playerId: number): boolean =>
  sql(db, 'select 1 from suspended_players where player_id = ?').get(playerId) !== undefined;

/** Stops a player's commands. */
export const suspendPlayer = (db: Database, playerId: number, now: number): void => {
  sql(db, 'insert into suspended_players (player_id, since) values (?, ?)').run(playerId, now);
};

/** Lets a suspended player's commands be carried out again. */
export const restorePlayer = (db: Database, playerId: number): void => {
  sql(db, 'delete from suspended_players where player_id = ?').run(playerId);
};
