import { z } from 'zod';
import { LEVELS } from '../../engine/robot/level.ts';
import { makePosition } from '../../engine/written.ts';
import { err, ok, type Result } from '../../result.ts';
import { isPossible, makePace, PACE, type Pace, parsePace } from '../clock.ts';
import type { MatchOutcome } from '../types.ts';
import type { MatchRecord, RecordedOutcome } from './record.ts';

/**
 * A finished match as one line of JSON: all data to restore it, and no personal data but userids, so that an
 * archive may be published.
 */

/** A finished match with all its stored data. */
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

/** A time exactly as `toISOString` writes it, with a four-digit year: archive files are named by year. */
const time = z.string().refine((text) => {
  const at = Date.parse(text);
  return /^\d{4}-/.test(text) && Number.isFinite(at) && makeTime(at) === text;
});
/** A pace as `makePace` writes it, within the limits: the match might be reopened. */
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
type Line = z.infer<typeof LINE>;

/** A well-formed line whose moves have not been played through. */
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

/** Reads a line and checks its form alone. Never throws. */
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
