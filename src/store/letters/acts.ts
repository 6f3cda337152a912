import type { Act } from '../../player/acts.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** Notes that a player did it. */
export const noteAct = (db: Database, playerId: number, act: Act, now: number): void => {
  sql(db, 'insert into acts (player_id, act, at) values (?, ?, ?)').run(playerId, act, now);
};

/** How many times a player did it lately. */
export const actsSince = (
  db: Database,
  playerId: number,
  act: Act,
  { since, now }: Lately,
): number =>
  sql(db, 'select count(*) from acts where player_id = ? and act = ? and at between ? and ?')
    .pluck()
    .get(playerId, act, since, now) as number;

/** How many times all players together did it lately. */
export const allActsSince = (db: Database, act: Act, { since, now }: Lately): number =>
  sql(db, 'select count(*) from acts where act = ? and at between ? and ?')
    .pluck()
    .get(act, since, now) as number;

/** Forgets what a player did before a time: nobody counts it any more. */
export const forgetActs = (db: Database, playerId: number, before: number): void => {
  sql(db, 'delete from acts where player_id = ? and at < ?').run(playerId, before);
};
