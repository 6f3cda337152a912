import { type Standing, standingAt } from '../../match/puzzle/standing.ts';
import { type Database, sql } from '../file/database.ts';

/** How a player does with puzzles now. */
export function standingOf(db: Database, playerId: number, now: number): Standing {
  const row = sql(
    db,
    `select rating, deviation, volatility, tried, solved, streak, longest, at
    from puzzle_standings
    where player_id = ?`,
  ).get(playerId) as StandingRow | undefined;
  if (!row) return standingAt(undefined, now);
  const { rating, deviation, volatility, tried: matches, ...rest } = row;
  return standingAt({ ...rest, rating: { rating, deviation, volatility, matches } }, now);
}

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
