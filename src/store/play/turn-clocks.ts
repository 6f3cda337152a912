import { opposite } from '../../engine/stones/board.ts';
import { dayAt, mergeSpans, type Span, startOf } from '../../match/calendar.ts';
import {
  allowedDays,
  type Calendar,
  daysGone,
  type RunningClock,
  readClock,
} from '../../match/clock.ts';
import { forcedPlies } from '../../match/forced.ts';
import { isRobotsTurn } from '../../match/robot.ts';
import type { Match } from '../../match/types.ts';
import { type Database, sql } from '../file/database.ts';
import { settingsOf } from '../people/players.ts';
import { awayBetween, daysOffFrom } from './absences.ts';

/** A clock together with what is stored of it. */
export interface TurnClock extends RunningClock {
  readonly stored: StoredClock;
}

const NONE = { used: 0, plies: 0 };

/**
 * The clock of whoever is to move. A match that has gone further than the stored one is at the
 * beginning of a turn. Undefined when no clock runs, as none does for the robot.
 */
export function turnClock(
  db: Database,
  match: Match,
  now: number,
  stored = storedClock(db, match.board),
): TurnClock | undefined {
  const { pace, outcome, board, position } = match;
  if (!pace || outcome || isRobotsTurn(match)) return undefined;
  const hasBegun = stored.revision === match.revision;
  const said = hasBegun ? stored : { ...stored, remindedDay: undefined, announcedAt: undefined };
  const began = (hasBegun && stored.changedAt) || now;
  const { id: playerId } = match[position.turn];
  const calendar = calendarOf(db, playerId, began, now);
  // Earlier turns count where a total is agreed on alone.
  const { used, plies } =
    pace.totalDays === undefined ? NONE : takenBy(match, daysOfPlies(db, match, now, stored));
  const rest = {
    allowedDays: allowedDays(pace, used, plies),
    nagDays: calendar.wantsReminders ? pace.nagDays : 0,
  };
  const face = readClock(rest, calendar, said, began, now);
  const { zone, offUntil } = calendar;
  return { ...face, board, playerId, zone, ...(offUntil && { offUntil }), stored: said };
}

/** What is written of the turn that begins with a revision. */
export interface NewTurn {
  /** Those of each ply so far. */
  readonly days: readonly number[];
  /** Undefined when the match is over. */
  readonly dueAt: number | undefined;
}

/**
 * The turn that begins now, with the days that a ply has taken; those of plies that were taken back are
 * forgotten. Before the next revision of the match is written. Undefined without a clock.
 */
export function newTurn(db: Database, match: Match, now: number): NewTurn | undefined {
  if (!match.pace) return undefined;
  const stored = storedClock(db, match.board);
  const days = daysOfPlies(db, match, now, stored);
  return { days, dueAt: turnClock(db, match, now, stored)?.dueAt };
}

/**
 * The days that each ply of a match has taken. Of plies that are not written yet the first one has
 * taken those of the turn that stands on the board; others, forced or from a queue, have followed at
 * once.
 */
function daysOfPlies(
  db: Database,
  match: Match,
  now: number,
  { days: known, changedAt }: StoredClock,
): readonly number[] {
  const { moves, start } = match;
  if (moves.length <= known.length) return known.slice(0, moves.length);
  const colour = known.length % 2 === 0 ? start.turn : opposite(start.turn);
  const began = changedAt ?? now;
  const { zone, off, awayMs } = calendarOf(db, match[colour].id, began, now);
  const taken = daysGone({ began: dayAt(began, zone), off }, dayAt(now - awayMs, zone));
  const days = [...known, taken];
  return moves.map((_, ply) => days[ply] ?? 0);
}

/** The calendar of a player, and what else a turn needs to know of that one. */
function calendarOf(db: Database, playerId: number, began: number, now: number) {
  const { zone = 'UTC', remind } = settingsOf(db, playerId);
  const awayUntil = (at: number): number => awayBetween(db, began, at);
  const awayMs = awayUntil(now);
  const off = daysOffFrom(db, playerId, dayAt(began, zone));
  const calendar: Calendar = {
    zone,
    off: awayMs > 0 ? onClock(off, zone, awayUntil) : off,
    awayMs,
  };
  const today = dayAt(now, zone);
  const offUntil = off.find(({ from, to }) => from <= today && today <= to)?.to;
  return { ...calendar, offUntil, wantsReminders: remind !== 'no' };
}

/**
 * Days off as a clock sees them that has stood still: after an absence they come so much sooner. A
 * day of which a part is off is a day off.
 */
const onClock = (
  off: readonly Span[],
  zone: string,
  awayUntil: (at: number) => number,
): readonly Span[] =>
  mergeSpans(
    off.flatMap(({ from, to }) => {
      const [begin, end] = [startOf(from, zone), startOf(to + 1, zone)].map(
        (at) => at - awayUntil(at),
      ) as [number, number];
      return begin < end ? [{ from: dayAt(begin, zone), to: dayAt(end - 1, zone) }] : [];
    }),
  );

/** The zone whose days a player counts. */
export const zoneOf = (db: Database, playerId: number): string =>
  settingsOf(db, playerId).zone ?? 'UTC';

/**
 * What the player who is to move has taken so far, and in how many plies. A pass that was forced is
 * none of them: it has taken nothing, and earns nothing.
 */
function takenBy(
  match: Match,
  days: readonly number[],
): { readonly used: number; readonly plies: number } {
  const { start, position, moves } = match;
  const first = start.turn === position.turn ? 0 : 1;
  const forced = forcedPlies(match);
  const own = moves.map((_, ply) => ply).filter((ply) => ply % 2 === first && !forced.has(ply));
  return { used: own.reduce((sum, ply) => sum + (days[ply] ?? 0), 0), plies: own.length };
}

/** What is stored about the clock of a match, besides its pace. */
interface StoredClock {
  /** Days that each ply has taken. */
  readonly days: readonly number[];
  /** The player's day of the last reminder in this turn. */
  readonly remindedDay: number | undefined;
  /** When the forfeit of this turn was announced. */
  readonly announcedAt: number | undefined;
  /** When the board has changed last, and which revision it has reached; undefined of none. */
  readonly changedAt: number | undefined;
  readonly revision: number | undefined;
}

/** What is stored of the clock of a board, also where none has been wound. */
export function storedClock(db: Database, board: number): StoredClock {
  const row = sql(
    db,
    `select changed_at as changedAt, revision, nullif(days, '') as days,
      reminded_day as remindedDay, announced_at as announcedAt
    from matches
    where board = ?`,
  ).get(board) as
    | ({ [Key in Exclude<keyof StoredClock, 'days'>]: number | null } & { days: string | null })
    | undefined;
  return {
    days: row?.days?.split(' ').map(Number) ?? [],
    remindedDay: row?.remindedDay ?? undefined,
    announcedAt: row?.announcedAt ?? undefined,
    changedAt: row?.changedAt ?? undefined,
    revision: row?.revision ?? undefined,
  };
}

/** Writes down when something is to be done about a turn next; undefined: never. */
export const setDue = (db: Database, board: number, dueAt: number | undefined): void => {
  sql(db, 'update matches set due_at = ? where board = ?').run(dueAt ?? null, board);
};

/** Writes down what the player of a turn has been told. */
export const noteReminder = (
  db: Database,
  board: number,
  remindedDay: number,
  announcedAt: number | undefined,
): void => {
  sql(db, 'update matches set reminded_day = ?, announced_at = ? where board = ?').run(
    remindedDay,
    announcedAt ?? null,
    board,
  );
};

/** The forfeit of a turn has not been announced, or for a day that is not its last one any more. */
export const forgetAnnouncement = (db: Database, board: number): void => {
  sql(db, 'update matches set announced_at = null where board = ?').run(board);
};

/** Boards about whose turn something is to be done, the longest due first. */
export const dueBoards = (db: Database, now: number, most: number): readonly number[] =>
  sql(
    db,
    `select board from matches
    where due_at is not null and due_at <= ?
    order by due_at, board
    limit ? + 0`,
  )
    .pluck()
    .all(now, most) as number[];

/**
 * When the letter of a morning has left the house, or undefined while it still waits to. One that was
 * given up, or is for an address that gets no letters, counts from when it was written.
 */
export const toldAt = (db: Database, playerId: number, writtenAt: number): number | undefined => {
  const letter = sql(
    db,
    `select case
        when state = 'sent' then sent_at
        when state = 'failed' or exists (
          select 1 from conditions
          where conditions.kind = 'suspension' and key = outbox.address_key and ended_at is null
        ) then created_at
      end as at
    from outbox
    where player_id = ? and board is null and kind = 'morning' and created_at <= ?
    order by id desc
    limit 1`,
  ).get(playerId, writtenAt) as { at: number | null } | undefined;
  return letter ? (letter.at ?? undefined) : writtenAt;
};

/**
 * The clock of the machine was ahead: no turn has begun later than now, nothing has been announced
 * later, and all turns are looked at anew.
 */
export function resetClocksTo(db: Database, now: number): void {
  sql(
    db,
    `update matches
    set changed_at = min(changed_at, :now),
      due_at = min(due_at, :now),
      announced_at = case when announced_at <= :now then announced_at end,
      reminded_day = case when changed_at <= :now then reminded_day end
    where ending is null`,
  ).run({ now });
}
