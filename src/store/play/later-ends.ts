import type { RulesId } from '../../engine/shape/ground.ts';
import type { Colour } from '../../engine/shape/types.ts';
import { laterEndsMax } from '../../limits.ts';
import type { DatedRating, RatedEnd, Rating } from '../../match/rating.ts';
import { type Database, sql } from '../file/database.ts';
import { ONLY, RATED_IDS } from './ratings.ts';

/** A rated end, with the stored rating changes. */
interface LaterEnd extends RatedEnd {
  readonly written: Readonly<Partial<Record<Colour, Written>>>;
}

/** The rating change of a match for one of its players. */
interface Written {
  readonly before: Rating;
  readonly after: Rating;
}

/** A place in the order of a game's rated ends. */
export type RatingKey = Pick<RatedEnd, 'at' | 'board'>;

/**
 * The rated ends of a game from a place on, in order. The changes of an end may be rewritten once it was
 * yielded.
 */
export function* endsFrom(
  db: Database,
  rules: RulesId,
  { at, board }: RatingKey,
): Generator<LaterEnd> {
  let [nextAt, nextBoard] = [at, board];
  for (;;) {
    const rows = sql(db, ENDS).raw().all(rules, nextAt, nextBoard, laterEndsMax) as Row[];
    for (const row of rows) yield toEnd(row);
    const last = rows.at(-1);
    if (!last || rows.length < laterEndsMax) return;
    [nextAt, nextBoard] = [last[4], last[0] + 1];
  }
}

const RATINGS = ['black', 'white'].map(
  (of) => `${of}.rating_before, ${of}.deviation_before, ${of}.volatility_before,
    ${of}.rating, ${of}.deviation, ${of}.volatility, ${of}.matches`,
);

const ENDS = `
  select ends.board, blackId, whiteId, winner, ends.at, only, ${RATINGS.join()}
  from (
    select board, at
    from rating_changes
    where rules = ? and (at, board) >= (?, ?)
    group by at, board
    order by at, board
    limit ? + 0
  ) as ends
  join (
    select board, winner, ${RATED_IDS}, ${ONLY} as only from matches
  ) as played on played.board = ends.board
  left join rating_changes as black on black.board = ends.board and black.player_id = blackId
  left join rating_changes as white on white.board = ends.board and white.player_id = whiteId
  order by ends.at, ends.board`;

type ChangeColumns = readonly [number, number, number, number, number, number, number];
type EndColumns = readonly [number, number, number, Colour | null, number, Colour | null];
type Row = readonly [...EndColumns, ...ChangeColumns, ...ChangeColumns];

function toEnd([board, blackId, whiteId, winner, at, only, ...rest]: Row): LaterEnd {
  const black = only !== 'white' && toWritten(rest.slice(0, 7) as unknown as ChangeColumns);
  const white = only !== 'black' && toWritten(rest.slice(7) as unknown as ChangeColumns);
  return {
    board,
    blackId,
    whiteId,
    winner: winner ?? undefined,
    ...(only && { only }),
    at,
    written: { ...(black && { black }), ...(white && { white }) },
  };
}

function toWritten([r0, d0, v0, rating, deviation, volatility, matches]: ChangeColumns): Written {
  return {
    before: { rating: r0, deviation: d0, volatility: v0, matches: matches - 1 },
    after: { rating, deviation, volatility, matches },
  };
}

/** A player's rating before a place; undefined before the first match. */
export const ratingBefore = (
  db: Database,
  playerId: number,
  rules: RulesId,
  { at, board }: RatingKey,
): DatedRating | undefined =>
  sql(
    db,
    `select rating, deviation, volatility, matches, at
    from rating_changes
    where player_id = ? and rules = ? and (at, board) < (?, ?)
    order by at desc, board desc
    limit 1`,
  ).get(playerId, rules, at, board) as DatedRating | undefined;

/** Deletes the rating changes of a match. */
export const forgetChangesOf = (db: Database, board: number): void => {
  sql(db, 'delete from rating_changes where board = ?').run(board);
};

/** Deletes the rating of a player who no longer has a rated match. */
export const forgetRating = (db: Database, playerId: number, rules: RulesId): void => {
  sql(db, 'delete from ratings where player_id = ? and rules = ?').run(playerId, rules);
};
