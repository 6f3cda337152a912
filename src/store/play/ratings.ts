import type { RatedRecord } from '../../command/shape/by-subject.ts';
import { storedPosition, storedRules } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { ratingLimits } from '../../limits.ts';
import {
  countsForRating,
  type DatedRating,
  type RatedEnd,
  type RatingChange,
  ratingAt,
} from '../../match/rating.ts';
import { defaultStart } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';
import { parseEnding, splitColumn } from './matches.ts';

const SELECT = sql`select rating, deviation, volatility, matches, at from ratings`;

/** A player's rating in a game after the last match, or undefined before the first. */
export const storedRating = (
  db: Database,
  playerId: number,
  rules: RulesId,
): DatedRating | undefined =>
  sql`${SELECT} where player_id = ${playerId} and rules = ${rules}`.get(db);

/** The stored ratings of a game by player, also of those who have left. */
export function storedRatings(db: Database, rules: RulesId): ReadonlyMap<number, DatedRating> {
  const rows = sql`select player_id as playerId, rating, deviation, volatility, matches, at
    from ratings
    where rules = ${rules}
    order by player_id`.all<DatedRating & { readonly playerId: number }>(db);
  return new Map(rows.map(({ playerId, ...rating }) => [playerId, rating]));
}

/** Games with ratings, or with finished matches that may count. */
export const ratedRules = (db: Database): readonly RulesId[] =>
  sql`select rules from ratings
    union
    select rules from matches where (rated = 1 or robot is not null) and ending is not null
    order by rules`
    .values<string>(db)
    .map(storedRules);

/** The rated players of a match; the robot has an id for each level. */
const RATED_IDS = sql`
  iif(black_id < 0, -robot, black_id) as blackId, iif(white_id < 0, -robot,
    white_id) as whiteId`;

/** The only side whose rating changes: the robot, if the player's stays. */
const ONLY = sql`iif(rated = 1, null, iif(black_id < 0, 'black', 'white'))`;

/** The rated ends of a game, in order: by time, then by board. */
export function ratedEnds(db: Database, rules: RulesId): readonly RatedEnd[] {
  const rows = sql`select board, ${RATED_IDS}, ${ONLY} as only, winner, ending, changed_at as at,
      start, moves
    from matches
    where rules = ${rules}
      and (rated = 1 or (robot is not null and start = ${defaultStart(rules)}))
      and ending is not null
    order by changed_at, board`.iterate<RatedEnd & EndRow>(db);
  const ends: RatedEnd[] = [];
  // One after the other: the moves of all matches would fill the memory.
  for (const { ending, start: text, moves, ...end } of rows) {
    const outcome = { winner: end.winner, ending: parseEnding(ending) };
    const start = storedPosition(rules, text, `board ${end.board}`);
    const match = { rules, start, moves: splitColumn(moves), rated: true, outcome };
    if (countsForRating(match)) ends.push(end);
  }
  return ends;
}

interface EndRow {
  readonly ending: string;
  readonly start: string;
  readonly moves: string;
}

/** The rating changes of a match, Black's first. */
export const changesOf = (db: Database, board: number): readonly RatingChange[] =>
  sql`${CHANGES}
      where rating_changes.board = ${board}
      order by player_id <> black_id`
    .all<ChangeRow>(db)
    .map(toChange);

/** The last change of a player's rating in a game. */
const lastChange = (db: Database, playerId: number, rules: RulesId): RatingChange | undefined =>
  sql`${CHANGES}
      where player_id = ${playerId} and rating_changes.rules = ${rules}
      order by at desc, rating_changes.board desc
      limit 1`
    .all<ChangeRow>(db)
    .map(toChange)[0];

/** Whether a match of this game that ended at this time and board, or later, has changed ratings. */
export const hasChangeFrom = (db: Database, rules: RulesId, { at, board }: RatingKey): boolean =>
  sql`select 1 from rating_changes
    where rules = ${rules} and (at, board) >= (${at}, ${board})
    limit 1`.exists(db);

const CHANGES = sql`
  select rating_changes.board, player_id as playerId, rating_before as ratingBefore,
    deviation_before as deviationBefore, volatility_before as volatilityBefore,
    rating, deviation, volatility, matches, at
  from rating_changes
  join matches on matches.board = rating_changes.board`;

interface ChangeRow extends DatedRating, Pick<RatingChange, 'board' | 'playerId'> {
  readonly ratingBefore: number;
  readonly deviationBefore: number;
  readonly volatilityBefore: number;
}

const toChange = (row: ChangeRow): RatingChange => {
  const { board, playerId, rating, deviation, volatility, matches, at } = row;
  const before = {
    rating: row.ratingBefore,
    deviation: row.deviationBefore,
    volatility: row.volatilityBefore,
    matches: matches - 1,
  };
  return { board, playerId, before, after: { rating, deviation, volatility, matches }, at };
};

/**
 * Stores the rating change of a match for one player. It replaces an earlier one of that match, except its
 * time, and with it the place in the order.
 */
export function noteChange(db: Database, rules: RulesId, change: RatingChange): void {
  const { board, playerId, before, after, at } = change;
  sql`insert into rating_changes
      (board, player_id, rules, rating_before, deviation_before, volatility_before,
        rating, deviation, volatility, matches, at)
    values (${board}, ${playerId}, ${rules}, ${before.rating}, ${before.deviation},
      ${before.volatility}, ${after.rating}, ${after.deviation}, ${after.volatility},
      ${after.matches}, ${at})
    on conflict (board, player_id) do update
    set rating_before = excluded.rating_before, deviation_before = excluded.deviation_before,
      volatility_before = excluded.volatility_before, rating = excluded.rating,
      deviation = excluded.deviation, volatility = excluded.volatility,
      matches = excluded.matches`.run(db);
}

/** Stores a player's current rating in a game; undefined: the player no longer has a rated match. */
export function putRating(
  db: Database,
  playerId: number,
  rules: RulesId,
  current: DatedRating | undefined,
): void {
  if (!current) {
    sql`delete from ratings where player_id = ${playerId} and rules = ${rules}`.run(db);
    return;
  }
  const { rating, deviation, volatility, matches, at } = current;
  sql`insert into ratings (player_id, rules, rating, deviation, volatility, matches, at)
    values (${playerId}, ${rules}, ${rating}, ${deviation}, ${volatility}, ${matches}, ${at})
    on conflict (player_id, rules) do update
    set rating = excluded.rating, deviation = excluded.deviation,
      volatility = excluded.volatility, matches = excluded.matches, at = excluded.at`.run(db);
}

/** Deletes the ratings of a game, with all their changes. */
export function forgetRatings(db: Database, rules: RulesId): void {
  sql`delete from rating_changes where rules = ${rules}`.run(db);
  sql`delete from ratings where rules = ${rules}`.run(db);
}

/** A player's results and rating in each game, by its name. */
export function recordsOf(db: Database, playerId: number, now: number): readonly RatedRecord[] {
  const rows = sql`select rating_changes.rules, count(*) as played,
      sum(winner is not null and (winner = 'black') = 
        (black_id = player_id or (player_id < 0 and black_id < 0))) as won,
      sum(winner is null) as drawn
    from rating_changes
    join matches on matches.board = rating_changes.board
    where player_id = ${playerId}
    group by rating_changes.rules
    order by rating_changes.rules`.all<
    Pick<RatedRecord, 'played' | 'won' | 'drawn'> & { readonly rules: string }
  >(db);
  return rows.flatMap((row) => {
    const rules = storedRules(row.rules);
    const last = lastChange(db, playerId, rules);
    if (!last) return [];
    const rating = ratingAt(storedRating(db, playerId, rules), now);
    return [{ ...row, rules, lost: row.played - row.won - row.drawn, rating, last }];
  });
}

/** A place in the order of a game's rated ends. */
type RatingKey = Pick<RatedEnd, 'at' | 'board'>;

/**
 * The rated ends of a game from a place on, in order. The changes of an end may be rewritten once it was
 * yielded.
 */
export function* ratedEndsFrom(
  db: Database,
  rules: RulesId,
  { at, board }: RatingKey,
): Generator<RatedEnd> {
  let [nextAt, nextBoard] = [at, board];
  for (;;) {
    const ends = sql`select ends.board, blackId, whiteId, winner, ends.at, only
      from (
        select board, at
        from rating_changes
        where rules = ${rules} and (at, board) >= (${nextAt}, ${nextBoard})
        group by at, board
        order by at, board
        limit ${ratingLimits.batch} + 0
      ) as ends
      join (
        select board, winner, ${RATED_IDS}, ${ONLY} as only from matches
      ) as played on played.board = ends.board
      order by ends.at, ends.board`.all<RatedEnd>(db);
    yield* ends;
    const last = ends.at(-1);
    if (!last || ends.length < ratingLimits.batch) return;
    [nextAt, nextBoard] = [last.at, last.board + 1];
  }
}

/** A player's rating before a place; undefined before the first match. */
export const ratingBefore = (
  db: Database,
  playerId: number,
  rules: RulesId,
  { at, board }: RatingKey,
): DatedRating | undefined =>
  sql`select rating, deviation, volatility, matches, at
    from rating_changes
    where player_id = ${playerId} and rules = ${rules} and (at, board) < (${at}, ${board})
    order by at desc, board desc
    limit 1`.get(db);

export const forgetChangesOf = (db: Database, board: number): void => {
  sql`delete from rating_changes where board = ${board}`.run(db);
};
