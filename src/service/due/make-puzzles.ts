import { noticeTo, toPlayer } from '../../command/letters/letters.ts';
import { puzzleLetter } from '../../command/puzzle/puzzle.ts';
import { type Puzzle, startPosition } from '../../engine/puzzle/puzzle.ts';
import { parsePosition } from '../../engine/written.ts';
import { linkedSideMax, oneDayMs, solveAttemptsMax } from '../../limits.ts';
import { dayAt, morningOf, nextMorning } from '../../match/calendar.ts';
import { isOff } from '../../match/clock.ts';
import { beginAttempt } from '../../match/puzzle/attempt.ts';
import type { Player } from '../../player/types.ts';
import { say } from '../../sentence.ts';
import {
  puzzleMatchAgeMsMax,
  puzzleNodesMax,
  puzzleSearchesPerDayMax,
  puzzlesMadeMax,
  puzzlesUnansweredMax,
} from '../../solo-limits.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { lately } from '../../store/file/lately.ts';
import { playerById } from '../../store/people/players.ts';
import { isSuspended } from '../../store/people/suspended-players.ts';
import { daysOffFrom } from '../../store/play/absences.ts';
import { nextAnalysis } from '../../store/play/analyses.ts';
import { standsOnRunningBoard } from '../../store/play/matches.ts';
import { zoneOf } from '../../store/play/turn-clocks.ts';
import { putAttempt } from '../../store/puzzle/attempts.ts';
import {
  beginSearch,
  endSearch,
  nextSearch,
  notePuzzleDay,
  planPuzzle,
  puzzleDaysOf,
  type Search,
  searchesSince,
} from '../../store/puzzle/days.ts';
import { addMadePuzzle, isPuzzle, madePuzzles, nextPuzzle } from '../../store/puzzle/puzzles.ts';
import { noteDecided } from '../../store/server/values.ts';
import { intendLetter } from '../do/intend.ts';
import { withClockAt } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';
import type { Solver } from '../thread/solver.ts';

/**
 * Looks for puzzles in finished matches, one after the other, while the solver has nothing else to do:
 * so many matches a day, and no more puzzles than anybody can want. Nobody is told from which match a
 * puzzle is.
 */
export async function makePuzzles(
  shell: Shell,
  solver: Solver,
  signal: AbortSignal,
): Promise<void> {
  const { db } = shell;
  while (!signal.aborted && mayMake(shell)) {
    const now = shell.time.now();
    // What has just ended may be taken up again, and what ended long ago is somebody's old archive.
    const search = nextSearch(db, { since: now - puzzleMatchAgeMsMax, now: now - oneDayMs });
    if (!search) return;
    beginSearch(db, search.board, now);
    const puzzle = await puzzleIn(shell, solver, signal, search);
    // Without an answer the match waits: for the next attempt, or for the next start.
    if (signal.aborted || puzzle === undefined) continue;
    transact(db, () => noteSearch(shell, search.board, puzzle));
    if (nextAnalysis(db)) return;
  }
}

const mayMake = ({ db, time }: Shell): boolean =>
  searchesSince(db, lately(time.now(), oneDayMs)) < puzzleSearchesPerDayMax &&
  madePuzzles(db) < puzzlesMadeMax;

/** What the solver finds; null when there is none, and undefined when it has failed. */
async function puzzleIn(
  { log }: Shell,
  solver: Solver,
  signal: AbortSignal,
  { board, attempts, start, moves }: Search,
): Promise<Puzzle | null | undefined> {
  const first = parsePosition(start);
  // A board whose cells cannot be tapped is no puzzle for a telephone.
  const isSmall =
    first.ok && Math.max(first.value.board.cols, first.value.board.rows) <= linkedSideMax;
  if (attempts >= solveAttemptsMax || !isSmall) return null;
  try {
    return await solver.findPuzzle({ start, moves }, puzzleNodesMax);
  } catch (error) {
    if (!signal.aborted) log.error({ board, error: String(error) }, 'search for a puzzle');
    return undefined;
  }
}

/** Writes down what the search in a match has come to, within a transaction. */
export function noteSearch({ db, time }: Shell, board: number, puzzle: Puzzle | null): void {
  const now = time.now();
  const isNew = puzzle !== null && !isPuzzle(db, puzzle) && !isPlayed(db, puzzle);
  if (isNew) addMadePuzzle(db, puzzle, now);
  endSearch(db, board, isNew ? 'found' : 'none', now);
}

const isPlayed = (db: Database, puzzle: Puzzle): boolean =>
  standsOnRunningBoard(db, startPosition(puzzle));

/**
 * The puzzle of the day, in the morning of whoever wants one, on no day off. When a week of them was
 * not answered, one letter says that they pause; any answer to a puzzle lets them go on.
 */
export function tendPuzzle(shell: Shell, playerId: number): void {
  const { db, time } = shell;
  const now = time.now();
  const player = playerById(db, playerId);
  if (player?.settings?.puzzle !== 'daily') {
    planPuzzle(db, playerId, undefined);
    return;
  }
  const zone = zoneOf(db, playerId);
  const today = dayAt(now, zone);
  const { day, unanswered } = puzzleDaysOf(db, playerId);
  const isDue =
    now >= morningOf(today, zone) &&
    day !== today &&
    unanswered <= puzzlesUnansweredMax &&
    !isSuspended(db, playerId) &&
    !isOff(daysOffFrom(db, playerId, today), today);
  if (isDue) sendPuzzle(shell, player, zone);
  planPuzzle(db, playerId, nextMorning(now, zone));
}

/** Sends what is due to a player in the morning, within a transaction. */
function sendPuzzle(working: Shell, player: Player, zone: string): void {
  const now = working.time.now();
  const shell = withClockAt(working, now, `puzzle ${player.id} ${now}`);
  const { db } = shell;
  noteDecided(db, now);
  const { unanswered } = puzzleDaysOf(db, player.id);
  const today = dayAt(now, zone);
  if (unanswered >= puzzlesUnansweredMax) {
    const says = [say('puzzle-pauses', { count: puzzlesUnansweredMax })];
    intendLetter(shell, noticeTo(toPlayer(player), says), 'clock');
    notePuzzleDay(db, player.id, today);
    return;
  }
  const next = nextPuzzle(db, player.id, undefined, now);
  // Who has had them all waits for new ones.
  if (!next) return;
  const attempt = beginAttempt(player.id, next);
  putAttempt(db, attempt, now);
  notePuzzleDay(db, player.id, today);
  intendLetter(shell, puzzleLetter(attempt, player, [], { daily: true }), 'clock');
}
