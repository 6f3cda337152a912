import type { Watch, Watcher } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';

/** The spectators of a board, in the order of their ids. */
export const watchersOf = (db: Database, board: number): readonly Watcher[] =>
  sql(
    db,
    `select player_id as playerId, what
    from watches
    where board = ?
    order by player_id`,
  ).all(board) as Watcher[];

/** The running boards that a player looks on at, the lowest first. */
export const watchesOf = (db: Database, playerId: number): readonly Watch[] =>
  sql(
    db,
    `select watches.board, what
    from watches
    join matches on matches.board = watches.board
    where player_id = ? and ending is null
    order by watches.board`,
  ).all(playerId) as Watch[];

/** Lets a player look on, or look on in another way. */
export const putWatch = (
  db: Database,
  { board, what }: Watch,
  playerId: number,
  now: number,
): void => {
  sql(
    db,
    `insert into watches (board, player_id, what, since)
    values (?, ?, ?, ?)
    on conflict (board, player_id) do update
    set what = excluded.what`,
  ).run(board, playerId, what, now);
};

/** Ends a player's looking on. */
export const dropWatch = (db: Database, board: number, playerId: number): void => {
  sql(db, 'delete from watches where board = ? and player_id = ?').run(board, playerId);
};
