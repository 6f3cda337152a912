import { z } from 'zod';
import { findGame, makePosition, readPosition } from '../../engine/registry.ts';
import { LEVELS } from '../../engine/robot/level.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { Position } from '../../engine/shape/types.ts';
import { clockLimits } from '../../limits.ts';
import { err, ok, type Result } from '../../result.ts';
import { countSeen, outcomeByRules } from '../by-rules.ts';
import { makePace, PACE, type Pace, parsePace } from '../clock.ts';
import { ENDINGS, type Ending, type MatchOutcome, ROBOT, robotNamed } from '../types.ts';
import type { MatchRecord } from './record.ts';

/**
 * A finished match as one line of JSON: all data to restore it, and no personal data but userids, so that an
 * archive may be published.
 */
export interface Archived extends MatchRecord {
  readonly board: number;
  readonly outcome: MatchOutcome;
  readonly revision: number;
  /** Seconds per ply. */
  readonly times: readonly number[];
  /** Whole calendar days per ply; undefined without a clock. */
  readonly days: readonly number[] | undefined;
  readonly pace: Pace | undefined;
  readonly rated: boolean;
  /** UTC milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The events of revisions that are not plies, by revision. */
  readonly events: readonly ArchivedEvent[];
}

interface ArchivedEvent {
  readonly revision: number;
  readonly event: string;
  /** UTC milliseconds. */
  readonly at: number;
}

/** Why a line is refused. Contains no text of the line. */
export interface ArchiveError {
  readonly code: ArchiveErrorCode;
  /** The JSON key, or the ply, counted from 1. */
  readonly at?: string | number;
}
export type ArchiveErrorCode =
  | 'too-long'
  | 'not-json'
  | 'bad-value'
  | 'unknown-key'
  | 'unknown-game'
  | 'bad-start'
  | 'bad-move'
  | 'move-after-end'
  | 'wrong-outcome'
  | 'unknown-ending'
  | 'wrong-length'
  | 'wrong-revision'
  | 'bad-userid'
  | 'same-player'
  | 'userid-like-another'
  | 'board-twice';

export const refuseLine = (code: ArchiveErrorCode, at?: string | number) =>
  err<ArchiveError>(at === undefined ? { code } : { code, at });

/** Writes a match as a line, without the newline. The order of keys is fixed. */
export function makeArchiveLine(match: Archived): string {
  const { board, rules, black, white, start, moves, times, days, revision, outcome } = match;
  const { pace, rated, hints, robot, startedAt, endedAt, events } = match;
  const line: z.input<typeof LINE> = {
    board,
    rules,
    black: black.userid,
    white: white.userid,
    start: makePosition(start),
    moves: [...moves],
    times: [...times],
    days: days ? [...days] : null,
    revision,
    winner: outcome.winner ?? null,
    ending: outcome.ending,
    started_at: makeTime(startedAt),
    changed_at: makeTime(endedAt),
    pace: pace ? makePace(pace) : null,
    rated,
    ...(hints && { hints }),
    ...(robot && { robot: robot.level }),
    events: events.map(({ revision, event, at }) => ({ revision, event, at: makeTime(at) })),
  };
  return JSON.stringify(line);
}

const makeTime = (at: number): string => new Date(at).toISOString();

/** A time exactly as `toISOString` writes it, with a four-digit year: archive files are named by year. */
const time = z
  .string()
  .refine((text) => {
    const at = Date.parse(text);
    return /^\d{4}-/.test(text) && Number.isFinite(at) && makeTime(at) === text;
  })
  .transform(Date.parse);
/** A pace as `makePace` writes it, within the limits: the match might be reopened. */
const pace = z
  .string()
  .refine((text) => PACE.test(text) && makePace(parsePace(text)) === text)
  .transform(parsePace)
  .refine(isPossible);
const count = z.int().nonnegative();
const FIELDS = z.strictObject({
  board: z.int().min(1).max(999_999_999),
  rules: z.string(),
  black: z.string(),
  white: z.string(),
  start: z.string(),
  moves: z.array(z.string()),
  times: z.array(count),
  days: z.array(count).nullable(),
  revision: count,
  winner: z.enum(['black', 'white']).nullable(),
  ending: z.string(),
  started_at: time,
  changed_at: time,
  pace: pace.nullable(),
  rated: z.boolean(),
  // Missing: not agreed.
  hints: z.literal(true).optional(),
  // Missing between two people.
  robot: z.literal([...LEVELS]).optional(),
  events: z.array(
    z.strictObject({
      revision: count.min(1),
      event: z.string().regex(/^[a-z]{1,20}(?:-[a-z]{1,20}){0,3}$/),
      at: time,
    }),
  ),
});

/** A well-formed line, whose moves have not been played through. */
const LINE = FIELDS.transform(
  ({ winner, ending, days, pace, hints, robot, started_at, changed_at, ...same }) => ({
    ...same,
    ...(hints && { hints }),
    ...(robot !== undefined && { robot: { level: robot } }),
    outcome: { winner: winner ?? undefined, ending },
    days: days ?? undefined,
    pace: pace ?? undefined,
    startedAt: started_at,
    endedAt: changed_at,
  }),
);
type ArchiveLine = z.output<typeof LINE>;

/** Reads a line and checks its form alone. Never throws. */
function readArchiveLine(text: string): Result<ArchiveLine, ArchiveError> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuseLine('not-json');
  }
  const read = LINE.safeParse(json);
  if (read.success) return ok(read.data);
  const [issue] = read.error.issues;
  if (issue?.code === 'unrecognized_keys') return refuseLine('unknown-key');
  const [key] = issue?.path ?? [];
  return key === undefined ? refuseLine('not-json') : refuseLine('bad-value', String(key));
}

/** Endings outside the rules, and whether they have a winner. */
export const ENDINGS_OUTSIDE_RULES: ReadonlyMap<Ending, boolean> = new Map([
  ['resigned', true],
  ['resigned-by-admin', true],
  ['forfeited', true],
  ['won-by-admin', true],
  ['agreed', false],
  ['drawn-by-admin', false],
  ['cancelled-by-admin', false],
]);

/**
 * Reads a line of an archive and plays it through. Checks that every move is legal and in the game's own
 * spelling, that the ending fits the rules, and that times, days and revisions fit the plies. Never throws.
 */
export function parseArchiveLine(text: string): Result<Archived, ArchiveError> {
  const read = readArchiveLine(text);
  if (!read.ok) return read;
  const line = read.value;
  const game = findGame(line.rules);
  if (game?.rules !== line.rules) return refuseLine('unknown-game');
  const start = readStart(game, line.start);
  if (!start) return refuseLine('bad-start');
  const ruled = playThrough(game, start, line.moves);
  if (!ruled.ok) return ruled;
  const outcome = provenEnd(game, line, ruled.value);
  if (!outcome.ok) return outcome;
  const wrong = wrongCount(line, ruled.value);
  if (wrong) return wrong;
  const robots = checkRobotSeat(line);
  if (!robots.ok) return robots;
  const seats = { black: { userid: line.black }, white: { userid: line.white } };
  return ok({ ...line, ...seats, rules: game.rules, start, outcome: outcome.value });
}

/** Checks that an archive line names the robot exactly if it has a level, and uses no other robot name. */
function checkRobotSeat({ black, white, robot }: ArchiveLine): Result<undefined, ArchiveError> {
  const named = [black, white].filter((userid) => robotNamed(userid));
  if (robot === undefined) {
    if (named.length === 0) return ok(undefined);
    return refuseLine('bad-userid', robotNamed(black) ? 'black' : 'white');
  }
  return named.length === 1 && named[0] === ROBOT.userid
    ? ok(undefined)
    : refuseLine('bad-value', 'robot');
}

/** A legal position in canonical notation; undefined otherwise. */
function readStart(game: Game, text: string): Position | undefined {
  const position = readPosition(game, text);
  return position.ok && makePosition(position.value) === text ? position.value : undefined;
}

function playThrough(
  game: Game,
  start: Position,
  moves: readonly string[],
): Result<MatchOutcome | undefined, ArchiveError> {
  const seen = countSeen(game);
  let position = start;
  let ruled = outcomeByRules(game, position, seen);
  for (const [at, text] of moves.entries()) {
    if (ruled) return refuseLine('move-after-end', at + 1);
    const move = game.parseMove(position, text);
    if (!move.ok || game.makeMove(move.value, position) !== text)
      return refuseLine('bad-move', at + 1);
    position = game.play(position, move.value).position;
    ruled = outcomeByRules(game, position, seen);
  }
  return ok(ruled);
}

/** Checks the ending of a line against the outcome by the rules. */
function provenEnd(
  game: Game,
  { outcome: { winner, ending: named } }: ArchiveLine,
  ruled: MatchOutcome | undefined,
): Result<MatchOutcome, ArchiveError> {
  if (ruled) {
    const same = ruled.winner === winner && ruled.ending === named;
    return same ? ok(ruled) : refuseLine('wrong-outcome');
  }
  const ending = ENDINGS.find((each) => each === named);
  const won = ending && ENDINGS_OUTSIDE_RULES.get(ending);
  if (ending === undefined || won === undefined) return refuseLine('unknown-ending');
  const fits = won === (winner !== undefined);
  const impossibleDraw = ending === 'agreed' && !game.canEndInDraw;
  return fits && !impossibleDraw ? ok({ winner, ending }) : refuseLine('wrong-outcome');
}

/** Checks the times, days and revisions of a line against its moves. */
function wrongCount(line: ArchiveLine, ruled: MatchOutcome | undefined) {
  const { moves, times, days, pace, revision, events } = line;
  if (times.length !== moves.length) return refuseLine('wrong-length', 'times');
  if ((days === undefined) !== (pace === undefined)) return refuseLine('bad-value', 'days');
  if (days && days.length !== moves.length) return refuseLine('wrong-length', 'days');
  // The start, every ply, and an end that is not a ply; plies taken back add more.
  if (revision < 1 + moves.length + (ruled ? 0 : 1))
    return refuseLine('wrong-revision', 'revision');
  const inOrder = events.every(
    (event, at) => event.revision > (events[at - 1]?.revision ?? 0) && event.revision <= revision,
  );
  return inOrder ? undefined : refuseLine('wrong-revision', 'events');
}

/** Whether a pace is within the limits; an imported one may not be. */
function isPossible({ nagDays, forfeitDays, totalDays, incrementDays }: Pace): boolean {
  const turn = forfeitDays <= clockLimits.forfeitDays && nagDays < forfeitDays;
  if (totalDays === undefined) return turn && incrementDays === 0;
  return (
    turn &&
    totalDays >= 1 &&
    totalDays <= clockLimits.totalDays &&
    incrementDays <= clockLimits.incrementDays
  );
}
