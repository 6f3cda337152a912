import { type Standing, standingAt } from '../../match/puzzle/standing.ts';
import { type Database, sql } from '../file/database.ts';

/** Everybody who has ended a puzzle and has not left, the highest rating first, as it is now. */
export function puzzleStandings(
  db: Database,
  now: number,
): readonly { readonly userid: string; readonly standing: Standing }[] {
  const rows = sql(
    db,
    `select userid, ${COLUMNS}
    from puzzle_standings
    join players on players.id = player_id
    where left_at is null
    order by rating desc, userid`,
  ).all() as (StandingRow & { readonly userid: string })[];
  return rows.map(({ userid, ...row }) => ({ userid, standing: toStanding(row, now) }));
}

/** How a player does with puzzles now. */
export function standingOf(db: Database, playerId: number, now: number): Standing {
  const row = sql(
    db,
    `select ${COLUMNS}
    from puzzle_standings
    where player_id = ?`,
  ).get(playerId) as StandingRow | undefined;
  return row ? toStanding(row, now) : standingAt(undefined, now);
}

const COLUMNS = 'rating, deviation, volatility, tried, solved, streak, longest, at';

const toStanding = (
  { rating, deviation, volatility, tried: matches, ...rest }: StandingRow,
  now: number,
): Standing => standingAt({ ...rest, rating: { rating, deviation, volatility, matches } }, now);

interface StandingRow extends Omit<Standing, 'rating'> {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
  readonly tried: number;
}

/** Writes how a player does after a puzzle. */
export function putStanding(
  db: Database,
  playerId: number,
  { rating: { rating, deviation, volatility, matches }, solved, streak, longest, at }: Standing,
): void {
  sql(
    db,
    `insert into puzzle_standings
      (player_id, rating, deviation, volatility, tried, solved, streak, longest, at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (player_id) do update
    set rating = excluded.rating, deviation = excluded.deviation,
      volatility = excluded.volatility, tried = excluded.tried, solved = excluded.solved,
      streak = excluded.streak, longest = excluded.longest, at = excluded.at`,
  ).run(playerId, rating, deviation, volatility, matches, solved, streak, longest, at);
}
