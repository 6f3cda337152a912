import type { HerePlayer, HereQuery } from '../../command/shape/here.ts';
import { oneDayMs } from '../../limits.ts';
import type { Day } from '../../match/calendar.ts';
import { type Database, sql } from '../file/database.ts';

/** Writes down that a player was heard of on a day; written once a day. */
export const noteActive = (db: Database, playerId: number, day: Day): void => {
  sql(
    db,
    `insert into activity (player_id, day) values (?, ?)
    on conflict (player_id) do update
    set day = excluded.day
    where day < excluded.day`,
  ).run(playerId, day);
};

/** Players with an account that nobody has stopped, whoever was heard of last first. */
export const playersHere = (
  db: Database,
  { rules, skip, most }: HereQuery,
): readonly HerePlayer[] =>
  sql(
    db,
    `select here.*, (
      select count(*)
      from matches
      where ending is null
        and (black_id = here.id or white_id = here.id)
        and (@rules is null or rules = @rules)
    ) as boards
    from (
      select players.id, userid, players.created_at as "since",
        coalesce(activity.day, players.created_at / ${oneDayMs}) as active
      from players
      left join activity on activity.player_id = players.id
      join addresses on addresses.player_id = players.id and main = 1
      where players.id not in (select player_id from suspended_players)
        and (
          @rules is null
          or exists (
            select 1
            from ratings
            where ratings.player_id = players.id and rules = @rules
          )
          or exists (
            select 1
            from matches
            where ending is null
              and (black_id = players.id or white_id = players.id)
              and rules = @rules
          )
        )
      order by active desc, userid
      limit @most + 0 offset @skip
    ) as here
    order by active desc, userid`,
  ).all({ rules: rules ?? null, skip, most }) as HerePlayer[];
