import { type Database, sql } from '../file/database.ts';

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
