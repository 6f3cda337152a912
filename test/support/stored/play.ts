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
export const activePlayers = (db: Database) =>
  column<number>(db, 'select id from players where active_day is not null');

/** Players whom an admin has suspended. */
export const suspendedPlayers = (db: Database) =>
  column<number>(db, 'select id from players where suspended_at is not null');

/** How many boards strangers have been shown that are nobody's yet. */
export const firstBoards = (db: Database): number =>
  value(db, 'select count(first_board) from players');

/** A match. */
export interface StoredBoard {
  readonly board: number;
  readonly rules: string;
  readonly black: number;
  readonly white: number;
  readonly start: string;
  readonly moves: string;
  readonly times: string;
  readonly revision: number;
  readonly winner: string | null;
  readonly ending: string | null;
  readonly startedAt: number;
  readonly changedAt: number;
  readonly key: string | null;
  readonly pace: string | null;
  readonly rated: number;
  readonly robot: number | null;
  readonly shown: string;
}

export const boards = (db: Database) =>
  rows<StoredBoard>(
    db,
    `select board, rules, black_id as black, white_id as white, start, moves, times, revision, winner,
      ending, started_at as startedAt, changed_at as changedAt, hex(position_key) as key, pace, rated,
      robot, shown
    from matches order by board`,
  );

const BOARD_COLUMNS = {
  start: 'start',
  moves: 'moves',
  winner: 'winner',
  ending: 'ending',
  robot: 'robot',
} as const;

/** Changes a match, or all of them. */
export function changeBoard(
  db: Database,
  changes: Partial<Record<keyof typeof BOARD_COLUMNS, unknown>>,
  board?: number,
): void {
  const sets = Object.keys(changes).map(
    (name) => `${BOARD_COLUMNS[name as keyof typeof BOARD_COLUMNS]} = ?`,
  );
  db.prepare(`update matches set ${sets} where board is ifnull(?, board)`).run(
    ...Object.values(changes),
    board ?? null,
  );
}

/** The letters of a version that wrote down of no board what it had shown. */
export const forgetShown = (db: Database): void =>
  void db.exec("update matches set shown = ''; update challenges set shown = null");

/** Matches like board 1 at its start, with numbers that follow one another. */
export const putBoards = (db: Database, first: number, last: number): void =>
  void db.exec(`with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${last})
    insert into matches (board, rules, black_id, white_id, start, revision, started_at, changed_at)
    select i, rules, black_id, white_id, start, 1, 0, 0 from n, matches where board = 1`);

/** A match that is board 1 once more. */
export const copyBoard = (db: Database, board: number): void =>
  void db.exec(`create temp table copied as select * from matches where board = 1;
    update copied set board = ${board};
    insert into matches select * from copied;
    drop table copied`);

/** Finished matches of players 1 and 2 from the start of board 1, one a day. */
export const putFinished = (db: Database, first: number, last: number, rules: string): void =>
  void db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n
      where i < ${last - first + 1})
    insert into matches (board, rules, black_id, white_id, start, moves, revision, winner, ending,
      started_at, changed_at)
    select ${first - 1} + i, '${rules}', 1 + i % 2, 2 - i % 2, start, 'a4xb4 c1xd1', 3,
      case i % 3 when 0 then 'black' when 1 then 'white' end, 'resigned', 0, 86400000 * i
    from n, matches
    where board = 1`);

/** Every match but board 1 has a higher number. */
export const renumber = (db: Database, by: number): void =>
  void db.prepare('update matches set board = ? + board where board > 1').run(by);

/** A challenge. */
interface StoredChallenge {
  readonly number: number;
  readonly challenger: number;
  readonly challenged: number | null;
  readonly rules: string;
  readonly cols: number;
  readonly rows: number;
  readonly first: string;
  readonly state: string;
  readonly pace: string | null;
  readonly rated: number;
}

export const challenges = (db: Database) =>
  rows<StoredChallenge>(
    db,
    `select number, challenger_id as challenger, challenged_id as challenged, rules, cols, rows, first,
      state, pace, rated
    from challenges order by number`,
  );

/** Open challenges of player 1 to everybody, made long ago. */
export const putChallenges = (
  db: Database,
  first: number,
  last: number,
  { rules, cols, rows: height }: { rules: string; cols: number; rows: number },
): void =>
  void db.exec(`with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${last})
    insert into challenges (number, challenger_id, rules, cols, rows, first, state, created_at)
    select i, 1, '${rules}', ${cols}, ${height}, 'random', 'open', 0 from n`);

/** Gives a challenge another number. */
export const renumberChallenge = (db: Database, from: number, to: number): void =>
  void db.prepare('update challenges set number = ? where number = ?').run(to, from);

/** Offers of a draw or to take a move back. */
export const offers = (db: Database) =>
  rows<{ board: number; kind: string; player: number; revision: number; state: string }>(
    db,
    'select board, kind, player_id as player, revision, state from board_offers order by id',
  );

/** What has happened to matches, but for moves. */
export const events = (db: Database) =>
  rows<{ board: number; revision: number; event: string; at: number }>(
    db,
    'select board, revision, event, at from match_events order by board, revision',
  );

/** The days that each ply has taken, and when something is due. */
export const clocks = (db: Database) =>
  rows<{ board: number; days: string; dueAt: number | null }>(
    db,
    'select board, days, due_at as dueAt from matches where days is not null order by board',
  );

/** Something is due on every board. */
export const setAllDue = (db: Database): void =>
  void db.exec('update matches set due_at = 0 where days is not null');

export const ratings = (db: Database) =>
  rows<{ player: number; rules: string; rating: number; matches: number; deviation: number }>(
    db,
    `select player_id as player, rules, rating, deviation, volatility, matches, at from ratings
    order by rules, player_id`,
  );

/** How matches have changed ratings. */
export const ratingChanges = (db: Database) =>
  rows<{ board: number; player: number }>(
    db,
    `select player_id as player, * from rating_changes order by board, player_id`,
  );

/** A rating of somebody, in place of another. */
export const putRating = (
  db: Database,
  player: number,
  rating: {
    rules: string;
    rating: number;
    deviation: number;
    matches: number;
    at: number;
  },
): void =>
  void db
    .prepare('insert or replace into ratings values (?, ?, ?, ?, 0.06, ?, ?)')
    .run(player, rating.rules, rating.rating, rating.deviation, rating.matches, rating.at);

export const dropRatings = (db: Database, player: number): void =>
  void db.prepare('delete from ratings where player_id = ?').run(player);

/** Puzzles that were made of matches here. */
export const madePuzzles = (db: Database) =>
  rows<{ number: number; puzzle: string }>(
    db,
    "select number, puzzle from puzzles where source = 'match'",
  );
