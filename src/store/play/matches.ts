import { createHash } from 'node:crypto';
import { findGame } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Colour, Position } from '../../engine/shape/types.ts';
import { canonical, makePosition, storedPosition, storedRules } from '../../engine/written.ts';
import { makePace, parsePace } from '../../match/clock.ts';
import { replay } from '../../match/play.ts';
import { robotSeat } from '../../match/robot.ts';
import type { Ending, Match } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';
import { addRobots } from '../people/rename.ts';
import { storedEnding } from './finished.ts';
import type { NewTurn } from './turn-clocks.ts';

interface Row {
  readonly board: number;
  readonly rules: string;
  readonly black_id: number;
  readonly black: string;
  readonly white_id: number;
  readonly white: string;
  readonly start: string;
  readonly moves: string;
  readonly revision: number;
  readonly winner: Colour | null;
  readonly ending: Ending | null;
  readonly pace: string | null;
  readonly rated: number;
  readonly hints: number;
  readonly robot: number | null;
}

const SELECT = `
  select board, rules, black_id, black.userid as black, white_id, white.userid as white,
    start, moves, revision, winner, ending, pace, rated, hints, robot
  from matches
  join players black on black.id = matches.black_id
  join players white on white.id = matches.white_id`;

/** The match of a board, or undefined. */
export function matchOf(db: Database, board: number): Match | undefined {
  const row = sql(db, `${SELECT} where board = ?`).get(board) as Row | undefined;
  return row && toMatch(row);
}

/** The game of a board, or undefined: quicker than reading the match. */
export function gameOn(db: Database, board: number): Game | undefined {
  const rules = sql(db, 'select rules from matches where board = ?').pluck().get(board) as
    | string
    | undefined;
  return findGame(rules ?? '');
}

/** When a board changed last, or undefined if there is none. */
export const changedAt = (db: Database, board: number): number | undefined =>
  sql(db, 'select changed_at from matches where board = ?').pluck().get(board) as
    | number
    | undefined;

/** The revision of a board; 0 if there is none. */
export const revisionOf = (db: Database, board: number): number =>
  (sql(db, 'select revision from matches where board = ?').pluck().get(board) as
    | number
    | undefined) ?? 0;

const ACTIVE = `
  ${SELECT}
  where board in (
    select board from matches where black_id = ? and ending is null
    union
    select board from matches where white_id = ? and ending is null
  )`;

/** A player's unfinished matches, the lowest board first. */
export function activeMatches(db: Database, playerId: number): readonly Match[] {
  const rows = sql(db, `${ACTIVE} order by board`).all(playerId, playerId) as Row[];
  return rows.map(toMatch);
}

/** Unfinished matches with this player to move, the longest wait first. */
export function turnsOf(db: Database, playerId: number): readonly Match[] {
  const rows = sql(db, `${ACTIVE} order by changed_at, board`).all(playerId, playerId) as Row[];
  return rows.map(toMatch).filter((match) => match[match.position.turn].id === playerId);
}

/** Stores a new match. */
export function insertMatch(db: Database, match: Match, now: number, turn?: NewTurn): void {
  const { board, rules, black, white, start, revision, pace, rated, hints, robot } = match;
  if (robot) addRobots(db, now);
  sql(
    db,
    `insert into matches
      (board, rules, black_id, white_id, start, moves, revision, position_key, pace, rated,
        hints, robot, shown, days, due_at, started_at, changed_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    board,
    rules,
    black.id,
    white.id,
    makePosition(start),
    match.moves.join(' '),
    revision,
    positionKey(match.position),
    pace ? makePace(pace) : null,
    rated ? 1 : 0,
    hints ? 1 : 0,
    robot?.level ?? null,
    withShown('', revision, hashOfMatch(match)),
    turn?.days.join(' ') ?? null,
    turn?.dueAt ?? null,
    now,
    now,
  );
}

/**
 * Stores the next revision of a match, with the time that each ply took, in seconds. The times of plies taken
 * back are dropped.
 *
 * @throws Error if the stored match is not at the previous revision: another process has written it
 */
export function advanceMatch(db: Database, match: Match, now: number, turn?: NewTurn): void {
  const { moves, revision, outcome, board } = match;
  const stored = sql(
    db,
    'select times, shown, changed_at as changedAt from matches where board = ? and revision = ?',
  ).get(board, revision - 1) as { times: string; shown: string; changedAt: number } | undefined;
  if (!stored) throw new Error(`board ${board} is not at revision ${revision - 1}`);
  const seconds = Math.max(0, Math.round((now - stored.changedAt) / 1000)).toString(36);
  const times = [...splitMoves(stored.times), seconds].slice(0, moves.length);
  sql(
    db,
    `update matches
    set moves = ?, times = ?, shown = ?, revision = ?, position_key = ?, winner = ?, ending = ?,
      days = ?, due_at = ?, reminded_day = null, announced_at = null, changed_at = ?
    where board = ?`,
  ).run(
    moves.join(' '),
    times.join(' '),
    withShown(stored.shown, revision, hashOfMatch(match)),
    revision,
    positionKey(match.position),
    outcome?.winner ?? null,
    outcome?.ending ?? null,
    turn?.days.join(' ') ?? null,
    turn?.dueAt ?? null,
    now,
    board,
  );
}

/** The hash of a board at a revision: its rules, players, start and moves. */
const hashOfMatch = ({ rules, black, white, start, moves, revision }: Match): number =>
  hashOfShown(rules, black.id, white.id, makePosition(start), moves, revision);

/** Whether a position, in any of its equivalent forms, is on a running board. */
export const standsOnRunningBoard = (db: Database, position: Position): boolean =>
  sql(db, 'select 1 from matches where position_key = ? and ending is null limit 1').get(
    positionKey(position),
  ) !== undefined;

/** 128 bits, equal for all equivalent forms of a position. */
const positionKey = (position: Position): Buffer =>
  createHash('sha256').update(canonical(position)).digest().subarray(0, 16);

/** The revision of every running board. */
export const revisionsOf = (db: Database): ReadonlyMap<number, number> =>
  new Map(
    sql(db, 'select board, revision from matches where ending is null').raw().all() as [
      number,
      number,
    ][],
  );

/**
 * Replays every board from its first position, and compares the result with the stored one.
 *
 * @returns the boards that differ or cannot be replayed, the lowest first
 */
export function* damagedBoards(db: Database): Generator<number> {
  const rows = sql(
    db,
    `select board, rules, start, moves, position_key as positionKey, ending is null as runs
    from matches
    order by board`,
  ).iterate() as IterableIterator<Pick<Row, 'board' | 'rules' | 'start' | 'moves'> & Played>;
  for (const row of rows) if (!isPlayable(row)) yield row.board;
}

interface Played {
  /** Archived matches have none. */
  readonly positionKey: Uint8Array | null;
  readonly runs: 0 | 1;
}

function isPlayable(row: Pick<Row, 'board' | 'rules' | 'start' | 'moves'> & Played): boolean {
  try {
    const end = replay(storedRules(row.rules), readStart(row), splitMoves(row.moves));
    return row.runs === 0 || positionKey(end).equals(row.positionKey ?? Buffer.alloc(0));
  } catch {
    return false;
  }
}

/** Records a revision that is not a ply, and the letter that asked for it. */
export function noteEvent(
  db: Database,
  event: { board: number; revision: number; event: string; inboxId: number | undefined },
  now: number,
): void {
  sql(
    db,
    'insert into match_events (board, revision, event, inbox_id, at) values (?, ?, ?, ?, ?)',
  ).run(event.board, event.revision, event.event, event.inboxId ?? null, now);
}

function toMatch(row: Row): Match {
  const rules = storedRules(row.rules);
  const start = readStart(row);
  const moves = splitMoves(row.moves);
  const seats = {
    black: { id: row.black_id, userid: row.black },
    white: { id: row.white_id, userid: row.white },
  };
  const robot = row.robot === null ? undefined : robotSeat(seats, row.robot);
  return {
    board: row.board,
    rules,
    ...seats,
    start,
    moves,
    position: replay(rules, start, moves),
    revision: row.revision,
    outcome:
      row.ending === null
        ? undefined
        : { winner: row.winner ?? undefined, ending: storedEnding(row.ending) },
    pace: row.pace === null ? undefined : parsePace(row.pace),
    ...(row.rated === 1 && { rated: true }),
    ...(row.hints === 1 && { hints: true }),
    ...(robot && { robot }),
  };
}

/** The words of a column, which are separated by blanks. */
export const splitMoves = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));

/** @throws Error if the first position of a match is not valid: the row is damaged */
export const readStart = ({
  board,
  rules,
  start,
}: Pick<Row, 'board' | 'rules' | 'start'>): Position =>
  storedPosition(storedRules(rules), start, `board ${board}`);

/** Three bytes of a token; a collision has a chance of one in a million. */
const SHOWN_BITS = 20;

/** The hash in a token of what its letter showed. */
export function hashOfShown(...facts: readonly unknown[]): number {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest();
  return hash.readUInt32BE() >>> (32 - SHOWN_BITS);
}

/** Characters of a hash, in base 36, in the column with one for each revision. */
const CHARS = 4;

/**
 * Adds the hash of a revision to those before it. Revisions written by an older version have blanks instead.
 */
const withShown = (before: string, revision: number, hash: number): string =>
  before.padEnd((revision - 1) * CHARS) + hash.toString(36).padStart(CHARS, '0');

/**
 * The hash of a board at a revision; undefined if an older version wrote that.
 *
 * @param never the result if the board never had that revision
 */
export function shownAt<Never>(
  db: Database,
  board: number,
  revision: number,
  never: Never,
): number | Never | undefined {
  const row = sql(
    db,
    'select revision as reached, substr(shown, ?, ?) as hash from matches where board = ?',
  ).get((revision - 1) * CHARS + 1, CHARS, board) as { reached: number; hash: string } | undefined;
  if (!row || revision > row.reached) return never;
  return row.hash.trim() ? Number.parseInt(row.hash, 36) : undefined;
}

/**
 * The hash of the terms of a challenge, or of a board without one at its start; undefined if there is
 * neither, or an older version wrote it.
 */
export const shownOfNumber = (db: Database, number: number): number | undefined =>
  (sql(db, 'select shown from challenges where number = ?').pluck().get(number) as
    | number
    | null
    | undefined) ?? shownAt(db, number, 1, undefined);
