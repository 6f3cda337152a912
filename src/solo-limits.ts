import { oneDayMs } from './limits.ts';

/** Every limit on what people play alone, against the server itself. */

// The robot.

/** Matches of a player against it at once: more are begun by mistake, or by a machine. */
export const robotMatchesMax = 10;
/** The same that a player begins in a day: each is a letter and some moves to be found. */
export const robotMatchesPerDayMax = 30;
/** The level of who names none: who has just learned the rules can win, and is not given the match. */
export const robotLevelDefault = 2;
/**
 * As long as so few of its turns wait, one at the highest level is thought about as long as that has it,
 * about a third of a second. The more wait, the shorter, and no other level looks at more then: with this
 * share for each, a thousand are done in a minute.
 */
export const robotUnhurriedMax = 24;
/**
 * While no more wait, an answer leaves within a minute, and the player gets one letter with both moves.
 * Otherwise the player's own move is confirmed at once.
 */
export const robotSoonMax = 1_000;
/** Turns that are handed to the thread together, so that it need not wait for the next one. */
export const robotTurnsAtOnce = 16;
/**
 * A turn of the highest level takes a second, on a small board up to ten, and on a machine that is busy
 * with letters some more.
 */
export const robotMsMax = 60_000;
/** Starts on one turn; then the first legal move is played, so that the match goes on. */
export const robotAttemptsMax = 3;

// Puzzles.

/** Wrong moves at one puzzle: one may be a slip, and after three the solution teaches more. */
export const puzzleTriesMax = 3;
/** Puzzles that one player is given in a day: an evening of them, and no reading of all that there are. */
export const puzzlesPerDayMax = 30;
/** Puzzles of the day in a row that nobody answers, before they pause: a week. */
export const puzzlesUnansweredMax = 7;
/** Matches that are searched for a puzzle in a day; each takes a second or two of a core. */
export const puzzleSearchesPerDayMax = 50;
/** ... and ended no longer ago than this; each is looked at once. */
export const puzzleMatchAgeMsMax = 30 * oneDayMs;
/** Positions that are looked at for one match. */
export const puzzleNodesMax = 400_000;
/** Puzzles that are made here at most: a year of them for somebody who solves three a day. */
export const puzzlesMadeMax = 1_000;
