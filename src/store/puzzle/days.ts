import type { Day } from '../../match/calendar.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** When a player got the last puzzle of a day, and how many since the last answer to one. */
interface PuzzleDays {
  readonly day: Day | undefined;
  readonly unanswered: number;
}

/** How the puzzles of the day of a player stand. */
export const puzzleDaysOf = (db: Database, playerId: number): PuzzleDays => {
  const row = sql(db, 'select day, unanswered from puzzle_days where player_id = ?').get(
    playerId,
  ) as { readonly day: Day | null; readonly unanswered: number } | undefined;
  return { day: row?.day ?? undefined, unanswered: row?.unanswered ?? 0 };
};

/** When the next puzzle of the day is due; undefined: never. */
export const planPuzzle = (db: Database, playerId: number, dueAt: number | undefined): void => {
  sql(
    db,
    `insert into puzzle_days (player_id, due_at) values (?, ?)
    on conflict (player_id) do update
    set due_at = excluded.due_at`,
  ).run(playerId, dueAt ?? null);
};

/** A player has got the puzzle of a day. */
export const notePuzzleDay = (db: Database, playerId: number, day: Day): void => {
  sql(
    db,
    `insert into puzzle_days (player_id, day, unanswered) values (?, ?, 1)
    on conflict (player_id) do update
    set day = excluded.day, unanswered = unanswered + 1`,
  ).run(playerId, day);
};

/** A player has answered a puzzle, or wants them anew. */
export const forgetUnanswered = (db: Database, playerId: number): void => {
  sql(db, 'update puzzle_days set unanswered = 0 where player_id = ?').run(playerId);
};

/** Players whose puzzle of the day is due, the longest due first. */
export const duePuzzles = (db: Database, now: number, most: number): readonly number[] =>
  sql(
    db,
    `select player_id from puzzle_days
    where due_at is not null and due_at <= ?
    order by due_at, player_id
    limit ? + 0`,
  )
    .pluck()
    .all(now, most) as number[];

/** Players whose puzzle of the day is due after a time. */
export const puzzlesPlannedAfter = (db: Database, at: number): readonly number[] =>
  sql(db, 'select player_id from puzzle_days where due_at > ?').pluck().all(at) as number[];

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
