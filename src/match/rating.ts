import glicko2 from 'glicko2-lite';
import type { Colour } from '../engine/shape/types.ts';
import { oneDayMs, ratingPeriodsMax } from '../limits.ts';
import type { MatchOutcome } from './types.ts';

/**
 * What is believed of a player's strength in one game, as in Mark E. Glickman, "Example of the
 * Glicko-2 system" (glicko2.pdf, 2022).
 */
export interface Rating {
  readonly rating: number;
  /** How uncertain the rating is: in 19 of 20 cases the strength is within two of them. */
  readonly deviation: number;
  /** How much the strength is expected to change in a period. */
  readonly volatility: number;
  /** How many matches have made it. */
  readonly matches: number;
}

/** Of everybody who has not played yet; 1600 as it always was on play-by-mail servers. */
export const FIRST_RATING: Rating = {
  rating: 1600,
  deviation: 350,
  volatility: 0.06,
  matches: 0,
};

/** The system constant of section "Step 1": how freely volatilities change. */
const TAU = 0.5;
const OPTIONS = { rating: FIRST_RATING.rating, tau: TAU };
/** Above it a rating says too little to be compared with others. */
export const PROVISIONAL_DEVIATION = 110;
/** Time without a match in which a rating becomes less certain: Glickman's rating period. */
const PERIOD_MS = 30 * oneDayMs;

/** What each player of a match has by it: a win, half each, or nothing. */
const scoreOf = (colour: Colour, winner: Colour | undefined): number =>
  winner === undefined ? 0.5 : winner === colour ? 1 : 0;

/**
 * The ratings of two players after a match, which is a rating period of its own: both are computed
 * from the values before it.
 *
 * @param winner undefined for a draw
 */
export const rateMatch = (
  before: Readonly<Record<Colour, Rating>>,
  winner: Colour | undefined,
): Readonly<Record<Colour, Rating>> => ({
  black: ratePeriod(before.black, [{ ...before.white, score: scoreOf('black', winner) }]),
  white: ratePeriod(before.white, [{ ...before.black, score: scoreOf('white', winner) }]),
});

/** An opponent of a rating period, and what the player has scored. */
export interface Opponent extends Pick<Rating, 'rating' | 'deviation'> {
  /** 1, 0.5 or 0. */
  readonly score: number;
}

/** A rating after a period with these matches; without any, its deviation grows (Glickman, step 6). */
export function ratePeriod(before: Rating, opponents: readonly Opponent[]): Rating {
  const { rating, deviation, volatility, matches } = before;
  const met = opponents.map((each): [number, number, number] => [
    each.rating,
    each.deviation,
    each.score,
  ]);
  const after = glicko2(rating, deviation, volatility, met, OPTIONS);
  return {
    rating: rounded(after.rating),
    deviation: Math.min(rounded(after.rd), FIRST_RATING.deviation),
    volatility: rounded(after.vol),
    matches: matches + opponents.length,
  };
}

/** What is stored is what is computed with, so that a recomputation gives equal numbers. */
const rounded = (number: number): number => Math.round(number * 1e6) / 1e6;

/** A rating after so many milliseconds without a match: each whole period makes it less certain. */
export function ratingAfter(before: Rating, restMs: number): Rating {
  const periods = Math.min(Math.floor(restMs / PERIOD_MS), ratingPeriodsMax);
  let rating = before;
  for (let period = 0; period < periods; period++) {
    if (rating.deviation >= FIRST_RATING.deviation) break;
    rating = ratePeriod(rating, []);
  }
  return rating;
}

/** Whether a rating rests on too few matches, or on too old ones. */
export const isProvisional = ({ deviation }: Pick<Rating, 'deviation'>): boolean =>
  deviation > PROVISIONAL_DEVIATION;

/** A rating as it is shown: `1662`, or `1662?` while it is provisional. */
export const makeRating = (rating: Pick<Rating, 'rating' | 'deviation'>): string =>
  `${Math.round(rating.rating)}${isProvisional(rating) ? '?' : ''}`;

/** Whether the end of a match changes ratings: both have moved, and it was not called off. */
export const countsForRating = (match: {
  readonly rated?: boolean | undefined;
  readonly plies: number;
  readonly outcome: MatchOutcome | undefined;
}): boolean =>
  match.rated === true &&
  // The sides take turns.
  match.plies >= 2 &&
  match.outcome !== undefined &&
  match.outcome.ending !== 'cancelled-by-admin';
