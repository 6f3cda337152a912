import { FIRST_RATING, type Rating, ratePeriod, ratingAfter } from '../rating.ts';
import type { Attempt } from './attempt.ts';

/** How a player does with puzzles. */
export interface Standing {
  /** `matches` counts the puzzles that were ended. */
  readonly rating: Rating;
  readonly solved: number;
  /** How many were solved one after the other, and at the best. */
  readonly streak: number;
  readonly longest: number;
  /** As of when it is, in UTC milliseconds. */
  readonly at: number;
}

/** Of somebody who has ended none. */
const FIRST_STANDING: Standing = {
  // What most people solve is rated at about as much.
  rating: { ...FIRST_RATING, rating: 1200 },
  solved: 0,
  streak: 0,
  longest: 0,
  at: 0,
};

/** A new puzzle is not known as little as a new player: the solver has graded it. */
export const firstPuzzleRating = (grade: number): Rating => ({
  rating: grade,
  deviation: 200,
  volatility: FIRST_RATING.volatility,
  matches: 0,
});

/** A rating becomes uncertain by rest; that of somebody without one is as uncertain as it can be. */
export const standingAt = (standing: Standing | undefined, at: number): Standing =>
  standing
    ? { ...standing, rating: ratingAfter(standing.rating, at - standing.at), at }
    : { ...FIRST_STANDING, at };

/** Solved at the first try and without a hint is a win, solved otherwise a draw. */
const scoreOf = ({ state, wrong, hinted }: Attempt): 0 | 0.5 | 1 =>
  state !== 'solved' ? 0 : wrong === 0 && !hinted ? 1 : 0.5;

/** What the end of a puzzle makes of its solver's standing, as of now, and of its own rating. */
export function rateAttempt(
  attempt: Attempt,
  before: Standing,
): { readonly standing: Standing; readonly puzzle: Rating } {
  const score = scoreOf(attempt);
  const { rating } = attempt.puzzle;
  const solved = attempt.state === 'solved';
  const streak = solved ? before.streak + 1 : 0;
  return {
    standing: {
      rating: ratePeriod(before.rating, [{ ...rating, score }]),
      solved: before.solved + (solved ? 1 : 0),
      streak,
      longest: Math.max(before.longest, streak),
      at: before.at,
    },
    puzzle: ratePeriod(rating, [{ ...before.rating, score: 1 - score }]),
  };
}
