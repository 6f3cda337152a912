import { opposite } from '../../engine/stones/board.ts';
import { forcedPlies } from '../../match/by-rules.ts';
import {
  allowedDays,
  type Calendar,
  type Day,
  dayAt,
  daysGone,
  mergeSpans,
  type RunningClock,
  readClock,
  type Span,
  startOf,
} from '../../match/clock.ts';
import { isRobotsTurn, type Match } from '../../match/types.ts';
import type { Settings } from '../../player/settings.ts';
import { type Database, type Sql, sql } from '../file/database.ts';
import { settingsOf } from '../people/players.ts';

/** A clock with its stored state. */
export interface TurnClock extends RunningClock {
  readonly stored: StoredClock;
}

const NOTHING_USED = { used: 0, plies: 0 };

/**
 * The clock of the player to move. If the match is at another revision than the stored one, the turn begins
 * now. Undefined if no clock runs, as for the robot.
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
  const notices = hasBegun ? stored : { ...stored, remindedDay: undefined, announcedAt: undefined };
  const began = (hasBegun && stored.changedAt) || now;
  const { id: playerId } = match[position.turn];
  const calendar = calendarOf(db, playerId, began, now);
  // Earlier turns count only if a total was agreed on.
  const { used, plies } =
    pace.totalDays === undefined
      ? NOTHING_USED
      : takenBy(match, daysOfPlies(db, match, now, stored));
  const rest = {
    allowedDays: allowedDays(pace, used, plies),
    nagDays: calendar.wantsReminders ? pace.nagDays : 0,
  };
  const face = readClock(rest, calendar, notices, began, now);
  const { zone, offUntil } = calendar;
  return { ...face, board, playerId, zone, ...(offUntil && { offUntil }), stored: notices };
}

/** The stored facts of a turn that begins with a revision. */
export interface NewTurn {
  /** Days that each ply so far has taken. */
  readonly days: readonly number[];
  /** When something is to be done about it; undefined without a running clock. */
  readonly dueAt: number | undefined;
}

/**
 * The turn that begins now, with the days that each ply has taken; those of plies taken back are dropped. To
 * be called before the next revision is stored. Undefined without a clock.
 */
export function newTurn(
  db: Database,
  match: Match,
  now: number,
  stored = storedClock(db, match.board),
): NewTurn | undefined {
  if (!match.pace) return undefined;
  const days = daysOfPlies(db, match, now, stored);
  return { days, dueAt: turnClock(db, match, now, stored)?.dueAt };
}

/**
 * The days that each ply of a match has taken. The first ply that is not stored yet has taken those of the
 * stored turn; further ones, forced or conditional, took none.
 */
function daysOfPlies(
  db: Database,
  match: Match,
  now: number,
  { days: earlierDays, changedAt }: StoredClock,
): readonly number[] {
  const { moves, start } = match;
  if (moves.length <= earlierDays.length) return earlierDays.slice(0, moves.length);
  const colour = earlierDays.length % 2 === 0 ? start.turn : opposite(start.turn);
  const began = changedAt ?? now;
  const { zone, off, downtimeMs } = calendarOf(db, match[colour].id, began, now);
  const lastDays = daysGone({ began: dayAt(began, zone), off }, dayAt(now - downtimeMs, zone));
  const days = [...earlierDays, lastDays];
  return moves.map((_, ply) => days[ply] ?? 0);
}

/** The calendar of a player, and further facts for a turn. */
function calendarOf(db: Database, playerId: number, began: number, now: number) {
  const row = sql`select
      (select json_group_object(name, value) from settings where player_id = ${playerId}) as settings,
      (
        select json_group_array(json_object('from', from_day, 'to', to_day) order by from_day)
        from vacations
        where player_id = ${playerId} and to_day >= ${dayAt(began, 'UTC') - 1}
      ) as off,
      ${downtime(began, now)} as downtimeMs`.one<{
    settings: string;
    off: string;
    downtimeMs: number;
  }>(db);
  const { zone = 'UTC', remind }: Settings = JSON.parse(row.settings);
  const { downtimeMs } = row;
  const downtimeUntil = (at: number): number => sql`select ${downtime(began, at)}`.value(db);
  const firstDay = dayAt(began, zone);
  const off = mergeSpans((JSON.parse(row.off) as Span[]).filter(({ to }) => to >= firstDay));
  const calendar: Calendar = {
    zone,
    off: downtimeMs > 0 ? onClock(off, zone, downtimeUntil) : off,
    downtimeMs,
  };
  const today = dayAt(now, zone);
  const offUntil = off.find(({ from, to }) => from <= today && today <= to)?.to;
  return { ...calendar, offUntil, wantsReminders: remind !== 'no' };
}

/**
 * Days off in the time of a clock that has stood still: after a downtime they come earlier by its length. A
 * day that is partly off counts as off.
 */
const onClock = (
  off: readonly Span[],
  zone: string,
  downtimeUntil: (at: number) => number,
): readonly Span[] =>
  mergeSpans(
    off.flatMap(({ from, to }) => {
      const [begin, end] = [startOf(from, zone), startOf(to + 1, zone)].map(
        (at) => at - downtimeUntil(at),
      ) as [number, number];
      return begin < end ? [{ from: dayAt(begin, zone), to: dayAt(end - 1, zone) }] : [];
    }),
  );

export const zoneOf = (db: Database, playerId: number): string =>
  settingsOf(db, playerId).zone ?? 'UTC';

/**
 * The days and plies of the player to move so far. Forced passes do not count: they take no time, and earn
 * no increment.
 */
function takenBy(
  match: Match,
  days: readonly number[],
): { readonly used: number; readonly plies: number } {
  const { start, position, moves } = match;
  const first = start.turn === position.turn ? 0 : 1;
  const forced = forcedPlies(match);
  const ownPlies = moves
    .map((_, ply) => ply)
    .filter((ply) => ply % 2 === first && !forced.has(ply));
  return { used: ownPlies.reduce((sum, ply) => sum + (days[ply] ?? 0), 0), plies: ownPlies.length };
}

/** The stored state of a board and its clock, besides what a match has. */
interface StoredClock {
  /** Days that each ply has taken. */
  readonly days: readonly number[];
  /** The player's day of the last reminder in this turn. */
  readonly remindedDay: number | undefined;
  /** When the forfeit of this turn was announced. */
  readonly announcedAt: number | undefined;
  /** When the board changed last, and its revision; undefined if there is none. */
  readonly changedAt: number | undefined;
  readonly revision: number | undefined;
  readonly hasEnded: 0 | 1;
  /** The seconds that each ply has taken, and the hash of each revision, as they are stored. */
  readonly times: string;
  readonly shown: string;
}

/** The stored state of a board's clock, also if none runs. */
export function storedClock(db: Database, board: number): StoredClock {
  const row = sql`select changed_at as changedAt, revision, nullif(days, '') as days,
      reminded_day as remindedDay, announced_at as announcedAt, ending is not null as hasEnded,
      times, shown
    from matches
    where board = ${board}`.get<Omit<StoredClock, 'days'> & { readonly days?: string }>(db);
  return { ...(row ?? NO_BOARD), days: row?.days?.split(' ').map(Number) ?? [] };
}

const NO_BOARD = {
  remindedDay: undefined,
  announcedAt: undefined,
  changedAt: undefined,
  revision: undefined,
  hasEnded: 0,
  times: '',
  shown: '',
} as const;

/** Stores when something is to be done next about a turn; undefined: never. */
export const setDue = (db: Database, board: number, dueAt: number | undefined): void => {
  sql`update matches set due_at = ${dueAt} where board = ${board}`.run(db);
};

/** Records a reminder about a turn, and the announcement of its forfeit. */
export const noteReminder = (
  db: Database,
  board: number,
  remindedDay: number,
  announcedAt: number | undefined,
): void => {
  sql`update matches set reminded_day = ${remindedDay}, announced_at = ${announcedAt}
    where board = ${board}`.run(db);
};

/** Deletes the announcement of a forfeit, for example because the last day has changed. */
export const forgetAnnouncement = (db: Database, board: number): void => {
  sql`update matches set announced_at = null where board = ${board}`.run(db);
};

/** Boards with something to be done about their turn, the longest due first. */
export const dueBoards = (db: Database, now: number, most: number): readonly number[] =>
  sql`select board from matches
    where due_at is not null and due_at <= ${now}
    order by due_at, board
    limit ${most} + 0`.values(db);

/**
 * When the letter of a morning was sent, or undefined while it waits. A letter that was given up, or is for a
 * suspended address, counts from when it was decided.
 */
export const noticeSentAt = (
  db: Database,
  playerId: number,
  writtenAt: number,
): number | undefined => {
  const letter = sql`select case
        when state = 'sent' then sent_at
        when state = 'failed' or exists (
          select 1 from conditions
          where conditions.kind = 'suspension' and key = outbox.address_key and ended_at is null
        ) then created_at
      end as at
    from outbox
    where player_id = ${playerId} and board is null and kind = 'morning'
      and created_at <= ${writtenAt}
    order by id desc
    limit 1`.get<{ at?: number }>(db);
  return letter ? letter.at : writtenAt;
};

/**
 * Corrects turns and downtimes after the clock of the machine was ahead: none began later than now, no later
 * announcement or reminder counts, and all turns are due for a check.
 */
export function resetClocksTo(db: Database, now: number): void {
  sql`delete from downtimes where began_at >= ${now}`.run(db);
  sql`update downtimes set ended_at = ${now} where ended_at > ${now}`.run(db);
  sql`update matches
    set changed_at = min(changed_at, ${now}),
      due_at = min(due_at, ${now}),
      announced_at = case when announced_at <= ${now} then announced_at end,
      reminded_day = case when changed_at <= ${now} then reminded_day end
    where ending is null`.run(db);
}

/** Days off that a player asked for, or got because letters bounced. */
interface Vacation extends Span {
  readonly id: number;
  readonly cause: 'player' | 'bounce';
}

/** A player's days off that end on a day or later, the earliest first. */
export const vacationsFrom = (db: Database, playerId: number, day: Day): readonly Vacation[] =>
  sql`select id, from_day as "from", to_day as "to", cause
    from vacations
    where player_id = ${playerId} and to_day >= ${day}
    order by from_day`.all(db);

/** A player's days off that end on a day or later, merged. */
export const daysOffFrom = (db: Database, playerId: number, day: Day): readonly Span[] =>
  mergeSpans(vacationsFrom(db, playerId, day));

export const putVacation = (
  db: Database,
  playerId: number,
  { from, to }: Span,
  cause: Vacation['cause'],
  now: number,
): void => {
  sql`insert into vacations (player_id, from_day, to_day, cause, created_at)
    values (${playerId}, ${from}, ${to}, ${cause}, ${now})`.run(db);
};

/**
 * Ends days off before a day: those that have begun are shortened, later ones deleted.
 *
 * @param cause only days off with this cause; undefined: all
 */
export function endVacations(
  db: Database,
  playerId: number,
  day: Day,
  cause: Vacation['cause'] | undefined,
): void {
  sql`delete from vacations
    where player_id = ${playerId} and from_day >= ${day}
      and cause = coalesce(${cause}, cause)`.run(db);
  sql`update vacations
    set to_day = ${day - 1}
    where player_id = ${playerId} and to_day >= ${day}
      and cause = coalesce(${cause}, cause)`.run(db);
}

export const putDowntime = (db: Database, beganAt: number, endedAt: number): void => {
  sql`insert into downtimes (began_at, ended_at) values (${beganAt}, ${endedAt})`.run(db);
};

/** The milliseconds of downtime between two moments, as a subquery. */
const downtime = (since: number, until: number): Sql =>
  sql`(select coalesce(sum(max(0, min(ended_at, ${until}) - max(began_at, ${since}))), 0)
    from downtimes
    where ended_at > ${since} and began_at < ${until})`;

export const isInDowntime = (db: Database, at: number): boolean =>
  sql`select 1 from downtimes where began_at <= ${at} and ended_at > ${at} limit 1`.exists(db);
