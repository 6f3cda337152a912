import { noticeTo, toPlayer } from '../../command/letters/letters.ts';
import { puzzleLetter } from '../../command/puzzle/puzzle.ts';
import { type Puzzle, startPosition } from '../../engine/puzzle/puzzle.ts';
import { makePosition } from '../../engine/registry.ts';
import { oneDayMs, shownLimits } from '../../limits.ts';
import { type Day, dayAt, isDayOff, morningOf, nextMorning } from '../../match/clock.ts';
import { beginAttempt } from '../../match/puzzle/attempt.ts';
import type { Player } from '../../player/settings.ts';
import { timeWindow } from '../../ports.ts';
import { say } from '../../sentence.ts';
import { puzzleLimits } from '../../solo-limits.ts';
import type { Database } from '../../store/file/database.ts';
import { isSuspended, playerById } from '../../store/people/players.ts';
import {
  dueJobs,
  type Job,
  jobOf,
  nextAnalysis,
  noteSent,
  planJob,
  putJob,
  searchesSince,
  unsearchedBoard,
} from '../../store/play/jobs.ts';
import { matchOf, standsOnRunningBoard } from '../../store/play/matches.ts';
import { daysOffFrom, zoneOf } from '../../store/play/turn-clocks.ts';
import {
  addMadePuzzle,
  isPuzzle,
  madePuzzles,
  nextPuzzle,
  putAttempt,
} from '../../store/puzzle/puzzles.ts';
import { noteDecided } from '../../store/server/conditions.ts';
import { intendLetter } from '../do/intend.ts';
import { type Shell, withClockAt } from '../shell/shell.ts';
import type { Solver } from '../thread/solver.ts';
import { runSolverJobs } from './analyse.ts';

/**
 * Searches finished matches for puzzles, one by one, while the solver is idle, up to a limit of matches a day
 * and of puzzles. The match of a puzzle is not disclosed.
 */
export async function makePuzzles(
  shell: Shell,
  solver: Solver,
  signal: AbortSignal,
): Promise<void> {
  const { db } = shell;
  await runSolverJobs<'search', Puzzle>(shell, signal, {
    next: () => (mayMake(shell) && !nextAnalysis(db) ? nextSearch(shell) : undefined),
    async ask({ key: board }) {
      const match = matchOf(db, board);
      if (!match) throw new Error(`no board ${board}`);
      const { start, moves } = match;
      // Cells of a larger board cannot be links, as telephones need.
      if (Math.max(start.board.cols, start.board.rows) > shownLimits.linkedSide) return null;
      return solver.findPuzzle({ start: makePosition(start), moves }, puzzleLimits.nodes);
    },
    conclude: (_, puzzle) => noteSearch(shell, puzzle),
  });
}

const mayMake = ({ db, time }: Shell): boolean =>
  searchesSince(db, timeWindow(time.now(), oneDayMs)) < puzzleLimits.searchesPerDay &&
  madePuzzles(db) < puzzleLimits.made;

/** The unfinished search, or the next one. */
function nextSearch({ db, time }: Shell): Job<'search'> | undefined {
  const begun = (): Job<'search'> | undefined => dueJobs(db, 'search', { most: 1 })[0];
  const now = time.now();
  const search = begun();
  if (search) return search;
  // A match that has just ended may be resumed; one that ended long ago is from an old archive.
  const board = unsearchedBoard(db, { since: now - puzzleLimits.matchAgeMs, now: now - oneDayMs });
  if (board === undefined) return undefined;
  putJob(db, {
    kind: 'search',
    key: board,
    facts: {},
    playerId: undefined,
    cause: undefined,
    at: now,
  });
  return begun();
}

/** Stores a found puzzle, if it is new. Call within a transaction. */
export function noteSearch({ db, time }: Shell, puzzle: Puzzle | null): void {
  const isNew = puzzle !== null && !isPuzzle(db, puzzle) && !isPlayed(db, puzzle);
  if (isNew) addMadePuzzle(db, puzzle, time.now());
}

const isPlayed = (db: Database, puzzle: Puzzle): boolean =>
  standsOnRunningBoard(db, startPosition(puzzle));

/**
 * Sends the puzzle of the day to a subscriber in the morning, except on days off. After a week without an
 * answer, one letter says that they pause; any answer to a puzzle resumes them.
 */
export function sendDailyPuzzle(shell: Shell, playerId: number): void {
  const { db, time } = shell;
  const now = time.now();
  const player = playerById(db, playerId);
  if (player?.settings?.puzzle !== 'daily') {
    planJob(db, 'puzzle', playerId, undefined);
    return;
  }
  const zone = zoneOf(db, playerId);
  const today = dayAt(now, zone);
  const { day, unanswered = 0 } = jobOf(db, 'puzzle', playerId)?.facts ?? {};
  const isDue =
    now >= morningOf(today, zone) &&
    day !== today &&
    unanswered <= puzzleLimits.unanswered &&
    !isSuspended(db, playerId) &&
    !isDayOff(daysOffFrom(db, playerId, today), today);
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
