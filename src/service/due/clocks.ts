import { boardLetters } from '../../command/letters/letters.ts';
import { clockBatchMax, oneHourMs, warningMsMin } from '../../limits.ts';
import { dayAt, morningOf, nextMorning } from '../../match/calendar.ts';
import { isOff } from '../../match/clock.ts';
import { resignMatch } from '../../match/resign.ts';
import type { Match } from '../../match/types.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { playerById } from '../../store/people/players.ts';
import { daysOffFrom } from '../../store/play/absences.ts';
import { type DailyJob, dueJobs, jobOf, planJob } from '../../store/play/jobs.ts';
import { matchOf } from '../../store/play/matches.ts';
import {
  dueBoards,
  noteReminder,
  setDue,
  type TurnClock,
  toldAt,
  turnClock,
  zoneOf,
} from '../../store/play/turn-clocks.ts';
import { untoldBoards } from '../../store/play/waiting.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { noteDecided } from '../../store/server/values.ts';
import { advance } from '../do/advance.ts';
import { intendLetter } from '../do/intend.ts';
import { withClockAt } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';
import { tendPuzzle } from './make-puzzles.ts';
import { sendMorning } from './morning.ts';

/**
 * Does what the calendar asks for: letters of the day, reminders, and forfeits. To be called when all
 * letters that have come in are read; a move among them was in time. Each board and each player is
 * a transaction, and what is done is not due any more.
 */
export function runDueClocks(shell: Shell): void {
  tendAll(shell, daily('morning', tendMorning));
  tendAll(shell, { name: 'board', due: dueBoards, tend: tendBoard, postpone: setDue });
  tendAll(shell, daily('puzzle', tendPuzzle));
}

/** What a player may get on every day. */
const daily = (kind: DailyJob, tend: Duty['tend']): Duty => ({
  name: 'player',
  due: (db, now, most) => dueJobs(db, kind, { now, most }).map(({ key }) => key),
  tend,
  postpone: (db, playerId, until) => planJob(db, kind, playerId, until),
});

/** What is due about players, or about boards. */
interface Duty {
  readonly name: 'player' | 'board';
  due(db: Database, now: number, most: number): readonly number[];
  tend(shell: Shell, id: number): void;
  postpone(db: Database, id: number, until: number): void;
}

/** One that fails is tried again in an hour, and keeps none of the others waiting. */
function tendAll(shell: Shell, { name, due, tend, postpone }: Duty): void {
  const { db, time, crash, log } = shell;
  for (;;) {
    const batch = due(db, time.now(), clockBatchMax);
    for (const id of batch) {
      crash.reach('clocks: before commit');
      try {
        transact(db, () => tend(shell, id));
      } catch (error) {
        log.error({ [name]: id, error: String(error) }, 'what is due cannot be done');
        postpone(db, id, time.now() + oneHourMs);
      }
      crash.reach('clocks: committed');
    }
    if (batch.length < clockBatchMax) return;
  }
}

/**
 * Whether a letter of the day may go to a player now: from the morning on, as late as it may be; after
 * an absence it can be night. At most one a day, and none on days off.
 */
function isMorningFor({ db, time }: Shell, playerId: number, zone: string): boolean {
  const now = time.now();
  const today = dayAt(now, zone);
  return (
    now >= morningOf(today, zone) &&
    jobOf(db, 'morning', playerId)?.facts.day !== today &&
    !isOff(daysOffFrom(db, playerId, today), today)
  );
}

/** The letter of the day, for a player who wants one. */
function tendMorning(shell: Shell, playerId: number): void {
  const { db, time } = shell;
  const player = playerById(db, playerId);
  if (!player) {
    planJob(db, 'morning', playerId, undefined);
    return;
  }
  const zone = zoneOf(db, playerId);
  const wantsMore = player.settings?.['notify'] === 'daily';
  const isWanted = () => wantsMore || untoldBoards(db, playerId).length > 0;
  if (isWanted() && isMorningFor(shell, playerId, zone)) sendMorning(shell, player, zone);
  planJob(db, 'morning', playerId, isWanted() ? nextMorning(time.now(), zone) : undefined);
}

/** Whatever is due about a turn. What was noted as due may be too early: clocks have stood still. */
function tendBoard(shell: Shell, board: number): void {
  const { db, time } = shell;
  const now = time.now();
  const match = matchOf(db, board);
  const face = match && turnClock(db, match, now);
  if (!match || !face) {
    setDue(db, board, undefined);
    return;
  }
  const { announcedAt } = face.stored;
  if (face.dueAt > now) setDue(db, board, face.dueAt);
  else if (announcedAt !== undefined && face.deadlineAt <= now)
    lose(shell, match, face, announcedAt);
  else remind(shell, face);
}

/** The time is over; the match is lost when the player can have known it for a day. */
function lose(shell: Shell, match: Match, { playerId }: TurnClock, announcedAt: number): void {
  const { db, time } = shell;
  const now = time.now();
  const told = toldAt(db, playerId, announcedAt);
  const lostAt = told === undefined ? now + oneHourMs : told + warningMsMin;
  if (lostAt > now) setDue(db, match.board, lostAt);
  else forfeit(shell, match, playerId);
}

/** Who wants a letter every day is told in that. */
function remind(shell: Shell, face: TurnClock): void {
  const { db, time } = shell;
  const { board, playerId, zone } = face;
  const now = time.now();
  const player = playerById(db, playerId);
  // Who has no address cannot be told, and does not hold up the other player for ever.
  if (!player) noteReminder(db, board, face.tonight, now);
  const daily = player?.settings?.['notify'] === 'daily';
  if (player && !daily && isMorningFor(shell, playerId, zone)) sendMorning(shell, player, zone);
  if (dueNow(shell, board) <= now) setDue(db, board, nextMorning(now, zone));
}

/** When something is to be done about a board, after what has just been done. */
function dueNow({ db, time }: Shell, board: number): number {
  const match = matchOf(db, board);
  return (match && turnClock(db, match, time.now())?.dueAt) ?? Number.POSITIVE_INFINITY;
}

/** A player's time has run out: the match is lost, and both are told. Within a transaction. */
function forfeit(working: Shell, match: Match, playerId: number): void {
  const now = working.time.now();
  const shell = withClockAt(working, now, `forfeit ${match.board} ${now}`);
  const lost = resignMatch(match, playerId, 'forfeited');
  if (!lost.ok) throw new Error(`board ${match.board} cannot be forfeited (${lost.error.code})`);
  const context = { queries: queriesOf(shell.db, shell.time.now()), comment: '' };
  const letters = boardLetters(lost.value, context, []);
  advance(shell, lost.value, 'forfeit', undefined);
  noteDecided(shell.db, now);
  for (const letter of letters) intendLetter(shell, letter, 'clock');
}
