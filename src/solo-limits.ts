import { oneDayMs } from './limits.ts';

/** Limits on what people play alone, against the server. */

// The robot.

/** Running matches of a player against it: more are begun by mistake, or by a machine. */
export const robotMatchesMax = 10;
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
};
/** The default level: a player who has just learned the rules can win, but has to work for it. */
export const robotLevelDefault = 2;
/**
 * With fewer turns waiting, the robot answers within a minute, and the player gets one letter with both
 * moves. Otherwise the player's own move is confirmed at once.
 */
export const promptRobotTurnsMax = 1_000;

// Puzzles.

/** Wrong moves at one puzzle: one may be a slip, and after three the solution teaches more. */
export const puzzleTriesMax = 3;
/** Puzzles that one player gets in a day: an evening of them, not the collection. */
export const puzzlesPerDayMax = 30;
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
};
