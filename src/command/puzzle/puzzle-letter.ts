import { starsOf } from '../../engine/puzzle/grade.ts';
import { startOf } from '../../engine/puzzle/puzzle.ts';
import { makePosition } from '../../engine/written.ts';
import type { Intent } from '../../intent.ts';
import { type Attempt, pliesOf, solverOf, triesLeft } from '../../match/puzzle/attempt.ts';
import type { PuzzleFacts } from '../../match/puzzle/shown.ts';
import type { Player } from '../../player/types.ts';
import type { Sentence } from '../../sentence.ts';
import { toPlayer } from '../letters/letters.ts';

/** What else there is to tell in the letter of a puzzle. */
type Telling = Pick<PuzzleFacts, 'standing' | 'daily'>;

/** The letter that shows a puzzle as it stands; its answer is a try. */
export function puzzleLetter(
  attempt: Attempt,
  reader: Player,
  says: readonly Sentence[],
  telling: Telling = {},
): Intent {
  const { puzzle, state, moves, revision } = attempt;
  const { number, source } = puzzle;
  const start = startOf(puzzle);
  const facts: PuzzleFacts = {
    number,
    rules: start.rules,
    source,
    stars: starsOf(puzzle.rating.rating),
    start: makePosition(start),
    moves: pliesOf(attempt),
    solver: solverOf(attempt),
    state,
    left: triesLeft(attempt),
    found: Math.ceil(moves.length / 2),
    says,
    ...telling,
  };
  return {
    to: toPlayer(reader),
    message: { kind: 'puzzle', facts },
    reply: { purpose: 'puzzle', number, revision },
  };
}
