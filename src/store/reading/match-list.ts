import type { PlayerSummary, PlayerSummaryQuery } from '../../command/shape/by-subject.ts';
import { storedRules } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Colour } from '../../engine/shape/types.ts';
import { oneDayMs } from '../../limits.ts';
import type { Day } from '../../match/clock.ts';
import type { Ending, Match } from '../../match/types.ts';
import { type Database, Sql, sql } from '../file/database.ts';
import { matchOf, parseEnding } from '../play/matches.ts';
import { turnClock } from '../play/turn-clocks.ts';

interface MatchQuery {
  /** Undefined: all players. */
  readonly playerId: number | undefined;
  /** The last board of the previous page. */
  readonly after: number;
  readonly most: number;
}

interface RunningMatch {
  readonly match: Match;
  readonly startedAt: number;
  readonly changedAt: number;
  /** Days left for the turn, and when the match is lost; undefined without a clock. */
  readonly daysLeft: number | undefined;
  readonly lostAt: number | undefined;
}

interface EndedMatch {
  readonly board: number;
  readonly rules: RulesId;
  /** Userids. */
  readonly black: string;
  readonly white: string;
  readonly plies: number;
  readonly winner: Colour | undefined;
  readonly ending: Ending;
  readonly startedAt: number;
  readonly endedAt: number;
}

const ofPlayer = (playerId: number | undefined) =>
  sql`(${playerId} is null or black_id = ${playerId} or white_id = ${playerId})`;

/** Running matches, the lowest board first. */
export function runningMatches(
  db: Database,
  query: MatchQuery,
  now: number,
): readonly RunningMatch[] {
  const rows = sql`select board, started_at as startedAt, changed_at as changedAt
    from matches
    where ending is null and board > ${query.after} and ${ofPlayer(query.playerId)}
    order by board
    limit ${query.most} + 0`.all<{ board: number; startedAt: number; changedAt: number }>(db);
  return rows.flatMap(({ board, ...times }) => {
    const match = matchOf(db, board);
    if (!match) return [];
    const clock = turnClock(db, match, now);
    return [{ match, ...times, daysLeft: clock?.left, lostAt: clock?.deadlineAt }];
  });
}

/** Finished matches, the lowest board first. */
export function endedMatches(db: Database, query: MatchQuery): readonly EndedMatch[] {
  const rows =
    sql`select board, rules, black.userid as black, white.userid as white, winner, ending,
      length(moves) - length(replace(moves, ' ', '')) + (moves <> '') as plies,
      started_at as startedAt, changed_at as endedAt
    from matches
    join players black on black.id = matches.black_id
    join players white on white.id = matches.white_id
    where ending is not null and board > ${query.after} and ${ofPlayer(query.playerId)}
    order by board
    limit ${query.most} + 0`.all<
      Omit<EndedMatch, 'rules' | 'ending'> & {
        rules: string;
        ending: string;
      }
    >(db);
  return rows.map((row) => ({
    ...row,
    rules: storedRules(row.rules),
    ending: parseEnding(row.ending),
  }));
}

export interface ListedPlayer {
  readonly id: number;
  readonly userid: string;
  /** When the account was opened, in UTC milliseconds. */
  readonly since: number;
  /** The last day on which the player was active. */
  readonly active: Day;
  readonly boards: number;
  readonly suspended: 0 | 1;
  /** The main address is suspended, because letters bounced. */
  readonly addressSuspended: 0 | 1;
  /** Undefined for a player whose matches came from another server. */
  readonly address: string | undefined;
}

/**
 * Players who have not left, the oldest account first.
 *
 * @param after the last id of the previous page
 */
export const listedPlayers = (db: Database, after: number, most: number): readonly ListedPlayer[] =>
  sql`select players.id, userid, players.created_at as "since",
      coalesce(active_day, players.created_at / ${oneDayMs}) as active,
      (
        select count(*) from matches
        where ending is null and black_id = players.id
      ) + (
        select count(*) from matches
        where ending is null and white_id = players.id
      ) as boards,
      suspended_at is not null as suspended,
      exists (
        select 1 from conditions
        where kind = 'suspension' and key = addresses.address_key and ended_at is null
      ) as addressSuspended,
      address
    from players
    left join addresses on addresses.player_id = players.id and main = 1
    where players.id > ${after} and left_at is null
    order by players.id
    limit ${most} + 0`.all(db);

/** The last day on which a player was active, as an index has it. */
const ACTIVE = new Sql(`coalesce(active_day, created_at / ${oneDayMs})`, []);

/** Players with an address who are not suspended, the last active one first. */
export const playerSummaries = (
  db: Database,
  { rules, skip, limit }: PlayerSummaryQuery,
): readonly PlayerSummary[] => {
  const ofRules = sql`(${rules} is null or rules = ${rules})`;
  return sql`select here.*, (
      select count(*) from matches where ending is null and black_id = here.id and ${ofRules}
    ) + (
      select count(*) from matches where ending is null and white_id = here.id and ${ofRules}
    ) as boards
    from (
      select id, userid, created_at as "since", ${ACTIVE} as active
      from players
      where suspended_at is null and left_at is null
        and exists (select 1 from addresses where player_id = players.id and main = 1)
        and (
          ${rules} is null
          or exists (select 1 from ratings where player_id = players.id and rules = ${rules})
          or exists (
            select 1 from matches
            where ending is null and black_id = players.id and rules = ${rules}
          )
          or exists (
            select 1 from matches
            where ending is null and white_id = players.id and rules = ${rules}
          )
        )
      order by ${ACTIVE} desc, userid
      limit ${limit} + 0 offset ${skip}
    ) as here
    order by active desc, userid`.all(db);
};
