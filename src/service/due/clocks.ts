import { boardLetter, boardLetters, noticeTo, toPlayer } from '../../command/letters/letters.ts';
import { type MorningBoard, morningFacts } from '../../command/letters/morning-facts.ts';
import { puzzleLetter } from '../../command/puzzle/puzzle.ts';
import { clockLimits, oneHourMs } from '../../limits.ts';
import {
  type Day,
  dayAt,
  isDayOff,
  isDeadlineNear,
  morningOf,
  nextMorning,
} from '../../match/clock.ts';
import { resignMatch } from '../../match/offer.ts';
import { beginAttempt } from '../../match/puzzle/attempt.ts';
import type { Match } from '../../match/types.ts';
import type { Player } from '../../player/settings.ts';
import { say } from '../../sentence.ts';
import { puzzleLimits } from '../../solo-limits.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { isSuspended, playerById } from '../../store/people/players.ts';
import { dueDuties, dueJobs, jobOf, noteSent, planJob } from '../../store/play/jobs.ts';
import { matchesToMove, matchOf } from '../../store/play/matches.ts';
import {
  daysOffFrom,
  dueBoards,
  noteReminder,
  noticeSentAt,
  setDue,
  type TurnClock,
  turnClock,
  zoneOf,
} from '../../store/play/turn-clocks.ts';
import { boardsWithPendingNews, forgetPendingNews } from '../../store/play/waiting.ts';
import { nextPuzzle, putAttempt } from '../../store/puzzle/puzzles.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { noteDecided } from '../../store/server/conditions.ts';
import { advance } from '../do/advance.ts';
import { intendLetter } from '../do/intend.ts';
import { type Shell, withClockAt } from '../shell/shell.ts';

/** A board in a letter of the day, with its clock. */
interface Board extends MorningBoard {
  readonly clock: TurnClock | undefined;
}

/**
 * Sends a player's letter of the day: everything that waits, the earliest due first, and near forfeits. With
 * `daily`, all boards are shown; one with more words than fit has a letter of its own. Sends nothing if
 * nothing waits. Call within a transaction.
 */
function sendMorning(baseShell: Shell, player: Player, zone: string): void {
  const now = baseShell.time.now();
  const shell = withClockAt(baseShell, now, `morning ${player.id} ${now}`);
  const { db } = shell;
  noteDecided(db, now);
  const daily = player.settings?.['notify'] === 'daily';
  const boards = boardsOf(db, player.id, now);
  if (boards.length > 0) {
    const { facts, separateBoards } = morningFacts(boards, player.id, daily);
    const to = toPlayer(player);
    const reply = { purpose: 'account', number: 0 } as const;
    intendLetter(shell, { to, message: { kind: 'morning', facts }, reply }, 'clock');
    for (const { match } of boards) {
      const board = separateBoards.find((each) => each.board === match.board);
      if (board) intendLetter(shell, boardLetter(match, player, board), 'clock');
    }
    noteSent(db, 'morning', player.id, { day: dayAt(now, zone) });
  }
  forgetPendingNews(db, player.id);
  for (const { match, clock } of boards) {
    if (clock?.playerId === player.id) noteSaid(shell, match, clock);
  }
}

/** The boards where it is a player's turn, and those with news. */
function boardsOf(db: Database, playerId: number, now: number): readonly Board[] {
  const news = new Map(boardsWithPendingNews(db, playerId).map((each) => [each.board, each]));
  const turns = matchesToMove(db, playerId);
  const boardsToMove = new Set(turns.map(({ board }) => board));
  const others = [...news.keys()].flatMap((board) =>
    boardsToMove.has(board) ? [] : (matchOf(db, board) ?? []),
  );
  return [...turns, ...others].map((match) => ({
    match,
    clock: turnClock(db, match, now),
    news: news.get(match.board),
  }));
}

/** Records what the player was told, so that it is not repeated tomorrow. */
function noteSaid({ db, time }: Shell, match: Match, clock: TurnClock): void {
  const now = time.now();
  const { announcedAt } = clock.stored;
  const announced =
    announcedAt ?? (isDeadlineNear(clock.dayAtMidnight, clock.last) ? now : undefined);
  noteReminder(db, match.board, clock.dayAtMidnight, announced);
  const next = turnClock(db, match, now);
  if (next) setDue(db, match.board, next.dueAt);
}

/**
 * Sends the puzzle of the day to a subscriber in the morning, except on days off. After a week without an
 * answer, one letter says that they pause; any answer to a puzzle resumes them.
 */
function sendDailyPuzzle(shell: Shell, playerId: number): void {
  const { db, time } = shell;
  const now = time.now();
  const player = playerById(db, playerId);
  if (player?.settings?.puzzle !== 'daily') {
    planJob(db, 'puzzle', playerId, undefined);
    return;
  }
  const zone = zoneOf(db, playerId);
  const today = dayAt(now, zone);
  const { unanswered = 0 } = jobOf(db, 'puzzle', playerId)?.facts ?? {};
  const isDue =
    isMorningFor(shell, 'puzzle', playerId, zone) &&
    unanswered <= puzzleLimits.unanswered &&
    !isSuspended(db, playerId);
  if (isDue) sendPuzzle(shell, player, today, unanswered);
  planJob(db, 'puzzle', playerId, nextMorning(now, zone));
}

/** Sends the puzzle, or the notice of the pause, within a transaction. */
function sendPuzzle(baseShell: Shell, player: Player, today: Day, unanswered: number): void {
  const now = baseShell.time.now();
  const shell = withClockAt(baseShell, now, `puzzle ${player.id} ${now}`);
  const { db } = shell;
  noteDecided(db, now);
  const note = () => noteSent(db, 'puzzle', player.id, { day: today, unanswered: unanswered + 1 });
  if (unanswered >= puzzleLimits.unanswered) {
    const says = [say('puzzle-pauses', { count: puzzleLimits.unanswered })];
    intendLetter(shell, noticeTo(toPlayer(player), says), 'clock');
    note();
    return;
  }
  const next = nextPuzzle(db, player.id, undefined, now);
  // All puzzles were sent: waits for new ones.
  if (!next) return;
  const attempt = beginAttempt(player.id, next);
  putAttempt(db, attempt, now);
  note();
  intendLetter(shell, puzzleLetter(attempt, player, [], { daily: true }), 'clock');
}

/**
 * Sends due letters of the day and reminders, and forfeits matches. Call after all received letters are read:
 * a move among them was in time. One transaction for each board and player.
 */
export function runDueClocks(shell: Shell): void {
  const due = dueDuties(shell.db, shell.time.now());
  if (due.includes('morning')) tendAll(shell, calendarDuty('morning', tendMorning));
  if (due.includes('board'))
    tendAll(shell, { name: 'board', due: dueBoards, tend: tendBoard, postpone: setDue });
  if (due.includes('puzzle')) tendAll(shell, calendarDuty('puzzle', sendDailyPuzzle));
}

/** A duty that a job plans for a player. */
const calendarDuty = (kind: 'morning' | 'puzzle', tend: Duty['tend']): Duty => ({
  name: 'player',
  due: (db, now, most) => dueJobs(db, kind, { now, most }).map(({ key }) => key),
  tend,
  postpone: (db, playerId, until) => planJob(db, kind, playerId, until),
});

/** Due work about players or boards. */
interface Duty {
  readonly name: 'player' | 'board';
  due(db: Database, now: number, most: number): readonly number[];
  tend(shell: Shell, id: number): void;
  postpone(db: Database, id: number, until: number): void;
}

/** A failed item is retried in an hour, and holds up no other. */
function tendAll(shell: Shell, { name, due, tend, postpone }: Duty): void {
  const { db, time, crash, log } = shell;
  for (;;) {
    const batch = due(db, time.now(), clockLimits.batch);
    for (const id of batch) {
      crash.reach('clocks: before commit');
      try {
        transact(db, () => tend(shell, id));
      } catch (error) {
        log.error({ [name]: id, error: String(error) }, 'due work failed');
        postpone(db, id, time.now() + oneHourMs);
      }
      crash.reach('clocks: committed');
    }
    if (batch.length < clockLimits.batch) return;
  }
}

/**
 * Whether a letter of the day, or the puzzle, may go to a player now: after the morning of the day, at most
 * one a day, none on days off. After an absence it may be night.
 */
function isMorningFor(
  { db, time }: Shell,
  kind: 'morning' | 'puzzle',
  playerId: number,
  zone: string,
): boolean {
  const now = time.now();
  const today = dayAt(now, zone);
  return (
    now >= morningOf(today, zone) &&
    jobOf(db, kind, playerId)?.facts.day !== today &&
    !isDayOff(daysOffFrom(db, playerId, today), today)
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
  const isWanted = () => wantsMore || boardsWithPendingNews(db, playerId).length > 0;
  if (isWanted() && isMorningFor(shell, 'morning', playerId, zone))
    sendMorning(shell, player, zone);
  planJob(db, 'morning', playerId, isWanted() ? nextMorning(time.now(), zone) : undefined);
}

/** Handles a due turn. The noted time may be too early, after an absence. */
function tendBoard(shell: Shell, board: number): void {
  const { db, time } = shell;
  const now = time.now();
  const match = matchOf(db, board);
  const clock = match && turnClock(db, match, now);
  if (!match || !clock) {
    setDue(db, board, undefined);
    return;
  }
  const { announcedAt } = clock.stored;
  if (clock.dueAt > now) setDue(db, board, clock.dueAt);
  else if (announcedAt !== undefined && clock.deadlineAt <= now)
    forfeitOnceWarned(shell, match, clock, announcedAt);
  else remind(shell, clock);
}

/** Forfeits a match out of time if its warning was sent a day ago; else postpones that. */
function forfeitOnceWarned(
  shell: Shell,
  match: Match,
  { playerId }: TurnClock,
  announcedAt: number,
): void {
  const { db, time } = shell;
  const now = time.now();
  const warnedAt = noticeSentAt(db, playerId, announcedAt);
  const lostAt = warnedAt === undefined ? now + oneHourMs : warnedAt + clockLimits.warningMsMin;
  if (lostAt > now) setDue(db, match.board, lostAt);
  else forfeit(shell, match, playerId);
}

/** Reminds a player by the letter of the day; with `daily`, that one comes anyway. */
function remind(shell: Shell, clock: TurnClock): void {
  const { db, time } = shell;
  const { board, playerId, zone } = clock;
  const now = time.now();
  const player = playerById(db, playerId);
  // A player without an address cannot be warned, and must not hold up the opponent for ever.
  if (!player) noteReminder(db, board, clock.dayAtMidnight, now);
  const daily = player?.settings?.['notify'] === 'daily';
  if (player && !daily && isMorningFor(shell, 'morning', playerId, zone))
    sendMorning(shell, player, zone);
  if (dueNow(shell, board) <= now) setDue(db, board, nextMorning(now, zone));
}

/** The board's next due time, after the present act. */
function dueNow({ db, time }: Shell, board: number): number {
  const match = matchOf(db, board);
  return (match && turnClock(db, match, time.now())?.dueAt) ?? Number.POSITIVE_INFINITY;
}

/** Forfeits the match of a player out of time, and notifies both. Call within a transaction. */
function forfeit(baseShell: Shell, match: Match, playerId: number): void {
  const now = baseShell.time.now();
  const shell = withClockAt(baseShell, now, `forfeit ${match.board} ${now}`);
  const lost = resignMatch(match, playerId, 'forfeited');
  if (!lost.ok) throw new Error(`board ${match.board} cannot be forfeited (${lost.error.code})`);
  const context = { queries: queriesOf(shell.db, shell.time.now()), comment: '' };
  const letters = boardLetters(lost.value, context, []);
  advance(shell, lost.value, 'forfeit', undefined);
  noteDecided(shell.db, now);
  for (const letter of letters) intendLetter(shell, letter, 'clock');
}
