import { type Database, sql } from '../file/database.ts';

/** The epoch of a player's reply tokens; 0 when none have ended yet, and for nobody. */
export const epochOf = (db: Database, playerId: number): number =>
  (sql(db, 'select epoch from players where id = ?').pluck().get(playerId) as number | undefined) ??
  0;

/** Begins another epoch of a player's reply tokens. */
export const setEpoch = (db: Database, playerId: number, epoch: number): void => {
  sql(db, 'update players set epoch = ? where id = ?').run(epoch, playerId);
};
