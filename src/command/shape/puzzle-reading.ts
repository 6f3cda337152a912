import type { RulesId } from '../../engine/shape/rules.ts';
import type { Attempt, NumberedPuzzle } from '../../match/puzzle/attempt.ts';
import type { Standing } from '../../match/puzzle/standing.ts';
import type { Rating } from '../../match/rating.ts';

/** What commands may look up about puzzles. */
export interface PuzzleReading {
  /** What a player has come to with a puzzle. */
  attempt(playerId: number, number: number): Attempt | undefined;
  /** The puzzle that a player was given last and has not ended. */
  open(playerId: number, rules?: RulesId): Attempt | undefined;
  /** The puzzle that comes next for a player; undefined when all that there are were tried. */
  next(playerId: number, rules?: RulesId): NumberedPuzzle | undefined;
  /** Whether a game has any puzzle. */
  exists(rules: RulesId): boolean;
  /** How a player does now. */
  standing(playerId: number): Standing;
  /** Everybody who has ended a puzzle and has not left, the highest rating first. */
  standings(): readonly { readonly userid: string; readonly standing: Standing }[];
  /** How many puzzles a player was given in the last day. */
  givenToday(playerId: number): number;
}

/** What judging an answer changes. */
export type PuzzleChange = {
  readonly do: 'put-attempt';
  readonly attempt: Attempt;
  /** What its end has made of ratings; not there while it goes on. */
  readonly ended?: { readonly standing: Standing; readonly puzzle: Rating };
};
