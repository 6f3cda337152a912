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
    `select key as board, facts ->> '$.nodesMax' as nodesMax, attempts as failures from jobs
    where kind = 'robot' order by id`,
  );

/** What the solver was asked, or where it was to look for puzzles, and how far it is. */
export const solverJobs = (db: Database, kind: 'analysis' | 'search') =>
  rows<{ waits: 0 | 1; attempts: number }>(
    db,
    'select due_at is not null as waits, attempts from jobs where kind = ?',
    kind,
  );

/** Everything that the solver was asked is asked once more, about boards as they were at their start. */
export const askSolverAgain = (db: Database): void =>
  void db.exec(`update jobs
    set due_at = 0, attempts = 0, facts = json_set(facts, '$.hintOn.revision', 0)
    where kind = 'analysis'`);

/** The one question to the solver was asked so many times. */
export const repeatSolverQuestion = (db: Database, times: number): void =>
  void db.exec(`with recursive n(i) as (select 2 union all select i + 1 from n where i < ${times})
    insert into jobs (kind, due_at, facts, player_id, inbox_id, address, proof, at)
    select kind, due_at, facts, player_id, inbox_id, address, proof, at
    from jobs, n where kind = 'analysis'`);

/** So many matches were searched at a time, all without success, and no others ever. */
export function searchedInVain(db: Database, matches: number, at: number): void {
  db.exec("delete from jobs where kind = 'search'");
  const row = db.prepare("insert into jobs (kind, key, attempts, at) values ('search', ?, 1, ?)");
  for (let each = 0; each < matches; each++) row.run(100 + each, at);
}

/** When the next daily puzzle of the only player who wants it is due. */
export const dailyPuzzleDueAt = (db: Database): number =>
  value(db, "select due_at from jobs where kind = 'puzzle'");

/** How much is known of how all players do with puzzles. */
export const puzzleRows = (db: Database): number =>
  value(
    db,
    `select (select count(*) from puzzle_attempts) + (select count(*) from puzzle_standings)
      + (select count(*) from jobs where kind = 'puzzle')`,
  );

/** Players who have done something lately. */
export const activePlayers = (db: Database) => column<number>(db, 'select player_id from activity');

/** Players whom an admin has suspended. */
export const suspendedPlayers = (db: Database) =>
  column<number>(db, 'select player_id from suspended_players');

/** How many boards strangers have been shown that are nobody's yet. */
export const firstBoards = (db: Database): number => value(db, 'select count(*) from first_boards');
