import { createHash } from 'node:crypto';
import {
  canonical,
  findGame,
  makePosition,
  storedPosition,
  storedRules,
} from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Colour, Position } from '../../engine/shape/types.ts';
import { makePace, parsePace } from '../../match/clock.ts';
import { replay } from '../../match/play.ts';
import { ENDINGS, type Ending, type Match, robotSeat } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';
import { addRobots } from '../people/players.ts';
import { type NewTurn, storedClock } from './turn-clocks.ts';

interface Row {
  readonly board: number;
  readonly rules: string;
  readonly blackId: number;
  readonly black: string;
  readonly whiteId: number;
  readonly white: string;
  readonly start: string;
  readonly moves: string;
  readonly revision: number;
  readonly winner: Colour | undefined;
  readonly ending: string | undefined;
  readonly pace: string | undefined;
  readonly rated: number;
  readonly hints: number;
  readonly robot: number | undefined;
}

const SELECT = sql`
  select board, rules, black_id as blackId, black.userid as black, white_id as whiteId,
    white.userid as white, start, moves, revision, winner, ending, pace, rated, hints, robot
  from matches
  join players black on black.id = matches.black_id
  join players white on white.id = matches.white_id`;

export function matchOf(db: Database, board: number): Match | undefined {
  const row = sql`${SELECT} where board = ${board}`.get<Row>(db);
  return row && toMatch(row);
}

/** The game of a board, or undefined: quicker than reading the match. */
export function gameOn(db: Database, board: number): Game | undefined {
  const rules = sql`select rules from matches where board = ${board}`.value<string>(db);
  return findGame(rules ?? '');
}

/** The revision of a board; 0 if there is none. */
export const revisionOf = (db: Database, board: number): number =>
  sql`select revision from matches where board = ${board}`.value(db) ?? 0;

const activeOf = (playerId: number) => sql`
  ${SELECT}
  where board in (
    select board from matches where black_id = ${playerId} and ending is null
    union
    select board from matches where white_id = ${playerId} and ending is null
  )`;

/** A player's unfinished matches, the lowest board first. */
export const activeMatches = (db: Database, playerId: number): readonly Match[] =>
  sql`${activeOf(playerId)} order by board`.all<Row>(db).map(toMatch);

/** Unfinished matches with this player to move, the longest wait first. */
export const matchesToMove = (db: Database, playerId: number): readonly Match[] =>
  sql`${activeOf(playerId)} order by changed_at, board`
    .all<Row>(db)
    .map(toMatch)
    .filter((match) => match[match.position.turn].id === playerId);

export function insertMatch(db: Database, match: Match, now: number, turn?: NewTurn): void {
  const { board, rules, black, white, start, revision, pace, rated, hints, robot } = match;
  if (robot) addRobots(db, now);
  sql`insert into matches
      (board, rules, black_id, white_id, start, moves, revision, position_key, pace, rated,
        hints, robot, shown, days, due_at, started_at, changed_at)
    values (${board}, ${rules}, ${black.id}, ${white.id}, ${makePosition(start)},
      ${match.moves.join(' ')}, ${revision}, ${positionKey(match.position)},
      ${pace ? makePace(pace) : null}, ${Boolean(rated)}, ${Boolean(hints)}, ${robot?.level},
      ${withShown('', revision, hashOfMatch(match))}, ${turn?.days.join(' ')}, ${turn?.dueAt},
      ${now}, ${now})`.run(db);
}

/**
 * Stores the next revision of a match, with the time that each ply took, in seconds. The times of plies taken
 * back are dropped.
 *
 * @throws Error if the stored match is not at the previous revision: another process has written it
 */
export function advanceMatch(
  db: Database,
  match: Match,
  now: number,
  turn?: NewTurn,
  stored = storedClock(db, match.board),
): void {
  const { moves, revision, outcome, board } = match;
  const { changedAt = now } = stored;
  if (stored.revision !== revision - 1) {
    throw new Error(`board ${board} is not at revision ${revision - 1}`);
  }
  const seconds = Math.max(0, Math.round((now - changedAt) / 1000)).toString(36);
  const times = [...splitColumn(stored.times), seconds].slice(0, moves.length);
  sql`update matches
    set moves = ${moves.join(' ')}, times = ${times.join(' ')},
      shown = ${withShown(stored.shown, revision, hashOfMatch(match))}, revision = ${revision},
      position_key = ${positionKey(match.position)}, winner = ${outcome?.winner},
      ending = ${outcome?.ending},
      days = ${turn?.days.join(' ')}, due_at = ${turn?.dueAt}, reminded_day = null,
        announced_at = null, changed_at = ${now}
    where board = ${board}`.run(db);
}

/** The hash of a board at a revision: its rules, players, start and moves. */
const hashOfMatch = ({ rules, black, white, start, moves, revision }: Match): number =>
  hashOfShown(rules, black.id, white.id, makePosition(start), moves, revision);

/** Whether a position, in any of its equivalent forms, is on a running board. */
export const standsOnRunningBoard = (db: Database, position: Position): boolean =>
  sql`select 1 from matches
    where position_key = ${positionKey(position)} and ending is null limit 1`.exists(db);

/** 128 bits, equal for all equivalent forms of a position. */
const positionKey = (position: Position): Buffer =>
  createHash('sha256').update(canonical(position)).digest().subarray(0, 16);

/** The revision of every running board. */
export const revisionsOf = (db: Database): ReadonlyMap<number, number> =>
  new Map(
    sql`select board, revision from matches where ending is null`
      .all<Pick<Row, 'board' | 'revision'>>(db)
      .map(({ board, revision }) => [board, revision]),
  );

/**
 * Replays every board from its first position. The result of a running one is compared with what is stored.
 *
 * @returns the boards that differ or cannot be replayed, the lowest first
 */
export function* damagedBoards(db: Database): Generator<number> {
  const rows =
    sql`select board, rules, start, moves, position_key as positionKey, ending is null as runs
    from matches
    order by board`.iterate<Pick<Row, 'board' | 'rules' | 'start' | 'moves'> & StoredEnd>(db);
  for (const row of rows) if (!replaysAsStored(row)) yield row.board;
}

/** What a replay is compared with. */
interface StoredEnd {
  /** Archived matches have none. */
  readonly positionKey: Uint8Array | undefined;
  readonly runs: 0 | 1;
}

function replaysAsStored(
  row: Pick<Row, 'board' | 'rules' | 'start' | 'moves'> & StoredEnd,
): boolean {
  try {
    const end = replay(readStart(row), splitColumn(row.moves));
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
  sql`insert into match_events (board, revision, event, inbox_id, at)
    values (${event.board}, ${event.revision}, ${event.event}, ${event.inboxId},
      ${now})`.run(db);
}

function toMatch({ blackId, whiteId, ending, winner, rated, hints, ...row }: Row): Match {
  const rules = storedRules(row.rules);
  const start = readStart(row);
  const moves = splitColumn(row.moves);
  const seats = {
    black: { id: blackId, userid: row.black },
    white: { id: whiteId, userid: row.white },
  };
  const robot = row.robot === undefined ? undefined : robotSeat(seats, row.robot);
  return {
    board: row.board,
    rules,
    ...seats,
    start,
    moves,
    position: replay(start, moves),
    revision: row.revision,
    outcome: ending === undefined ? undefined : { winner, ending: parseEnding(ending) },
    pace: row.pace === undefined ? undefined : parsePace(row.pace),
    ...(rated === 1 && { rated: true }),
    ...(hints === 1 && { hints: true }),
    ...(robot && { robot }),
  };
}

const KNOWN: ReadonlyMap<string, Ending> = new Map(ENDINGS.map((ending) => [ending, ending]));

/**
 * Checks the ending in a row.
 *
 * @throws Error if there is no such ending: the row is damaged, or from another program
 */
export const parseEnding = (text: string): Ending => {
  const ending = KNOWN.get(text);
  if (ending === undefined) throw new Error(`no match ends by "${text}"`);
  return ending;
};

/** The words of a column, which are separated by blanks. */
export const splitColumn = (text: string): readonly string[] =>
  text === '' ? [] : text.split(' ');

/** @throws Error if the first position of a match is not valid: the row is damaged */
export const readStart = ({
  board,
  rules,
  start,
}: Pick<Row, 'board' | 'rules' | 'start'>): Position =>
  storedPosition(storedRules(rules), start, `board ${board}`);

/** They fit into three bytes of a token. Two hashes are equal with a chance of one in a million. */
const SHOWN_BITS = 20;

/** The hash in a token of what its letter showed. */
export function hashOfShown(...facts: readonly unknown[]): number {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest();
  return hash.readUInt32BE() >>> (32 - SHOWN_BITS);
}

/** Digits of a hash, in base 36, in the column `shown`, which has one hash for each revision. */
const HASH_DIGITS = 4;

/**
 * Adds the hash of a revision to those before it. Revisions written by an older version have blanks instead.
 */
const withShown = (before: string, revision: number, hash: number): string =>
  before.padEnd((revision - 1) * HASH_DIGITS) + hash.toString(36).padStart(HASH_DIGITS, '0');

/** What is known of a board at a revision, and of a player's reply tokens. */
interface Shown {
  /** The player's epoch; 0 if no tokens were ended, or there is no such player. */
  readonly epoch: number;
  /** The revision that the board has reached; undefined without a board. */
  readonly reached: number | undefined;
  /** The hash of the board at the revision; undefined if an older version wrote that. */
  readonly hash: number | undefined;
}

/** A board at a revision, and the epoch of a player, in one reading. */
export function shownAt(db: Database, playerId: number, board: number, revision: number): Shown {
  const row = sql`select coalesce((select epoch from players where id = ${playerId}), 0) as epoch,
      revision as reached, substr(shown, ${(revision - 1) * HASH_DIGITS + 1}, ${HASH_DIGITS}) as hash
    from (select ${board} as number)
    left join matches on board = number`.one<{
    epoch: number;
    reached: number | undefined;
    hash: string | undefined;
  }>(db);
  const hash = row.hash?.trim() ? Number.parseInt(row.hash, 36) : undefined;
  return { ...row, hash };
}

/**
 * The hash of the terms of a challenge, or of a board without one at its start; undefined if there is
 * neither, or an older version wrote it.
 */
export const shownHashOf = (db: Database, number: number): number | undefined =>
  sql`select shown from challenges where number = ${number}`.value(db) ??
  shownAt(db, 0, number, 1).hash;
