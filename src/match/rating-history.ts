import type { Colour } from '../engine/shape/types.ts';
import { countsForRating, FIRST_RATING, type Rating, rateMatch, ratingAfter } from './rating.ts';
import { beginsAsUsual, ratedAs } from './robot.ts';
import type { Match } from './types.ts';

/** The end of a match that counts. */
export interface RatedEnd {
  readonly board: number;
  readonly blackId: number;
  readonly whiteId: number;
  /** Undefined for a draw. */
  readonly winner: Colour | undefined;
  /** The side whose rating alone it changes: that of the robot, where the player's stays. */
  readonly only?: Colour;
  /** UTC milliseconds. */
  readonly at: number;
}

/**
 * What the end of a match counts for; undefined: for nothing. The robot is rated at its level by every
 * match that begins on the usual board, its opponent by those alone that are rated.
 *
 * @param at UTC milliseconds
 */
export function ratedEndOf(match: Match, at: number): RatedEnd | undefined {
  const { board, rules, start, robot, rated, moves, outcome, black, white } = match;
  const rates = rated === true || (robot !== undefined && beginsAsUsual(rules, start));
  if (!countsForRating({ rated: rates, plies: moves.length, outcome })) return undefined;
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

/** A rating, and when the last match that it counts ended. */
export interface DatedRating extends Rating {
  /** UTC milliseconds. */
  readonly at: number;
}

/** What a match has changed for one of its players. */
export interface RatingChange {
  readonly board: number;
  readonly playerId: number;
  readonly before: Rating;
  readonly after: Rating;
  /** UTC milliseconds. */
  readonly at: number;
}

/** A rating at a time: first ones for who has none, less certain ones after a rest. */
export const ratingAt = (known: DatedRating | undefined, at: number): Rating => {
  if (!known) return FIRST_RATING;
  const { at: last, ...rating } = known;
  return ratingAfter(rating, at - last);
};

const SIDES = ['black', 'white'] as const;

/** What the end of a match changes, for Black and for White. */
export const changesBy = (
  end: RatedEnd,
  known: (playerId: number) => DatedRating | undefined,
): readonly RatingChange[] =>
  changesFrom(end, {
    black: ratingAt(known(end.blackId), end.at),
    white: ratingAt(known(end.whiteId), end.at),
  });

/** The same for players who have these ratings at that time. */
export function changesFrom(
  { board, blackId, whiteId, winner, only, at }: RatedEnd,
  before: Readonly<Record<Colour, Rating>>,
): readonly RatingChange[] {
  const after = rateMatch(before, winner);
  const ids = { black: blackId, white: whiteId };
  const changed = only ? [only] : SIDES;
  return changed.map((side) => ({
    board,
    playerId: ids[side],
    before: before[side],
    after: after[side],
    at,
  }));
}

/** All changes that the matches of one game have made, given in the order of their ends. */
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

/** The ratings that changes have led to, by player. */
export const ratingsAfter = (changes: readonly RatingChange[]): ReadonlyMap<number, DatedRating> =>
  new Map(changes.map(({ playerId, after, at }) => [playerId, { ...after, at }]));
