import { oneDayMs } from '../../limits.ts';
import type { Day } from '../../match/calendar.ts';
import { type Database, sql } from '../file/database.ts';

/** A player, as the operator sees one. */
export interface ListedPlayer {
  readonly id: number;
  readonly userid: string;
  /** When the account was opened, in UTC milliseconds. */
  readonly since: number;
  /** The last day on which the player was heard of. */
  readonly active: Day;
  /** How many boards are being played. */
  readonly boards: number;
  /** An admin has stopped the player's commands. */
  readonly suspended: 0 | 1;
  /** Nothing is sent to the main address for now, because letters came back. */
  readonly stopped: 0 | 1;
  /** Null for somebody whose matches came from another server. */
  readonly address: string | null;
}

/**
 * Players who have not left, the oldest account first.
 *
 * @param after the id of the last one that is known already
 */
export const listedPlayers = (db: Database, after: number, most: number): readonly ListedPlayer[] =>
  sql(
    db,
    `select players.id, userid, players.created_at as "since",
      coalesce(activity.day, players.created_at / ${oneDayMs}) as active,
      (
        select count(*) from matches
        where ending is null and black_id = players.id
      ) + (
        select count(*) from matches
        where ending is null and white_id = players.id
      ) as boards,
      suspended_players.player_id is not null as suspended,
      exists (
        select 1 from suspensions
        where suspensions.address_key = addresses.address_key and lifted_at is null
      ) as stopped,
      address
    from players
    left join activity on activity.player_id = players.id
    left join suspended_players on suspended_players.player_id = players.id
    left join addresses on addresses.player_id = players.id and main = 1
    where players.id > ? and left_at is null
    order by players.id
    limit ? + 0`,
  ).all(after, most) as ListedPlayer[];
