import type { BoardFacts } from '../../intent.ts';
import { type Sentence, say } from '../../sentence.ts';
import { isTurnOf } from './turn-of.ts';

/**
 * What was told of how to play here: each letter of a player's first match teaches one thing, and the
 * last one what a short match had no letter for.
 */
export interface Taught {
  /** How many of the lessons were told; undefined when no more are. */
  readonly lessons: number | undefined;
  /** The server has named the player, and has not told it yet. */
  readonly unnamed: boolean;
}

/**
 * In their order. The first of all, how to move, is the letter with the board; the last is told at the
 * end, when there is time for it.
 */
const LESSONS = ['lesson-left', 'lesson-say', 'lesson-show', 'lesson-undo'] as const;

/** Of them, what is told otherwise when the match is over. */
const AFTERWARDS: { readonly [code in (typeof LESSONS)[number]]?: 'lesson-undo-later' } = {
  'lesson-undo': 'lesson-undo-later',
};

/**
 * What a board letter of the first match tells its reader beside the board.
 *
 * @param reader the userid of who learns
 * @param wants whether that player wants to be told how to play
 */
export function teach(
  { lessons, unnamed }: Taught,
  facts: BoardFacts,
  reader: string,
  wants: boolean,
): { readonly says: readonly Sentence[]; readonly taught: Taught } {
  const named = unnamed ? [say('first-named', { userid: reader })] : [];
  const rest = (told: readonly Sentence[], left: number | undefined) => ({
    says: [...named, ...told],
    taught: { lessons: left, unnamed: false },
  });
  if (lessons === undefined || !wants) return rest([], undefined);
  const { board, rules, outcome } = facts;
  if (outcome) {
    const seat = reader === facts.black ? 'black' : 'white';
    // Who gives up wants to be left alone.
    const gaveUp = outcome.ending === 'resigned' && outcome.winner !== seat;
    return rest(gaveUp ? [] : missedOf(lessons, { board, rules }), undefined);
  }
  const code = isTurnOf(facts, reader) ? LESSONS[lessons - 1] : undefined;
  return code ? rest([say(code, { board, rules })], lessons + 1) : rest([], lessons);
}

/** What is told at the end of a match: all that is left, and that people play here, too. */
const missedOf = (lessons: number, about: Pick<BoardFacts, 'board' | 'rules'>) => [
  ...LESSONS.slice(lessons - 1).map((code) => say(AFTERWARDS[code] ?? code, about)),
  say('lesson-people'),
];
