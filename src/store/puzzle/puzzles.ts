import {
  grade,
  type Puzzle,
  type PuzzleSource,
  STOCK,
  type StockPuzzle,
  startPosition,
} from '../../engine/puzzle/puzzle.ts';
import { canonical } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import {
  type Attempt,
  beginAttempt,
  firstPuzzleRating,
  type NumberedPuzzle,
  positionOf,
  type Standing,
  standingAt,
} from '../../match/puzzle/attempt.ts';
import type { Rating } from '../../match/rating.ts';
import { type Database, sql } from '../file/database.ts';
import { hashOfShown, standsOnRunningBoard } from '../play/matches.ts';

/** Lower numbers are reserved for the stock, of which another version may have more. */
const FIRST_MADE = 1001;

interface Row {
  readonly number: number;
  readonly puzzle: string;
  readonly source: string;
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
  readonly tried: number;
}

const PUZZLE_COLUMNS = sql`puzzles.number, puzzle, source, puzzles.rating, puzzles.deviation,
  puzzles.volatility, puzzles.tried`;

const toPuzzle = (row: Row): NumberedPuzzle => ({
  ...(JSON.parse(row.puzzle) as Puzzle),
  number: row.number,
  source: row.source as PuzzleSource,
  rating: {
    rating: row.rating,
    deviation: row.deviation,
    volatility: row.volatility,
    matches: row.tried,
  },
});

/** A puzzle with a row: one that a player got, or that was made here. */
const storedPuzzle = (db: Database, number: number): NumberedPuzzle | undefined => {
  const row = sql`select ${PUZZLE_COLUMNS} from puzzles where number = ${number}`.get<Row>(db);
  return row && toPuzzle(row);
};

/** Stores a puzzle that has no row yet: one of the stock gets its row when a player first gets it. */
function storePuzzle(db: Database, puzzle: NumberedPuzzle, now: number): void {
  const { number, source, rating, ...rest } = puzzle;
  const { position, given, step } = rest;
  sql`insert into puzzles
      (number, rules, puzzle, position, source, rating, deviation, volatility, tried, made_at)
    values (${number}, ${startPosition(puzzle).rules}, ${JSON.stringify({ position, given, step })},
      ${canonical(startPosition(puzzle))}, ${source}, ${rating.rating}, ${rating.deviation},
      ${rating.volatility}, ${rating.matches}, ${now})
    on conflict (number) do nothing`.run(db);
}

/** Adds a puzzle found in a match, under the next number. */
export function addMadePuzzle(db: Database, puzzle: Puzzle, now: number): void {
  const number = sql`select coalesce(max(number), 0) + 1 from puzzles
      where number >= ${FIRST_MADE}`.value<number>(db);
  const made = { ...puzzle, number: Math.max(number, FIRST_MADE), source: 'match' } as const;
  storePuzzle(db, { ...made, rating: firstPuzzleRating(grade(puzzle)) }, now);
}

export const madePuzzles = (db: Database): number =>
  sql`select count(*) from puzzles where source = 'match'`.value(db);

/** Whether a puzzle has this position, in any of its equivalent forms. */
export function isPuzzle(db: Database, puzzle: Puzzle): boolean {
  const position = canonical(startPosition(puzzle));
  return (
    STOCK.some((each) => canonical(startPosition(each)) === position) ||
    sql`select 1 from puzzles where position = ${position} limit 1`.exists(db)
  );
}

/** A puzzle of the stock before any attempt. */
const fromStock = (puzzle: StockPuzzle, number: number): NumberedPuzzle => ({
  ...puzzle,
  number,
  rating: firstPuzzleRating(puzzle.grade),
});

/**
 * The next puzzle for a player, of those that the player has not got yet: first those from published
 * sources, in their order; then the one whose rating is nearest. None whose position is on a running board.
 */
export function nextPuzzle(
  db: Database,
  playerId: number,
  rules: RulesId | undefined,
  now: number,
): NumberedPuzzle | undefined {
  const known = new Set(
    sql`select number from puzzle_attempts where player_id = ${playerId}`.values<number>(db),
  );
  const { rating } = standingOf(db, playerId, now).rating;
  const [sources, others] = [[] as Candidate[], [] as Candidate[]];
  for (const each of candidates(db)) {
    if (known.has(each.number) || (rules !== undefined && each.rules !== rules)) continue;
    (each.isMade ? others : sources).push(each);
  }
  others.sort(
    (one, next) =>
      Math.abs(one.rating - rating) - Math.abs(next.rating - rating) || one.number - next.number,
  );
  for (const { number } of [...sources, ...others]) {
    const puzzle = storedPuzzle(db, number) ?? stockPuzzle(number);
    if (puzzle && !standsOnRunningBoard(db, positionOf(beginAttempt(playerId, puzzle)))) {
      return puzzle;
    }
  }
  return undefined;
}

const stockPuzzle = (number: number): NumberedPuzzle | undefined => {
  const puzzle = STOCK[number - 1];
  return puzzle && fromStock(puzzle, number);
};

/** The facts by which a puzzle is chosen. */
interface Candidate {
  readonly number: number;
  readonly rules: string;
  readonly rating: number;
  /** Whether the puzzle is from a match played here, or from a game of the robot. */
  readonly isMade: boolean;
}

/** Whether a game has puzzles, in the stock or made here. */
export const puzzleExists = (db: Database, rules: RulesId): boolean =>
  candidates(db).some((each) => each.rules === rules);

/** All puzzles by number: those of the stock, then those made here. */
function candidates(db: Database): readonly Candidate[] {
  const rows = sql`select number, rules, rating, source from puzzles order by number`.all<
    Pick<Row, 'number' | 'rating' | 'source'> & { readonly rules: string }
  >(db);
  const stored = new Map(rows.map((row) => [row.number, row]));
  const inStock = STOCK_CANDIDATES.map((each) => ({
    ...each,
    rating: stored.get(each.number)?.rating ?? each.rating,
  }));
  const made = rows
    .filter(({ number }) => number > STOCK.length)
    .map(({ source, ...row }) => ({ ...row, isMade: isMade(source) }));
  return [...inStock, ...made];
}

const isMade = (source: string): boolean => source === 'robot' || source === 'match';

const STOCK_CANDIDATES: readonly Candidate[] = STOCK.map((puzzle, index) => ({
  number: index + 1,
  rules: puzzle.position.split(' ')[0] ?? '',
  rating: puzzle.grade,
  isMade: isMade(puzzle.source),
}));

/** The current standings of players who have ended a puzzle and have not left, the highest rating first. */
export function puzzleStandings(
  db: Database,
  now: number,
): readonly { readonly userid: string; readonly standing: Standing }[] {
  const rows = sql`select userid, ${STANDING_COLUMNS}
    from puzzle_standings
    cross join players on players.id = player_id
    where left_at is null
    order by rating desc, userid`.all<StandingRow & { readonly userid: string }>(db);
  return rows.map(({ userid, ...row }) => ({ userid, standing: toStanding(row, now) }));
}

export function standingOf(db: Database, playerId: number, now: number): Standing {
  const row = sql`select ${STANDING_COLUMNS}
    from puzzle_standings
    where player_id = ${playerId}`.get<StandingRow>(db);
  return row ? toStanding(row, now) : standingAt(undefined, now);
}

const STANDING_COLUMNS = sql`rating, deviation, volatility, tried, solved, streak, longest,
  at`;

const toStanding = (
  { rating, deviation, volatility, tried: matches, ...rest }: StandingRow,
  now: number,
): Standing => standingAt({ ...rest, rating: { rating, deviation, volatility, matches } }, now);

interface StandingRow extends Omit<Standing, 'rating'> {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
  readonly tried: number;
}

/** Stores the standing of a player and the rating of a puzzle, after an attempt at it has ended. */
export function putPuzzleRatings(
  db: Database,
  playerId: number,
  number: number,
  { standing, puzzle }: { readonly standing: Standing; readonly puzzle: Rating },
): void {
  sql`update puzzles
    set rating = ${puzzle.rating}, deviation = ${puzzle.deviation},
      volatility = ${puzzle.volatility}, tried = ${puzzle.matches}
    where number = ${number}`.run(db);
  const { solved, streak, longest, at } = standing;
  const { rating, deviation, volatility, matches } = standing.rating;
  sql`insert into puzzle_standings
      (player_id, rating, deviation, volatility, tried, solved, streak, longest, at)
    values (${playerId}, ${rating}, ${deviation}, ${volatility}, ${matches}, ${solved}, ${streak},
      ${longest}, ${at})
    on conflict (player_id) do update
    set rating = excluded.rating, deviation = excluded.deviation,
      volatility = excluded.volatility, tried = excluded.tried, solved = excluded.solved,
      streak = excluded.streak, longest = excluded.longest, at = excluded.at`.run(db);
}

type AttemptRow = Parameters<typeof toPuzzle>[0] & {
  readonly playerId: number;
  readonly state: Attempt['state'];
  readonly moves: string;
  readonly wrong: number;
  readonly hinted: 0 | 1;
  readonly revision: number;
};

const SELECT = sql`select player_id as playerId, state, moves, wrong, hinted, revision,
    ${PUZZLE_COLUMNS}
  from puzzle_attempts
  join puzzles on puzzles.number = puzzle_attempts.number`;

const toAttempt = (row: AttemptRow): Attempt => ({
  playerId: row.playerId,
  puzzle: toPuzzle(row),
  state: row.state,
  moves: row.moves === '' ? [] : row.moves.split(' '),
  wrong: row.wrong,
  hinted: row.hinted === 1,
  revision: row.revision,
});

export const attemptOf = (db: Database, playerId: number, number: number): Attempt | undefined => {
  const row = sql`${SELECT}
    where player_id = ${playerId} and puzzle_attempts.number = ${number}`.get<AttemptRow>(db);
  return row && toAttempt(row);
};

/** A player's newest open attempt, or undefined. */
export const openAttempt = (
  db: Database,
  playerId: number,
  rules?: RulesId,
): Attempt | undefined => {
  const row = sql`${SELECT}
    where player_id = ${playerId} and state = 'open' and rules = coalesce(${rules}, rules)
    order by given_at desc, puzzle_attempts.number desc
    limit 1`.get<AttemptRow>(db);
  return row && toAttempt(row);
};

/** Stores an attempt, and its puzzle if that has no row yet. */
export function putAttempt(db: Database, attempt: Attempt, now: number): void {
  const { playerId, puzzle, state, moves, wrong, hinted, revision } = attempt;
  storePuzzle(db, puzzle, now);
  sql`insert into puzzle_attempts
      (player_id, number, state, moves, wrong, hinted, revision, shown, given_at)
    values (${playerId}, ${puzzle.number}, ${state}, ${moves.join(' ')}, ${wrong}, ${hinted},
      ${revision}, ${hashOfShown(puzzle.position, state, moves, revision)}, ${now})
    on conflict (player_id, number) do update
    set state = excluded.state, moves = excluded.moves, wrong = excluded.wrong,
      hinted = excluded.hinted, revision = excluded.revision, shown = excluded.shown`.run(db);
}

/**
 * The revision of a player's attempt, and the hash in tokens of what it shows: null if an older version wrote
 * it. Undefined if the player never got the puzzle.
 */
export const progressOf = (
  db: Database,
  playerId: number,
  number: number,
): { readonly revision: number; readonly shown: number | null } | undefined =>
  sql`select revision, shown from puzzle_attempts
    where player_id = ${playerId} and number = ${number}`.get(db);
