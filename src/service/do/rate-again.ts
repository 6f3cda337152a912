import type { RulesId } from '../../engine/shape/rules.ts';
import type { Rating } from '../../match/rating.ts';
import {
  changesBy,
  changesFrom,
  type DatedRating,
  type RatedEnd,
  ratingAt,
} from '../../match/rating-history.ts';
import type { Match } from '../../match/types.ts';
import type { Database } from '../../store/file/database.ts';
import {
  endsFrom,
  forgetChangesOf,
  forgetRating,
  type Place,
  ratingBefore,
} from '../../store/play/later-ends.ts';
import { changesOf, noteChange, putRating, storedRating } from '../../store/play/ratings.ts';

/**
 * Writes what has become of the ratings when a match that was rated goes on again or has another end,
 * or when one has ended that is not the last by its time. What came before stays as it is, and of what
 * came after only those matches are rated anew in which somebody's rating is not what it was.
 *
 * @param end the new one, if it counts
 */
export function rateAgain(db: Database, match: Match, end: RatedEnd | undefined): void {
  const { board, rules } = match;
  const [was, also] = changesOf(db, board);
  forgetChangesOf(db, board);
  // It is put in its place; the numbers are written when it is come to.
  const draft = end ? changesBy(end, (playerId) => storedRating(db, playerId, rules)) : [];
  for (const change of draft) noteChange(db, rules, change);
  const place = { board, at: Math.min(was?.at ?? Infinity, end?.at ?? Infinity) };
  const changed = [was, also, ...draft].flatMap((change) => change?.playerId ?? []);
  const moved = new Map(changed.map((id) => [id, ratingBefore(db, id, rules, place)]));
  rateOn(db, rules, place, board, moved);
  for (const [playerId, rating] of moved) {
    if (rating) putRating(db, playerId, rules, rating);
    else forgetRating(db, playerId, rules);
  }
}

/**
 * Goes through the ends from a place on.
 *
 * @param board whose written changes are a draft
 * @param moved players whose ratings are not what is written, and what they are; kept up to date
 */
function rateOn(
  db: Database,
  rules: RulesId,
  place: Place,
  board: number,
  moved: Map<number, DatedRating | undefined>,
): void {
  for (const { written, ...end } of endsFrom(db, rules, place)) {
    const { blackId, whiteId, at } = end;
    if (!moved.has(blackId) && !moved.has(whiteId)) continue;
    const before = (playerId: number, known: Rating | undefined): Rating =>
      moved.has(playerId)
        ? ratingAt(moved.get(playerId), at)
        : (known ?? ratingAt(ratingBefore(db, playerId, rules, end), at));
    const changes = changesFrom(end, {
      black: before(blackId, written.black?.before),
      white: before(whiteId, written.white?.before),
    });
    for (const change of changes) {
      const { playerId, after } = change;
      const known = written[playerId === blackId ? 'black' : 'white'];
      noteChange(db, rules, change);
      if (end.board !== board && known && isSame(after, known.after)) moved.delete(playerId);
      else moved.set(playerId, { ...after, at });
    }
  }
}

const isSame = (one: Rating, other: Rating): boolean =>
  one.rating === other.rating &&
  one.deviation === other.deviation &&
  one.volatility === other.volatility &&
  one.matches === other.matches;
