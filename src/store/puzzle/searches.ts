import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** A match in which a puzzle may be found. */
export interface Search {
  readonly board: number;
  readonly start: string;
  readonly moves: readonly string[];
  /** How often a search in it was begun and not ended. */
  readonly attempts: number;
}

/** The newest match that ended in some time and was not searched yet; undefined where all were. */
export function nextSearch(db: Database, { since, now }: Lately): Search | undefined {
  const row = sql(
    db,
    `select matches.board, start, moves,
      coalesce(attempts, 0) as attempts
    from matches
    left join puzzle_searches on puzzle_searches.board = matches.board
    where ending is not null and changed_at between ? and ?
      and coalesce(puzzle_searches.state, 'begun') = 'begun'
    order by changed_at desc, matches.board desc
    limit 1`,
  ).get(since, now) as (Omit<Search, 'moves'> & { readonly moves: string }) | undefined;
  return row && { ...row, moves: row.moves === '' ? [] : row.moves.split(' ') };
}

/** Counts a search before it begins, so that a match that kills the process is noticed. */
export const beginSearch = (db: Database, board: number, now: number): void => {
  sql(
    db,
    `insert into puzzle_searches (board, attempts, state, at) values (?, 1, 'begun', ?)
    on conflict (board) do update
    set attempts = attempts + 1`,
  ).run(board, now);
};

/** Notes what a search has come to. */
export const endSearch = (
  db: Database,
  board: number,
  state: 'found' | 'none',
  now: number,
): void => {
  sql(
    db,
    `insert into puzzle_searches (board, state, at) values (?, ?, ?)
    on conflict (board) do update
    set state = excluded.state, at = excluded.at`,
  ).run(board, state, now);
};

/** How many matches were searched lately. */
export const searchesSince = (db: Database, { since, now }: Lately): number =>
  sql(db, 'select count(*) from puzzle_searches where at between ? and ?')
    .pluck()
    .get(since, now) as number;
