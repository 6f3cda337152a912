import { type Puzzle, startPosition } from '../../engine/puzzle/puzzle.ts';
import { makePosition } from '../../engine/registry.ts';
import { oneDayMs, shownLimits } from '../../limits.ts';
import { timeWindow } from '../../ports.ts';
import { puzzleLimits } from '../../solo-limits.ts';
import type { Database } from '../../store/file/database.ts';
import {
  dueJobs,
  type Job,
  nextAnalysis,
  putJob,
  searchesSince,
  unsearchedBoard,
} from '../../store/play/jobs.ts';
import { matchOf, standsOnRunningBoard } from '../../store/play/matches.ts';
import { addMadePuzzle, isPuzzle, madePuzzles } from '../../store/puzzle/puzzles.ts';
import type { Shell } from '../shell/shell.ts';
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
