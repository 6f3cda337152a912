/** Limits of playing alone: solver, robot and puzzles, each with its reason. */

import { oneDayMs } from './limits.ts';

/** The solver and its hints. */
export const solverLimits = {
  /** Positions that one player may have solved in a day; each takes seconds of a core. */
  analysesPerDay: 10,
  /** Positions that the solver may search for one letter: about ten seconds. */
  nodes: 20_000_000,
  /** Hints that one player may ask for in a day: a whole game of them. */
  hintsPerDay: 40,
  /** Positions that the solver may search for a hint: about a second. */
  hintNodes: 1_000_000,
  /** Positions that the solver may search at the command line: a few minutes. */
  terminalNodes: 400_000_000,
  /** Positions for the best line and the other moves, once a terminal shows the outcome: some seconds. */
  moreNodes: 10_000_000,
  /** Plies of a line of best play in a letter: nobody plays more through in the head. */
  pliesShown: 20,
  /** Starts of the solver on one position; one that kills the process is given up. */
  attempts: 2,
  /**
   * Default size of the solver's table in MiB. While it grows, the old and the new table take less than 1 GiB.
   */
  memoryMib: 512,
  /** The largest table that may be asked for, which takes hours to fill. */
  memoryMibMax: 4096,
};
/** Matches against the robot, and its turns. */
export const robotLimits = {
  /** Matches that a player begins in a day: each costs a letter and some moves to be found. */
  matchesPerDay: 30,
  /**
   * A turn of the highest level takes a second, on a small board up to ten, and on a machine that is busy
   * with letters some more.
   */
  moveMs: 60_000,
  /** Attempts at one turn; then the first legal move is played, so that the match goes on. */
  attempts: 3,
  /** Turns that are given to the thread together, so that it need not wait for the next one. */
  turnsAtOnce: 16,
  /**
   * With up to so many turns waiting, the highest level searches in full, about a third of a second. With
   * more, its nodes are shared among them, and no level searches more than a share: a thousand turns take a
   * minute.
   */
  fullSearchTurns: 24,
  /** Running matches of a player against it: more are begun by mistake, or by a machine. */
  matches: 10,
  /** The default level: a player who has just learned the rules can win, but has to work for it. */
  levelDefault: 2,
  /**
   * With fewer turns waiting, the robot answers within a minute, and the player gets one letter with both
   * moves. Otherwise the player's own move is confirmed at once.
   */
  promptTurns: 1_000,
};
/** Puzzles that are made of matches, and those of the day. */
export const puzzleLimits = {
  /** The age of a finished match that is searched; each is searched once. */
  matchAgeMs: 30 * oneDayMs,
  /** Positions searched for one match. */
  nodes: 400_000,
  /** Matches searched for a puzzle in a day; each takes a second or two of a core. */
  searchesPerDay: 50,
  /** Puzzles made here: enough for a year at three a day. */
  made: 1_000,
  /** Unanswered puzzles of the day in a row, after which they pause: a week. */
  unanswered: 7,
  /** Wrong moves at one puzzle: one may be a slip, and after three the solution teaches more. */
  tries: 3,
  /** Puzzles that one player gets in a day: an evening of them, not the collection. */
  perDay: 30,
};
