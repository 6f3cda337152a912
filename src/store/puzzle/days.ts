import type { Day } from '../../match/calendar.ts';
import { type Database, sql } from '../file/database.ts';

/** When a player got the last puzzle of a day, and how many since the last answer to one. */
export interface PuzzleDays {
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
