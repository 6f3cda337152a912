import type { Act } from '../../player/types.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/**
 * Notes that a player did it.
 *
 * @param at when the letter came in that asked for it
 * @param otherId to whom, where that counts
 */
export const noteAct = (
  db: Database,
  playerId: number,
  act: Act,
  at: number,
  otherId: number | undefined,
): void => {
  sql(db, 'insert into acts (player_id, act, at, other_id) values (?, ?, ?, ?)').run(
    playerId,
    act,
    at,
    otherId ?? null,
  );
};

/** When a player did it lately, to anybody or to this other one. */
export const actTimes = (
  db: Database,
  playerId: number,
  act: Act,
  lately: Lately,
  otherId: number | undefined,
): readonly number[] =>
  sql(
    db,
    `select at from acts
    where player_id = :playerId and act = :act and at between :since and :now
      and (:otherId is null or other_id = :otherId)`,
  )
    .pluck()
    .all({ playerId, act, ...lately, otherId: otherId ?? null }) as number[];

/** How many times all players together did it lately. */
export const allActsSince = (db: Database, act: Act, { since, now }: Lately): number =>
  sql(db, 'select count(*) from acts where act = ? and at between ? and ?')
    .pluck()
    .get(act, since, now) as number;

/** Forgets what a player did before a time: nobody counts it any more. */
export const forgetActs = (db: Database, playerId: number, before: number): void => {
  sql(db, 'delete from acts where player_id = ? and at < ?').run(playerId, before);
};
