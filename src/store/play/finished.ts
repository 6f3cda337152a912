import { makePosition, storedRules } from '../../engine/registry.ts';
import type { Level } from '../../engine/robot/level.ts';
import type { Colour } from '../../engine/shape/types.ts';
import { makePace, parsePace } from '../../match/clock.ts';
import type { Archived } from '../../match/record/archive.ts';
import { type Database, sql } from '../file/database.ts';
import { noteEvent, parseEnding, readStart, splitColumn } from './matches.ts';

/**
 * The months (UTC) of finished matches, each with its boards in the order of their ends. Until the iteration
 * ends, all other reads show the database as it was at its start.
 */
export function* finishedMonths(
  db: Database,
): Generator<{ readonly month: string; readonly boards: readonly number[] }> {
  const rows = sql`select strftime('%Y-%m', changed_at / 1000, 'unixepoch') as month,
      json_group_array(board order by changed_at, board) as boards
    from matches
    where ending is not null
    group by month
    order by month`.iterate<{ month: string; boards: string }>(db);
  for (const { month, boards } of rows) yield { month, boards: JSON.parse(boards) };
}

/**
 * A finished match with everything stored about it. Its moves are not replayed.
 *
 * @throws Error if the board is not finished
 */
export function archivedMatch(db: Database, board: number): Archived {
  const row = sql`select matches.board, rules, black.userid as black, white.userid as white, start,
      moves, times, days, revision, winner, ending, pace, rated, hints, robot,
      started_at as startedAt, changed_at as endedAt
    from matches
    join players black on black.id = matches.black_id
    join players white on white.id = matches.white_id
    where matches.board = ${board} and ending is not null`.get<Row>(db);
  if (!row) throw new Error(`board ${board} is not finished`);
  const { rules, black, white, moves, times, days, winner, ending, pace, ...rest } = row;
  const { rated, hints, robot, ...same } = rest;
  return {
    ...same,
    rules: storedRules(rules),
    black: { userid: black },
    white: { userid: white },
    start: readStart(row),
    moves: splitColumn(moves),
    times: splitColumn(times).map((seconds) => Number.parseInt(seconds, 36)),
    days: days === undefined ? undefined : splitColumn(days).map(Number),
    outcome: { winner, ending: parseEnding(ending) },
    pace: pace === undefined ? undefined : parsePace(pace),
    rated: rated === 1,
    ...(hints === 1 && { hints: true }),
    ...(robot !== undefined && { robot: { level: robot } }),
    events: sql`select revision, event, at
      from match_events
      where board = ${board}
      order by revision`.all(db),
  };
}

interface Row extends Pick<Archived, 'board' | 'revision' | 'startedAt' | 'endedAt'> {
  readonly rules: string;
  readonly black: string;
  readonly white: string;
  readonly start: string;
  readonly moves: string;
  readonly times: string;
  readonly days: string | undefined;
  readonly winner: Colour | undefined;
  readonly ending: string;
  readonly pace: string | undefined;
  readonly rated: number;
  readonly hints: number;
  readonly robot: Level | undefined;
}

/** The number of boards, and of challenges, which share one sequence of numbers. */
export const numbersTaken = (
  db: Database,
): { readonly matches: number; readonly challenges: number } =>
  sql`select (select count(*) from matches) as matches,
      (select count(*) from challenges) as challenges`.one(db);

export const hasBoard = (db: Database, board: number): boolean =>
  sql`select 1 from matches where board = ${board}`.exists(db);

/** Inserts an archived match, between the players with these ids. */
export function putArchived(db: Database, match: Archived, blackId: number, whiteId: number): void {
  const { board, events } = match;
  insertMatch(db, match, blackId, whiteId);
  for (const { at, ...event } of events) noteEvent(db, { board, ...event, inboxId: undefined }, at);
}

/** Inserts a match without the key of its position, which only running matches need. */
const insertMatch = (db: Database, match: Archived, blackId: number, whiteId: number): void => {
  const { board, rules, start, moves, times, revision, outcome } = match;
  const { pace, rated, hints, robot, days, startedAt, endedAt } = match;
  sql`insert into matches
      (board, rules, black_id, white_id, start, moves, times, revision, winner, ending, pace, rated,
        hints, robot, days, started_at, changed_at)
    values (${board}, ${rules}, ${blackId}, ${whiteId}, ${makePosition(start)}, ${moves.join(' ')},
      ${times.map((seconds) => seconds.toString(36)).join(' ')}, ${revision}, ${outcome.winner},
      ${outcome.ending}, ${pace ? makePace(pace) : null}, ${rated}, ${Boolean(hints)},
      ${robot?.level}, ${days?.join(' ')}, ${startedAt}, ${endedAt})`.run(db);
};
