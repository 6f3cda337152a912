import {
  forfeitDaysMax,
  incrementDaysMax,
  justBackDaysMax,
  totalDaysMax,
  warningDays,
  warningMsMin,
} from '../limits.ts';
import { type Day, dayAt, daysWithin, morningOf, type Span, startOf } from './calendar.ts';

/** How much time a match gives its players, in whole days. */
export interface Pace {
  /** Days without a move after which a player is reminded, and again after as many; 0: never. */
  readonly nagDays: number;
  /** Days without a move after which the match is lost. */
  readonly forfeitDays: number;
  /** Days for all moves of a player together; undefined: as many as it takes. */
  readonly totalDays: number | undefined;
  /** What each move adds to that total. */
  readonly incrementDays: number;
}

/** As it always was on play-by-mail servers. */
export const USUAL_PACE: Pace = {
  nagDays: 7,
  forfeitDays: 21,
  totalDays: undefined,
  incrementDays: 0,
};

/** Writes a pace: `7/21`, or `7/21/90+1` with a total. `parsePace` reads it back. */
export function makePace({ nagDays, forfeitDays, totalDays, incrementDays }: Pace): string {
  const turn = `${nagDays}/${forfeitDays}`;
  return totalDays === undefined ? turn : `${turn}/${totalDays}+${incrementDays}`;
}

/** @throws Error when it is none: the record is damaged */
export function parsePace(text: string): Pace {
  const [, nag, forfeit, total, increment] = PACE.exec(text) ?? [];
  if (nag === undefined) throw new Error(`damaged pace: ${text}`);
  return {
    nagDays: Number(nag),
    forfeitDays: Number(forfeit),
    totalDays: total === undefined ? undefined : Number(total),
    incrementDays: Number(increment ?? 0),
  };
}

/** The shape of a pace in writing. */
export const PACE = /^(\d+)\/(\d+)(?:\/(\d+)\+(\d+))?$/;

/** Whether a pace is one that players can agree on: what came from elsewhere may be any numbers. */
export function isPossible({ nagDays, forfeitDays, totalDays, incrementDays }: Pace): boolean {
  const turn = forfeitDays <= forfeitDaysMax && nagDays < forfeitDays;
  if (totalDays === undefined) return turn && incrementDays === 0;
  return turn && totalDays >= 1 && totalDays <= totalDaysMax && incrementDays <= incrementDaysMax;
}

/**
 * Clocks count whole days of the calendar. The day on which a turn begins is not counted, nor is a
 * day off; a move on the day after has taken one day. Who may take 21 days has until the end of
 * the 21st of them.
 */

/** A player's turn, as the clock sees it. */
export interface Turn {
  readonly began: Day;
  /** How many days it may take. */
  readonly allowedDays: number;
  /** Days after which a reminder comes, and again after as many; 0: never. */
  readonly nagDays: number;
  /** The player's days off, merged, without the time in which the server was away. */
  readonly off: readonly Span[];
}

/**
 * How many days a turn may take.
 *
 * @param usedDays that all earlier turns of the player have taken
 * @param plies how many they were
 */
export function allowedDays(pace: Pace, usedDays: number, plies: number): number {
  const { forfeitDays, totalDays, incrementDays } = pace;
  if (totalDays === undefined) return forfeitDays;
  return Math.max(0, Math.min(forfeitDays, totalDays + incrementDays * plies - usedDays));
}

/** How many days a turn has taken on a certain day. */
export const daysGone = ({ began, off }: Pick<Turn, 'began' | 'off'>, today: Day): number =>
  Math.max(0, today - began - daysWithin(off, { from: began + 1, to: today }));

/** How many days more it may take. */
const daysLeft = ({ off }: Turn, today: Day, last: Day): number =>
  Math.max(0, last - today - daysWithin(off, { from: today + 1, to: last }));

/**
 * The last day on which a move is in time. Who comes back from days off has some days at least to
 * find a way into the games again; further days off among those are not counted, either.
 */
export function lastDay({ began, allowedDays: allowed, off }: Turn): Day {
  const last = dayAfter(began, allowed + 1, off) - 1;
  const away = off.findLast(({ from, to }) => to >= began && from <= last);
  if (!away) return last;
  const back = Math.min(justBackDaysMax, away.to - away.from + 1);
  return Math.max(last, dayAfter(away.to, back, off));
}

/** The day that is so many days after another one, when days off are not counted. */
function dayAfter(day: Day, count: number, off: readonly Span[]): Day {
  let at = day;
  for (let left = count; left > 0; ) {
    at++;
    if (!isOff(off, at)) left--;
  }
  return at;
}

/** What has been said about a turn. */
interface Said {
  /** The player's day of the last reminder. */
  readonly remindedDay: Day | undefined;
  /** When the forfeit was announced, in UTC milliseconds. */
  readonly announcedAt: number | undefined;
}

/**
 * The day on which the player is to be reminded next: when so many days are gone again, and before
 * the last day, once. Undefined when nothing more is said.
 */
export function nextReminder(turn: Turn, { remindedDay, announcedAt }: Said): Day | undefined {
  const { began, nagDays, off } = turn;
  const last = lastDay(turn);
  const announcement = announcedAt === undefined ? last - warningDays : Number.POSITIVE_INFINITY;
  const latest = Math.max(last, began + 1);
  for (let day = Math.max(began, remindedDay ?? began) + 1; day <= latest; day++) {
    if (isOff(off, day)) continue;
    if (day >= announcement) return day;
    if (nagDays > 0 && daysGone(turn, day) % nagDays === 0) return day;
  }
  return announcedAt === undefined ? latest + 1 : undefined;
}

/** Whether the last day is near enough that the forfeit is announced. */
export const isNear = (today: Day, last: Day): boolean => last - today <= warningDays;

/** Whether a day is off. */
export const isOff = (off: readonly Span[], day: Day): boolean =>
  off.some(({ from, to }) => from <= day && day <= to);

/** What a clock shows at a moment. */
interface ClockFace {
  readonly turn: Turn;
  /** The player's day, without the time in which the server was away. */
  readonly today: Day;
  /**
   * The same at the end of the player's day. What is said in the morning is said of this one: after
   * an absence the clock may have yet to come to it.
   */
  readonly tonight: Day;
  readonly gone: number;
  readonly left: number;
  /** The last day on which a move is in time. */
  readonly last: Day;
  /** When the match is lost, in UTC milliseconds: the end of a day of the player's. */
  readonly deadlineAt: number;
  /** When there is something to say or to do about it next, in UTC milliseconds. */
  readonly dueAt: number;
}

/** The clock that runs on a board, and whose it is. */
export interface RunningClock extends ClockFace {
  readonly board: number;
  /** Id of the player who is to move. */
  readonly playerId: number;
  readonly zone: string;
  /** The last of the player's days off, where today is one of them. */
  readonly offUntil?: Day;
}

/** The calendar of a player: times in UTC milliseconds. */
export interface Calendar {
  readonly zone: string;
  /** Days off, as in a turn. */
  readonly off: readonly Span[];
  /** Since the turn began, how long the server was away. */
  readonly awayMs: number;
}

/**
 * Looks at the clock of a turn.
 *
 * @param beganAt, now in UTC milliseconds
 */
export function readClock(
  rest: Pick<Turn, 'allowedDays' | 'nagDays'>,
  { zone, off, awayMs }: Calendar,
  said: Said,
  beganAt: number,
  now: number,
): ClockFace {
  const turn: Turn = { ...rest, off, began: dayAt(beganAt, zone) };
  const today = dayAt(now - awayMs, zone);
  const last = lastDay(turn);
  const over = startOf(last + 1, zone) + awayMs;
  // Nobody loses a match without having been told of it for a day.
  const { announcedAt } = said;
  const earliest = Math.max(over, (announcedAt ?? now) + warningMsMin);
  // Letters name the day, so it counts to its end, however late on it the time itself is over.
  const deadlineAt = startOf(dayAt(earliest - 1, zone) + 1, zone);
  const reminder = nextReminder(turn, said);
  const remindAt =
    reminder === undefined
      ? Number.POSITIVE_INFINITY
      : morningOf(dayAt(startOf(reminder, zone) + awayMs, zone), zone);
  return {
    turn,
    today,
    tonight: dayAt(startOf(dayAt(now, zone) + 1, zone) - 1 - awayMs, zone),
    gone: daysGone(turn, today),
    left: daysLeft(turn, today, last),
    last,
    deadlineAt,
    dueAt: announcedAt === undefined ? remindAt : Math.min(remindAt, deadlineAt),
  };
}
