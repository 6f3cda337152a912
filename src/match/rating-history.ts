import type { Colour } from '../engine/shape/types.ts';
import { FIRST_RATING, type Rating, rateMatch, ratingAfter } from './rating.ts';

/** The end of a match that counts. */
export interface RatedEnd {
  readonly board: number;
  readonly blackId: number;
  readonly whiteId: number;
  /** Undefined for a draw. */
  readonly winner: Colour | undefined;
  /** UTC milliseconds. */
  readonly at: number;
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
  { board, blackId, whiteId, winner, at }: RatedEnd,
  before: Readonly<Record<Colour, Rating>>,
): readonly RatingChange[] {
  const after = rateMatch(before, winner);
  return [
    { board, playerId: blackId, before: before.black, after: after.black, at },
    { board, playerId: whiteId, before: before.white, after: after.white, at },
  ];
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
