import { opposite } from '../../engine/stones/board.ts';
import { storedPosition } from '../../engine/written.ts';
import type { BoardFacts } from '../../intent.ts';
import { type Sentence, say } from '../../sentence.ts';

/** What was told of how to play here: each letter of a player's first match teaches one thing. */
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
    return rest(gaveUp ? [] : [say('lesson-people')], undefined);
  }
  const code = isTurnOf(facts, reader) ? LESSONS[lessons - 1] : undefined;
  return code ? rest([say(code, { board, rules })], lessons + 1) : rest([], lessons);
}

function isTurnOf({ board, rules, start, moves, black }: BoardFacts, reader: string): boolean {
  const first = storedPosition(rules, start, `board ${board}`).turn;
  return (
    (moves.length % 2 === 0 ? first : opposite(first)) === (reader === black ? 'black' : 'white')
  );
}
