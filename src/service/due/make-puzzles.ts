import { type Puzzle, startOf } from '../../engine/puzzle/puzzle.ts';
import { parsePosition } from '../../engine/written.ts';
import { linkedSideMax, oneDayMs, solveAttemptsMax } from '../../limits.ts';
import {
  puzzleMatchAgeMsMax,
  puzzleNodesMax,
  puzzleSearchesPerDayMax,
  puzzlesMadeMax,
} from '../../solo-limits.ts';
import { type Database, transact } from '../../store/file/database.ts';
import { lately } from '../../store/file/lately.ts';
import { nextAnalysis } from '../../store/play/analyses.ts';
import { standsOnRunningBoard } from '../../store/play/matches.ts';
import { addMadePuzzle, isPuzzle, madePuzzles } from '../../store/puzzle/puzzles.ts';
import {
  beginSearch,
  endSearch,
  nextSearch,
  type Search,
  searchesSince,
} from '../../store/puzzle/searches.ts';
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
  standsOnRunningBoard(db, startOf(puzzle));
