import { oneDayMs } from './limits.ts';

/** Limits on what people play alone, against the server. */

// The robot.

/** Running matches of a player against it: more are begun by mistake, or by a machine. */
export const robotMatchesMax = 10;
/** Matches that a player begins in a day: each costs a letter and some moves to be found. */
export const robotMatchesPerDayMax = 30;
/** The default level: a player who has just learned the rules can win, but has to work for it. */
export const robotLevelDefault = 2;
/**
 * With up to so many turns waiting, the highest level searches in full, about a third of a second. With
 * more, its nodes are shared among them, and no level searches more than a share: a thousand turns take a
 * minute.
 */
export const fullSearchTurnsMax = 24;
/**
 * With fewer turns waiting, the robot answers within a minute, and the player gets one letter with both
 * moves. Otherwise the player's own move is confirmed at once.
 */
export const promptRobotTurnsMax = 1_000;
/** Turns that are given to the thread together, so that it need not wait for the next one. */
export const robotTurnsAtOnce = 16;
/**
 * A turn of the highest level takes a second, on a small board up to ten, and on a machine that is busy
 * with letters some more.
 */
export const robotMsMax = 60_000;
/** Attempts at one turn; then the first legal move is played, so that the match goes on. */
export const robotAttemptsMax = 3;

// Puzzles.

/** Wrong moves at one puzzle: one may be a slip, and after three the solution teaches more. */
export const puzzleTriesMax = 3;
/** Puzzles that one player gets in a day: an evening of them, not the collection. */
export const puzzlesPerDayMax = 30;
/** Unanswered puzzles of the day in a row, after which they pause: a week. */
export const puzzlesUnansweredMax = 7;
/** Matches searched for a puzzle in a day; each takes a second or two of a core. */
export const puzzleSearchesPerDayMax = 50;
/** The age of a finished match that is searched; each is searched once. */
export const puzzleMatchAgeMsMax = 30 * oneDayMs;
/** Positions searched for one match. */
export const puzzleNodesMax = 400_000;
/** Puzzles made here: enough for a year at three a day. */
export const puzzlesMadeMax = 1_000;
