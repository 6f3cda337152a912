import type { Database } from '../../../src/store/file/database.ts';
import { column, rows, value } from './rows.ts';

/** Moves that wait until the other player has moved. */
export const queuedMoves = (db: Database) =>
  rows<{ board: number; player: number; revision: number; replies: string }>(
    db,
    `select board, player_id as player, revision, facts as replies from waiting
    where kind = 'queue' order by board, player_id`,
  );

/** Boards on which the robot is to move, in the order in which they came. */
export const robotTurns = (db: Database) =>
  rows<{ board: number; nodesMax: number | null; failures: number }>(
    db,
    'select board, nodes_max as nodesMax, failures from robot_turns order by id',
  );

/** What the solver was asked, and how far it is. */
export const solverQuestions = (db: Database) =>
  rows<{ state: string; attempts: number }>(db, 'select state, attempts from analyses');

/** Everything that the solver was asked is asked once more, about boards as they were at their start. */
export const askSolverAgain = (db: Database): void =>
  void db.exec(`update analyses set state = 'waiting', attempts = 0, revision = 0`);

/** The one question to the solver was asked so many times. */
export const repeatSolverQuestion = (db: Database, times: number): void =>
  void db.exec(`with recursive n(i) as (select 2 union all select i + 1 from n where i < ${times})
    insert into analyses
      (player_id, understood, position, board, revision, inbox_id, address, state, created_at)
    select player_id, understood, position, board, revision, inbox_id, address, state, created_at
    from analyses, n`);

/** How the search for puzzles in a match went. */
export const puzzleSearches = (db: Database) =>
  rows<{ state: string; attempts: number }>(db, 'select state, attempts from puzzle_searches');

/** So many matches were searched at a time, all without success, and no others ever. */
export function searchedInVain(db: Database, matches: number, at: number): void {
  db.pragma('foreign_keys = off');
  db.exec('delete from puzzle_searches');
  const row = db.prepare("insert into puzzle_searches values (?, 1, 'none', ?)");
  for (let each = 0; each < matches; each++) row.run(100 + each, at);
}

/** When the next daily puzzle of the only player who wants it is due. */
export const dailyPuzzleDueAt = (db: Database): number =>
  value(db, 'select due_at from puzzle_days');

/** Players who have done something lately. */
export const activePlayers = (db: Database) => column<number>(db, 'select player_id from activity');

/** Players whom an admin has suspended. */
export const suspendedPlayers = (db: Database) =>
  column<number>(db, 'select player_id from suspended_players');

/** How many boards strangers have been shown that are nobody's yet. */
export const firstBoards = (db: Database): number => value(db, 'select count(*) from first_boards');
