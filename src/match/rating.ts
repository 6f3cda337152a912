import glicko2 from 'glicko2-lite';
import type { Level } from '../engine/robot/level.ts';
import type { Colour } from '../engine/shape/types.ts';
import { opposite } from '../engine/stones/board.ts';
import { oneDayMs, ratingLimits } from '../limits.ts';
import { bothHaveChosen, type StartAndMoves } from './by-rules.ts';
import { type Match, startsFromDefault } from './types.ts';

/**
 * A player's rating in one game, as in Mark E. Glickman, "Example of the Glicko-2 system" (glicko2.pdf,
 * 2022).
 */
export interface Rating {
  readonly rating: number;
  /** Uncertainty of the rating: the strength is within two deviations with 95 % probability. */
  readonly deviation: number;
  /** Expected fluctuation of the strength in a rating period. */
  readonly volatility: number;
  readonly matches: number;
}

/** Rating of a new player; 1600 as on earlier play-by-mail servers. */
export const FIRST_RATING: Rating = {
  rating: 1600,
  deviation: 350,
  volatility: 0.06,
  matches: 0,
};

/** System constant (Glickman, step 1): constrains the change of volatility. */
const TAU = 0.5;

const OPTIONS = { rating: FIRST_RATING.rating, tau: TAU };

/** Deviation above which a rating is provisional. */
export const PROVISIONAL_DEVIATION = 110;

/** Glickman's rating period, after which an idle rating becomes less certain. */
const PERIOD_MS = 30 * oneDayMs;

const scoreOf = (colour: Colour, winner: Colour | undefined): number =>
  winner === undefined ? 0.5 : winner === colour ? 1 : 0;

/** An opponent of a rating period, and the player's score. */
interface Opponent extends Pick<Rating, 'rating' | 'deviation'> {
  /** 1, 0.5 or 0. */
  readonly score: number;
}

/** A rating after a period with these matches; without any, only its deviation grows (Glickman, step 6). */
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

/** Rounds to the stored precision, so that a recomputation gives equal numbers. */
const rounded = (number: number): number => Math.round(number * 1e6) / 1e6;

/** A rating after a time without a match: each whole period raises its deviation. */
export function ratingAfter(before: Rating, restMs: number): Rating {
  const periods = Math.min(Math.floor(restMs / PERIOD_MS), ratingLimits.periods);
  let rating = before;
  for (let period = 0; period < periods; period++) {
    if (rating.deviation >= FIRST_RATING.deviation) break;
    rating = ratePeriod(rating, []);
  }
  return rating;
}

/** Whether a rating rests on too few matches, or on old ones. */
export const isProvisional = ({ deviation }: Pick<Rating, 'deviation'>): boolean =>
  deviation > PROVISIONAL_DEVIATION;

/** A rating as text: `1662`, or `1662?` if provisional. */
export const makeRating = (rating: Pick<Rating, 'rating' | 'deviation'>): string =>
  `${Math.round(rating.rating)}${isProvisional(rating) ? '?' : ''}`;

/**
 * Whether the end of a match changes ratings: it is rated, both have moved, not only passed because they had to, and
 * it was not cancelled.
 */
export const countsForRating = (
  match: StartAndMoves & Pick<Match, 'outcome'> & { readonly rated: boolean },
): boolean =>
  match.rated === true &&
  match.outcome !== undefined &&
  match.outcome.ending !== 'cancelled-by-admin' &&
  bothHaveChosen(match);

export interface RatedEnd {
  readonly board: number;
  readonly blackId: number;
  readonly whiteId: number;
  /** Undefined for a draw. */
  readonly winner: Colour | undefined;
  /** The only side whose rating changes: the robot's, in an unrated match. */
  readonly only?: Colour;
  /** UTC milliseconds. */
  readonly at: number;
}

/**
 * The end of a match for the ratings; undefined if it changes none. The robot is rated at its level by every
 * match from the default position, its opponent only by rated ones.
 */
export function ratedEndOf(match: Match, at: number): RatedEnd | undefined {
  const { board, rules, start, robot, rated, outcome, black, white } = match;
  const rates = rated === true || (robot !== undefined && startsFromDefault(rules, start));
  if (!countsForRating({ ...match, rated: rates })) return undefined;
  const idOf = (colour: Colour): number =>
    robot?.side === colour ? ratedAs(robot.level) : { black, white }[colour].id;
  return {
    board,
    blackId: idOf('black'),
    whiteId: idOf('white'),
    winner: outcome?.winner,
    ...(!rated && robot && { only: robot.side }),
    at,
  };
}

export interface DatedRating extends Rating {
  /** UTC milliseconds. */
  readonly at: number;
}

export interface RatingChange {
  readonly board: number;
  readonly playerId: number;
  readonly before: Rating;
  readonly after: Rating;
  /** UTC milliseconds. */
  readonly at: number;
}

/** A rating at a time: the first rating for a new player, a greater deviation after idle periods. */
export const ratingAt = (known: DatedRating | undefined, at: number): Rating => {
  if (!known) return FIRST_RATING;
  const { at: last, ...rating } = known;
  return ratingAfter(rating, at - last);
};

const SIDES = ['black', 'white'] as const;

/** The rating changes by the end of a match, Black first. */
export const changesBy = (
  end: RatedEnd,
  known: (playerId: number) => DatedRating | undefined,
): readonly RatingChange[] =>
  changesFrom(end, {
    black: ratingAt(known(end.blackId), end.at),
    white: ratingAt(known(end.whiteId), end.at),
  });

/**
 * The rating changes by the end of a match, from the ratings at that time. A match is a rating period of its
 * own: both are computed from the values before it.
 */
export function changesFrom(
  { board, blackId, whiteId, winner, only, at }: RatedEnd,
  before: Readonly<Record<Colour, Rating>>,
): readonly RatingChange[] {
  const ids = { black: blackId, white: whiteId };
  const changed = only ? [only] : SIDES;
  return changed.map((side) => {
    const opponent = { ...before[opposite(side)], score: scoreOf(side, winner) };
    const after = ratePeriod(before[side], [opponent]);
    return { board, playerId: ids[side], before: before[side], after, at };
  });
}

/**
 * All rating changes in one game.
 *
 * @param ends in the order of their times
 */
export function allChanges(ends: Iterable<RatedEnd>): readonly RatingChange[] {
  const ratings = new Map<number, DatedRating>();
  const changes: RatingChange[] = [];
  for (const end of ends) {
    for (const change of changesBy(end, (playerId) => ratings.get(playerId))) {
      ratings.set(change.playerId, { ...change.after, at: change.at });
      changes.push(change);
    }
  }
  return changes;
}

export const ratingsAfter = (changes: readonly RatingChange[]): ReadonlyMap<number, DatedRating> =>
  new Map(changes.map(({ playerId, after, at }) => [playerId, { ...after, at }]));

/** The id under which the robot is rated at a level. */
const ratedAs = (level: Level): number => -level;
