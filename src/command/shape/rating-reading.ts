import type { RulesId } from '../../engine/shape/rules.ts';
import type { Rating } from '../../match/rating.ts';
import type { RatingChange } from '../../match/rating-history.ts';

/** What commands may look up about ratings; deviations are those of now. */
export interface RatingReading {
  /** A player's rating in a game; the first one when there is none yet. */
  of(playerId: number, rules: RulesId): Rating;
  /** Everybody with a rating in a game who has not left, the highest first. */
  standings(rules: RulesId): readonly Rated[];
  /** What a player has reached in each game, by the name of the game. */
  records(playerId: number): readonly RatedRecord[];
}

/** A player with a rating. */
export interface Rated {
  readonly userid: string;
  readonly rating: Rating;
}

/** The rated matches of a player in one game, and what has come of them. */
export interface RatedRecord {
  readonly rules: RulesId;
  readonly rating: Rating;
  readonly played: number;
  readonly won: number;
  readonly lost: number;
  readonly drawn: number;
  readonly last: RatingChange;
}
