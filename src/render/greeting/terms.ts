import { gameOf } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/rules.ts';
import type { Size } from '../../engine/shape/types.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { Choices, ShownTerms } from '../../intent.ts';
import { say } from '../../sentence.ts';
import type { Sight } from '../ascii.ts';
import { drawPosition } from '../board-page.ts';
import type { Words } from '../content.ts';
import type { Templates } from '../templates.ts';
import { firstBoard } from './sample-board.ts';

/** What is proposed of a match. */
export type MatchTerms = Pick<ShownTerms, 'rules' | 'cols' | 'rows' | 'first' | 'from'>;

/** The board that a match begins with, as its reader wants to see boards. */
interface ShownStart {
  /** For the text. */
  readonly shown: {
    readonly diagram: readonly string[];
    readonly inWords: readonly string[];
    /** Said of a board that is smaller than the one of the match. */
    readonly smaller: string | undefined;
  };
  /** For the HTML part. */
  readonly sights: readonly Sight[];
}

/** Shows the position that a match begins from, or the first one of its game. */
export function shownStart(
  { rules, cols, rows, from }: MatchTerms,
  words: Words,
  choices: Choices,
): ShownStart {
  const first = from ? undefined : firstBoard(rules, { cols, rows });
  const position = from?.start ?? first?.position;
  if (position === undefined) {
    return { shown: { diagram: [], inWords: [], smaller: undefined }, sights: [] };
  }
  const { diagram, inWords, sight } = drawPosition(position, words, choices);
  const smaller = first?.smaller && say('board-smaller', { size: makeSize(first.smaller) });
  return {
    shown: { diagram, inWords, smaller: smaller && words(smaller) },
    sights: sight ? [sight] : [],
  };
}

/** The rules in two sentences; undefined for a game that has none. */
export const rulesInBrief = (rules: RulesId, language: string, templates: Templates) =>
  templates.description(language, `rules-${rules}`) ??
  templates.description('en', `rules-${rules}`);

const OTHER_SIZES: readonly Size[] = [
  { cols: 6, rows: 6 },
  { cols: 8, rows: 8 },
];

/** Other terms than the ones that are proposed, for an answer to begin from. */
export function otherTerms({ rules, cols, rows, first }: MatchTerms): string {
  const game = gameOf(rules);
  const size = [...OTHER_SIZES, game.defaultSize].find(
    (each) => makeSize(each) !== makeSize({ cols, rows }) && game.start(each).ok,
  );
  if (size) return `-size=${makeSize(size)}`;
  return first === 'random' ? '-first=me' : '-first=random';
}
