import { type Database, sql } from '../file/database.ts';

/** The match in whose letters a player learns how to play here. */
export interface FirstBoard {
  readonly board: number;
  /** How many of the lessons were told; undefined when no more are. */
  readonly lessons: number | undefined;
  /** The server has named its player, and has not told it yet. */
  readonly unnamed: boolean;
}

interface Row {
  readonly board: number;
  readonly lessons: number | null;
  readonly unnamed: 0 | 1;
}

/** A player's first board; undefined while there is none. */
export function firstBoardOf(db: Database, playerId: number): FirstBoard | undefined {
  const row = sql(db, 'select board, lessons, unnamed from first_boards where player_id = ?').get(
    playerId,
  ) as Row | undefined;
  return row && { board: row.board, lessons: row.lessons ?? undefined, unnamed: row.unnamed === 1 };
}

/** Notes it, or what of it was told. */
export const putFirstBoard = (
  db: Database,
  playerId: number,
  { board, lessons, unnamed }: FirstBoard,
): void => {
  sql(
    db,
    `insert into first_boards (player_id, board, lessons, unnamed)
    values (?, ?, ?, ?)
    on conflict (player_id) do update
    set lessons = excluded.lessons, unnamed = excluded.unnamed`,
  ).run(playerId, board, lessons ?? null, unnamed ? 1 : 0);
};
