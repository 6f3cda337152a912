import type { RulesId } from '../../engine/shape/ground.ts';
import {
  allChanges,
  changesBy,
  changesFrom,
  type DatedRating,
  type RatedEnd,
  type Rating,
  type RatingChange,
  ratedEndOf,
  ratingAt,
  ratingsAfter,
} from '../../match/rating.ts';
import type { Match } from '../../match/types.ts';
import type { Database } from '../../store/file/database.ts';
import {
  changesOf,
  forgetChangesOf,
  forgetRatings,
  hasChangeFrom,
  noteChange,
  putRating,
  ratedEnds,
  ratedEndsFrom,
  ratingBefore,
  storedRating,
} from '../../store/play/ratings.ts';

/**
 * Updates the ratings after a revision of a match, within its transaction. An end is rated with the current
 * ratings of both players. If a rated match is resumed, gets another outcome, or is not the last by time, all
 * ratings that depend on it are recomputed.
 */
export function settleRatings(db: Database, match: Match, now: number): void {
  const { board, rules } = match;
  const end = ratedEndOf(match, now);
  const wasRated = changesOf(db, board).length > 0;
  if (!end && !wasRated) return;
  if (!end || wasRated || hasChangeFrom(db, rules, end)) {
    rateAgain(db, match, end);
    return;
  }
  const changes = changesBy(end, (playerId) => storedRating(db, playerId, rules));
  write(db, rules, changes);
}

/**
 * Recomputes and writes the ratings of a game from its matches. Call within a transaction.
 *
 * @returns the ratings by player
 */
export function recomputeRatings(db: Database, rules: RulesId): ReadonlyMap<number, DatedRating> {
  const changes = allChanges(ratedEnds(db, rules));
  forgetRatings(db, rules);
  write(db, rules, changes);
  return ratingsAfter(changes);
}

function write(db: Database, rules: RulesId, changes: readonly RatingChange[]): void {
  for (const change of changes) noteChange(db, rules, change);
  for (const [playerId, rating] of ratingsAfter(changes)) putRating(db, playerId, rules, rating);
}

/**
 * Updates the ratings after a rated match was resumed, has another end, or a match ended that is not the last
 * by time. Earlier ratings stay; of the later matches, only those of players whose rating changed are rated
 * again.
 *
 * @param end the new one, if it counts
 */
function rateAgain(db: Database, match: Match, end: RatedEnd | undefined): void {
  const { board, rules } = match;
  const [blackChange, whiteChange] = changesOf(db, board);
  forgetChangesOf(db, board);
  // A draft at the right place in the order; `rateFrom` writes its numbers.
  const draft = end ? changesBy(end, (playerId) => storedRating(db, playerId, rules)) : [];
  for (const change of draft) noteChange(db, rules, change);
  const place = { board, at: Math.min(blackChange?.at ?? Infinity, end?.at ?? Infinity) };
  const changed = [blackChange, whiteChange, ...draft].flatMap((change) => change?.playerId ?? []);
  const ratings = new Map(changed.map((id) => [id, ratingBefore(db, id, rules, place)]));
  rateFrom(db, rules, place, board, ratings);
  for (const [playerId, rating] of ratings) {
    putRating(db, playerId, rules, rating);
  }
}

/**
 * Rates the ends from a place on.
 *
 * @param board whose written changes are a draft
 * @param ratings players whose rating differs from the written one, with the new one; kept up to date
 */
function rateFrom(
  db: Database,
  rules: RulesId,
  place: Pick<RatedEnd, 'at' | 'board'>,
  board: number,
  ratings: Map<number, DatedRating | undefined>,
): void {
  for (const end of ratedEndsFrom(db, rules, place)) {
    const { blackId, whiteId, at } = end;
    if (!ratings.has(blackId) && !ratings.has(whiteId)) continue;
    const stored = new Map(changesOf(db, end.board).map((change) => [change.playerId, change]));
    const before = (playerId: number): Rating =>
      ratings.has(playerId)
        ? ratingAt(ratings.get(playerId), at)
        : (stored.get(playerId)?.before ?? ratingAt(ratingBefore(db, playerId, rules, end), at));
    const changes = changesFrom(end, { black: before(blackId), white: before(whiteId) });
    for (const change of changes) {
      const { playerId, after } = change;
      const previous = stored.get(playerId);
      noteChange(db, rules, change);
      if (end.board !== board && previous && isSame(after, previous.after))
        ratings.delete(playerId);
      else ratings.set(playerId, { ...after, at });
    }
  }
}

const isSame = (one: Rating, other: Rating): boolean =>
  one.rating === other.rating &&
  one.deviation === other.deviation &&
  one.volatility === other.volatility &&
  one.matches === other.matches;
