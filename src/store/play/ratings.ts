import type { Rated, RatedRecord } from '../../command/shape/admin-reading.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Colour } from '../../engine/shape/types.ts';
import { storedRules } from '../../engine/written.ts';
import {
  countsForRating,
  type DatedRating,
  type RatedEnd,
  type RatingChange,
  ratingAt,
} from '../../match/rating.ts';
import { defaultStart } from '../../match/robot.ts';
import type { Ending } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';
import { storedEnding } from './finished.ts';

const SELECT = 'select rating, deviation, volatility, matches, at from ratings';

/** A player's rating in a game after the last match, or undefined before the first. */
export const storedRating = (
  db: Database,
  playerId: number,
  rules: RulesId,
): DatedRating | undefined =>
  sql(db, `${SELECT} where player_id = ? and rules = ?`).get(playerId, rules) as
    | DatedRating
    | undefined;

/** The stored ratings of a game by player, also of those who have left. */
export function storedRatings(db: Database, rules: RulesId): ReadonlyMap<number, DatedRating> {
  const rows = sql(
    db,
    `select player_id as playerId, rating, deviation, volatility, matches, at
    from ratings
    where rules = ?
    order by player_id`,
  ).all(rules) as (DatedRating & { readonly playerId: number })[];
  return new Map(rows.map(({ playerId, ...rating }) => [playerId, rating]));
}

/** Games with ratings, or with finished matches that may count. */
export const ratedRules = (db: Database): readonly RulesId[] =>
  (
    sql(
      db,
      `select rules from ratings
    union
    select rules from matches where (rated = 1 or robot is not null) and ending is not null
    order by rules`,
    )
      .pluck()
      .all() as string[]
  ).map(storedRules);

/** The rated players of a match; the robot has an id for each level. */
export const RATED_IDS = `
  iif(black_id < 0, -robot, black_id) as blackId, iif(white_id < 0, -robot, white_id) as whiteId`;

/** The only side whose rating changes: the robot, if the player's stays. */
export const ONLY = `iif(rated = 1, null, iif(black_id < 0, 'black', 'white'))`;

/** The rated ends of a game, in order: by time, then by board. */
export function ratedEnds(db: Database, rules: RulesId): readonly RatedEnd[] {
  const rows = sql(
    db,
    `select board, ${RATED_IDS}, ${ONLY} as only, winner, ending, changed_at as at,
      length(moves) - length(replace(moves, ' ', '')) + (moves <> '') as plies
    from matches
    where rules = ?
      and (rated = 1 or (robot is not null and start = ?))
      and ending is not null
    order by changed_at, board`,
  ).all(rules, defaultStart(rules)) as EndRow[];
  return rows.flatMap(({ winner, only, ending, plies, ...end }) => {
    const outcome = { winner: winner ?? undefined, ending: storedEnding(ending) };
    const counts = countsForRating({ rated: true, plies, outcome });
    return counts ? [{ ...end, winner: outcome.winner, ...(only && { only }) }] : [];
  });
}

type EndRow = Omit<RatedEnd, 'winner' | 'only'> & {
  readonly winner: Colour | null;
  readonly only: Colour | null;
  readonly ending: Ending;
  readonly plies: number;
};

/** The rating changes of a match, Black's first. */
export const changesOf = (db: Database, board: number): readonly RatingChange[] =>
  (
    sql(
      db,
      `${CHANGES}
      where rating_changes.board = ?
      order by player_id <> black_id`,
    ).all(board) as ChangeRow[]
  ).map(toChange);

/** The last change of a player's rating in a game. */
const lastChange = (db: Database, playerId: number, rules: RulesId): RatingChange | undefined =>
  (
    sql(
      db,
      `${CHANGES}
      where player_id = ? and rating_changes.rules = ?
      order by at desc, rating_changes.board desc
      limit 1`,
    ).all(playerId, rules) as ChangeRow[]
  ).map(toChange)[0];

/** Whether a match of this game that ended at this time and board, or later, has changed ratings. */
export const hasLaterChange = (
  db: Database,
  rules: RulesId,
  { at, board }: Pick<RatedEnd, 'at' | 'board'>,
): boolean =>
  sql(
    db,
    `select 1 from rating_changes
    where rules = ? and (at, board) >= (?, ?)
    limit 1`,
  ).get(rules, at, board) !== undefined;

const CHANGES = `
  select rating_changes.board, player_id, rating_before, deviation_before, volatility_before,
    rating, deviation, volatility, matches, at
  from rating_changes
  join matches on matches.board = rating_changes.board`;

interface ChangeRow extends DatedRating {
  readonly board: number;
  readonly player_id: number;
  readonly rating_before: number;
  readonly deviation_before: number;
  readonly volatility_before: number;
}

const toChange = (row: ChangeRow): RatingChange => ({
  board: row.board,
  playerId: row.player_id,
  before: {
    rating: row.rating_before,
    deviation: row.deviation_before,
    volatility: row.volatility_before,
    matches: row.matches - 1,
  },
  after: {
    rating: row.rating,
    deviation: row.deviation,
    volatility: row.volatility,
    matches: row.matches,
  },
  at: row.at,
});

/**
 * Stores the rating change of a match for one player. It replaces an earlier one of that match, except its
 * time, and with it the place in the order.
 */
export function noteChange(db: Database, rules: RulesId, change: RatingChange): void {
  const { board, playerId, before, after, at } = change;
  sql(
    db,
    `insert into rating_changes
      (board, player_id, rules, rating_before, deviation_before, volatility_before,
        rating, deviation, volatility, matches, at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (board, player_id) do update
    set rating_before = excluded.rating_before, deviation_before = excluded.deviation_before,
      volatility_before = excluded.volatility_before, rating = excluded.rating,
      deviation = excluded.deviation, volatility = excluded.volatility,
      matches = excluded.matches`,
  ).run(
    board,
    playerId,
    rules,
    before.rating,
    before.deviation,
    before.volatility,
    after.rating,
    after.deviation,
    after.volatility,
    after.matches,
    at,
  );
}

/** Stores a player's current rating in a game. */
export function putRating(
  db: Database,
  playerId: number,
  rules: RulesId,
  { rating, deviation, volatility, matches, at }: DatedRating,
): void {
  sql(
    db,
    `insert into ratings (player_id, rules, rating, deviation, volatility, matches, at)
    values (?, ?, ?, ?, ?, ?, ?)
    on conflict (player_id, rules) do update
    set rating = excluded.rating, deviation = excluded.deviation,
      volatility = excluded.volatility, matches = excluded.matches, at = excluded.at`,
  ).run(playerId, rules, rating, deviation, volatility, matches, at);
}

/** Deletes the rating changes of a game. */
export const forgetChanges = (db: Database, rules: RulesId): void => {
  sql(db, 'delete from rating_changes where rules = ?').run(rules);
};

/** Deletes the ratings of a game. */
export const forgetRatings = (db: Database, rules: RulesId): void => {
  sql(db, 'delete from ratings where rules = ?').run(rules);
};

/** The current ratings in a game of players who have not left, the highest first. */
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

/** A player's results and rating in each game, by its name. */
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
