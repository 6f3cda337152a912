import { z } from 'zod';
import { LEVELS } from '../../engine/robot/level.ts';
import { makePosition } from '../../engine/written.ts';
import { err, ok, type Result } from '../../result.ts';
import { isPossible, makePace, PACE, type Pace, parsePace } from '../clock.ts';
import type { MatchOutcome } from '../types.ts';
import type { MatchRecord, RecordedOutcome } from './record.ts';

/**
 * A finished match as one line of JSON: all that is needed to put it back, and nothing about a
 * person but the userid, so that an archive may be published.
 */

/** A finished match, with all that is stored about it. */
export interface Archived extends MatchRecord {
  readonly board: number;
  readonly outcome: MatchOutcome;
  readonly revision: number;
  /** Seconds that each ply took. */
  readonly times: readonly number[];
  /** Whole days of the players' calendars that each ply took; undefined where no clock was wound. */
  readonly days: readonly number[] | undefined;
  readonly pace: Pace | undefined;
  readonly rated: boolean;
  /** UTC milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** What made the revisions that are no plies, the lowest revision first. */
  readonly events: readonly ArchivedEvent[];
}

export interface ArchivedEvent {
  readonly revision: number;
  readonly event: string;
  /** UTC milliseconds. */
  readonly at: number;
}

/** Why a line is refused. No fact repeats what stands in it. */
export interface ArchiveError {
  readonly code: ArchiveErrorCode;
  /** The key of the line that is meant, or the ply, counted from 1. */
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

/** Refuses a line. */
export const refuseLine = (code: ArchiveErrorCode, at?: string | number) =>
  err<ArchiveError>(at === undefined ? { code } : { code, at });

/** Writes a match as a line, without the end of line. The keys stand in one order always. */
export function makeArchiveLine(match: Archived): string {
  const { board, rules, black, white, start, moves, times, days, revision, outcome } = match;
  const { pace, rated, hints, robot, startedAt, endedAt, events } = match;
  const line: Line = {
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

/**
 * As JavaScript writes a moment of four-digit years, with milliseconds, and no other spelling of it:
 * the files of an archive are named by years.
 */
const time = z.string().refine((text) => {
  const at = Date.parse(text);
  return /^\d{4}-/.test(text) && Number.isFinite(at) && makeTime(at) === text;
});
/** As we write it, and one that a match can have: it might be opened again. */
const pace = z.string().refine((text) => {
  if (!PACE.test(text)) return false;
  const read = parsePace(text);
  return makePace(read) === text && isPossible(read);
});
const count = z.int().nonnegative();
const LINE = z.strictObject({
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
  // Where it is missing, nobody has agreed on any.
  hints: z.literal(true).optional(),
  // Not there between two people.
  robot: z.literal([...LEVELS]).optional(),
  events: z.array(
    z.strictObject({
      revision: count.min(1),
      event: z.string().regex(/^[a-z]{1,20}(?:-[a-z]{1,20}){0,3}$/),
      at: time,
    }),
  ),
});
type Line = z.infer<typeof LINE>;

/** A line whose values have their shapes; whether it tells a match shows when it is played. */
export interface ArchiveLine
  extends Omit<Archived, 'rules' | 'black' | 'white' | 'start' | 'outcome'> {
  readonly rules: string;
  /** Userids. */
  readonly black: string;
  readonly white: string;
  /** In position notation. */
  readonly start: string;
  readonly outcome: RecordedOutcome;
}

/** Reads the shape of a line. Never throws. */
export function readArchiveLine(text: string): Result<ArchiveLine, ArchiveError> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuseLine('not-json');
  }
  const read = LINE.safeParse(json);
  if (!read.success) {
    const [issue] = read.error.issues;
    if (issue?.code === 'unrecognized_keys') return refuseLine('unknown-key');
    const [key] = issue?.path ?? [];
    return key === undefined ? refuseLine('not-json') : refuseLine('bad-value', String(key));
  }
  const { winner, ending, days, pace, hints, robot, ...rest } = read.data;
  const { started_at, changed_at, events, ...same } = rest;
  return ok({
    ...same,
    ...(hints && { hints }),
    outcome: { winner: winner ?? undefined, ending },
    days: days ?? undefined,
    pace: pace === null ? undefined : parsePace(pace),
    ...(robot !== undefined && { robot: { level: robot } }),
    startedAt: Date.parse(started_at),
    endedAt: Date.parse(changed_at),
    events: events.map(({ at, ...event }) => ({ ...event, at: Date.parse(at) })),
  });
}
