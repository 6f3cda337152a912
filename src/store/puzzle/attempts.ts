import type { RulesId } from '../../engine/shape/ground.ts';
import type { Attempt } from '../../match/puzzle/attempt.ts';
import { type Database, sql } from '../file/database.ts';
import { hashOfShown } from '../play/matches.ts';
import { PUZZLE_COLUMNS, storePuzzle, toPuzzle } from './puzzles.ts';

type Row = Parameters<typeof toPuzzle>[0] & {
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

const toAttempt = (row: Row): Attempt => ({
  playerId: row.playerId,
  puzzle: toPuzzle(row),
  state: row.state,
  moves: row.moves === '' ? [] : row.moves.split(' '),
  wrong: row.wrong,
  hinted: row.hinted === 1,
  revision: row.revision,
});

/** A player's attempt at a puzzle, or undefined. */
export const attemptOf = (db: Database, playerId: number, number: number): Attempt | undefined => {
  const row = sql`${SELECT}
    where player_id = ${playerId} and puzzle_attempts.number = ${number}`.get<Row>(db);
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
    limit 1`.get<Row>(db);
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
