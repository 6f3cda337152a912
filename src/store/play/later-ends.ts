import type { RulesId } from '../../engine/shape/rules.ts';
import type { Colour } from '../../engine/shape/types.ts';
import { laterEndsMax } from '../../limits.ts';
import type { Rating } from '../../match/rating.ts';
import type { DatedRating, RatedEnd } from '../../match/rating-history.ts';
import { type Database, sql } from '../file/database.ts';

/** A rated end, with what is written of it. */
export interface LaterEnd extends RatedEnd {
  readonly written: Readonly<Record<Colour, Written>>;
}

/** What a match has changed for one of its players. */
interface Written {
  readonly before: Rating;
  readonly after: Rating;
}

/** A place in the order of a game's rated ends. */
export type Place = Pick<RatedEnd, 'at' | 'board'>;

/**
 * The rated ends of a game from a place on, in their order. What is written of one may be changed
 * when it has been reached.
 */
export function* endsFrom(db: Database, rules: RulesId, { at, board }: Place): Generator<LaterEnd> {
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
  select black.board, black_id, white_id, winner, black.at, ${RATINGS.join()}
  from rating_changes as black
  join matches on matches.board = black.board and black_id = black.player_id
  join rating_changes as white on white.board = black.board and white.player_id = white_id
  where black.rules = ? and (black.at, black.board) >= (?, ?)
  order by black.at, black.board
  limit ?`;

type Seven = readonly [number, number, number, number, number, number, number];
type Row = readonly [number, number, number, Colour | null, number, ...Seven, ...Seven];

function toEnd([board, blackId, whiteId, winner, at, ...rest]: Row): LaterEnd {
  return {
    board,
    blackId,
    whiteId,
    winner: winner ?? undefined,
    at,
    written: {
      black: toWritten(rest.slice(0, 7) as unknown as Seven),
      white: toWritten(rest.slice(7) as unknown as Seven),
    },
  };
}

function toWritten([r0, d0, v0, rating, deviation, volatility, matches]: Seven): Written {
  return {
    before: { rating: r0, deviation: d0, volatility: v0, matches: matches - 1 },
    after: { rating, deviation, volatility, matches },
  };
}

/** A player's rating before a place, or undefined before the first match. */
export const ratingBefore = (
  db: Database,
  playerId: number,
  rules: RulesId,
  { at, board }: Place,
): DatedRating | undefined =>
  sql(
    db,
    `select rating, deviation, volatility, matches, at
    from rating_changes
    where player_id = ? and rules = ? and (at, board) < (?, ?)
    order by at desc, board desc
    limit 1`,
  ).get(playerId, rules, at, board) as DatedRating | undefined;

/** Forgets what a match has changed. */
export const forgetChangesOf = (db: Database, board: number): void => {
  sql(db, 'delete from rating_changes where board = ?').run(board);
};

/** Forgets the rating of a player who has no rated match any more. */
export const forgetRating = (db: Database, playerId: number, rules: RulesId): void => {
  sql(db, 'delete from ratings where player_id = ? and rules = ?').run(playerId, rules);
};
