import { dayAt } from '../match/calendar.ts';
import {
  allowedDays,
  type Calendar,
  daysGone,
  type RunningClock,
  readClock,
} from '../match/clock.ts';
import type { Match } from '../match/types.ts';
import { type StoredClock, storedClock } from './clocks.ts';
import { type Database, sql } from './database.ts';
import { awaySince } from './downtimes.ts';
import { changedAt } from './matches.ts';
import { settingOf } from './settings.ts';
import { daysOffFrom } from './vacations.ts';

/** A clock together with what is stored of it. */
export interface TurnClock extends RunningClock {
  readonly stored: StoredClock;
}

const NEW: StoredClock = { days: [], remindedDay: undefined, announcedAt: undefined };

/**
 * The clock of whoever is to move. A match that has gone further than the stored one is at the
 * beginning of a turn. Undefined when no clock runs.
 */
export function turnClock(db: Database, match: Match, now: number): TurnClock | undefined {
  const { pace, outcome, board, position } = match;
  if (!pace || outcome) return undefined;
  const stored = storedClock(db, board) ?? NEW;
  const since = beganAt(db, match);
  const said = since === undefined ? NEW : stored;
  const began = since ?? now;
  const { id: playerId } = match[position.turn];
  const calendar = calendarOf(db, playerId, began);
  const { used, plies } = takenBy(match, stored.days);
  const wantsReminders = settingOf(db, playerId, 'remind') !== 'no';
  const rest = {
    allowedDays: allowedDays(pace, used, plies),
    nagDays: wantsReminders ? pace.nagDays : 0,
  };
  const face = readClock(rest, calendar, said, began, now);
  return { ...face, board, playerId, zone: calendar.zone, stored: { ...said, days: stored.days } };
}

/** How many whole days the turn that stands on a board has taken its player. */
export function daysTaken(db: Database, board: number, playerId: number, now: number): number {
  const began = changedAt(db, board) ?? now;
  const { zone, off, awayMs } = calendarOf(db, playerId, began);
  return daysGone({ began: dayAt(began, zone), off }, dayAt(now - awayMs, zone));
}

function calendarOf(db: Database, playerId: number, began: number): Calendar {
  const zone = zoneOf(db, playerId);
  const off = daysOffFrom(db, playerId, dayAt(began, zone));
  return { zone, off, awayMs: awaySince(db, began) };
}

/** When the turn began, unless it begins only now. */
const beganAt = (db: Database, { board, revision }: Match): number | undefined =>
  sql(db, 'select changed_at from matches where board = ? and revision = ?')
    .pluck()
    .get(board, revision) as number | undefined;

/** The zone whose days a player counts. */
export const zoneOf = (db: Database, playerId: number): string =>
  settingOf(db, playerId, 'zone') ?? 'UTC';

/** What the player who is to move has taken so far, and in how many plies. */
function takenBy(
  { start, position, moves }: Match,
  days: readonly number[],
): { readonly used: number; readonly plies: number } {
  const first = start.turn === position.turn ? 0 : 1;
  const own = moves.map((_, ply) => ply).filter((ply) => ply % 2 === first);
  return { used: own.reduce((sum, ply) => sum + (days[ply] ?? 0), 0), plies: own.length };
}
