import type { Source } from '../../engine/puzzle/stock.ts';
import type { RulesId } from '../../engine/shape/rules.ts';
import type { Colour } from '../../engine/shape/types.ts';
import type { Sentence } from '../../sentence.ts';
import type { Attempt } from './attempt.ts';

/** What the letter of a puzzle shows, frozen when it is decided. */
export interface PuzzleFacts {
  readonly number: number;
  readonly rules: RulesId;
  readonly source: Source;
  /** 1 to 5; more is harder. */
  readonly stars: number;
  /** Position notation, and the plies to the position that is shown. */
  readonly start: string;
  readonly moves: readonly string[];
  readonly solver: Colour;
  readonly state: Attempt['state'];
  /** How many tries are left, and how often the solver has moved. */
  readonly left: number;
  readonly found: number;
  /** What has just happened. */
  readonly says: readonly Sentence[];
  /** How the reader stands now that it is over. */
  readonly standing?: Sentence;
  /** It has come because it is the puzzle of the day. */
  readonly daily?: true;
}
