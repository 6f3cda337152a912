import { type Database, sql } from '../file/database.ts';

/**
 * Whether another person may have seen what a player is called: at a board, in a challenge, or in any
 * letter that the player has caused. Ids below 1 are no people's.
 */
export const isKnown = (db: Database, playerId: number): boolean =>
  sql(
    db,
    `select 1
    where exists (
        select 1 from matches
        where (black_id = :player and white_id > 0) or (white_id = :player and black_id > 0)
      )
      or exists (
        select 1 from challenges
        where challenged_id = :player
          or (challenger_id = :player and coalesce(challenged_id, 1) > 0)
      )
      or exists (
        select 1 from ledger
        where causer_id = :player
          and outbox_id >= (select min(id) from outbox where player_id = :player)
          and address_key not in (select address_key from addresses where player_id = :player)
      )`,
  ).get({ player: playerId }) !== undefined;
