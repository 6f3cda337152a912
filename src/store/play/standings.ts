import type { Rated, RatedRecord } from '../../command/shape/rating-reading.ts';
import type { RulesId } from '../../engine/shape/rules.ts';
import { storedRules } from '../../engine/written.ts';
import { ratingAt } from '../../match/rating-history.ts';
import { type Database, sql } from '../file/database.ts';
import { lastChange, storedRating } from './ratings.ts';

/** Everybody with a rating in a game who has not left, the highest first, as it is now. */
export function standingsOf(db: Database, rules: RulesId, now: number): readonly Rated[] {
  const rows = sql(
    db,
    `select userid, rating, deviation, volatility, matches, at
    from ratings
    join players on players.id = player_id
    where rules = ? and left_at is null
    order by rating desc, userid`,
  ).all(rules) as (Parameters<typeof ratingAt>[0] & { readonly userid: string })[];
  return rows.map(({ userid, ...rating }) => ({ userid, rating: ratingAt(rating, now) }));
}

/** What a player has reached in each game, by the name of the game. */
export function recordsOf(db: Database, playerId: number, now: number): readonly RatedRecord[] {
  const rows = sql(
    db,
    `select rating_changes.rules, count(*) as played,
      sum(winner is not null and (winner = 'black') = (black_id = player_id or (player_id < 0 and black_id < 0))) as won,
      sum(winner is null) as drawn
    from rating_changes
    join matches on matches.board = rating_changes.board
    where player_id = ?
    group by rating_changes.rules
    order by rating_changes.rules`,
  ).all(playerId) as (Pick<RatedRecord, 'played' | 'won' | 'drawn'> & { readonly rules: string })[];
  return rows.flatMap((row) => {
    const rules = storedRules(row.rules);
    const last = lastChange(db, playerId, rules);
    if (!last) return [];
    const rating = ratingAt(storedRating(db, playerId, rules), now);
    return [{ ...row, rules, lost: row.played - row.won - row.drawn, rating, last }];
  });
}
