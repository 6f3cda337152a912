import type { DatedRating } from '../match/rating.ts';
import { recomputeRatings } from '../service/do/rate.ts';
import { type Database, transact } from '../store/file/database.ts';
import { useridOf } from '../store/people/players.ts';
import { ratedRules, storedRatings } from '../store/play/ratings.ts';

/**
 * Runs `turnpost ratings`: computes all ratings anew from the matches, and stores them.
 *
 * @returns the lines to print: the number unchanged, and those that differed
 */
export const ratingsReport = (db: Database): readonly string[] =>
  transact(db, () => {
    let same = 0;
    const different: string[] = [];
    for (const rules of ratedRules(db)) {
      const before = storedRatings(db, rules);
      const after = recomputeRatings(db, rules);
      for (const playerId of new Set([...before.keys(), ...after.keys()])) {
        const [old, now] = [before.get(playerId), after.get(playerId)];
        if (old && now && isSame(old, now)) same++;
        else {
          const whose = useridOf(db, playerId) ?? playerId;
          different.push(`${rules} ${whose}: ${ratingText(old)} -> ${ratingText(now)}`);
        }
      }
    }
    return [
      `Ratings as before: ${same}`,
      `Ratings that differed: ${different.length}`,
      ...different,
    ];
  });

const isSame = (one: DatedRating, other: DatedRating): boolean =>
  one.rating === other.rating &&
  one.deviation === other.deviation &&
  one.volatility === other.volatility &&
  one.matches === other.matches &&
  one.at === other.at;

const ratingText = (rating: DatedRating | undefined): string =>
  rating ? `${rating.rating} (deviation ${rating.deviation}, matches ${rating.matches})` : 'none';
