import type { RulesId } from '../../engine/shape/rules.ts';
import {
  type Attempt,
  beginAttempt,
  giveUp,
  hint,
  positionOf,
  tryAt,
} from '../../match/puzzle/attempt.ts';
import { rateAttempt, type Standing } from '../../match/puzzle/standing.ts';
import { makeRating } from '../../match/rating.ts';
import { type Sentence, say } from '../../sentence.ts';
import { puzzlesPerDayMax } from '../../solo-limits.ts';
import { refuse, refuseWith } from '../shape/decision.ts';
import { movesOf } from '../shape/moves-of.ts';
import type { Decision, PlayerAsking } from '../shape/types.ts';
import { puzzleLetter } from './puzzle-letter.ts';

/** What may be done at a puzzle, besides a move. */
export type PuzzleAct =
  | { readonly is: 'move'; readonly move: string }
  | { readonly is: 'hint' | 'give-up' | 'show' };

/** Puts a puzzle before a player: the one that waits still, or the next one. */
export function deal(text: string, rules: RulesId | undefined, asking: PlayerAsking): Decision {
  const { player, reading } = asking;
  const { puzzles } = reading;
  const open = puzzles.open(player.id, rules);
  if (open) return letterAlone(open, asking, [say('puzzle-still-open')]);
  if (puzzles.givenToday(player.id) >= puzzlesPerDayMax) {
    return refuse(text, say('puzzle-enough', { count: puzzlesPerDayMax }));
  }
  const next = puzzles.next(player.id, rules);
  if (!next) {
    return rules !== undefined && !puzzles.exists(rules)
      ? refuse(text, say('puzzle-none-yet', { rules }))
      : refuse(text, say('puzzle-none', { rules: rules ?? 'any' }));
  }
  const attempt = beginAttempt(player.id, next);
  return {
    changes: [{ do: 'put-attempt', attempt }],
    letters: [puzzleLetter(attempt, player, [])],
    section: undefined,
  };
}

/**
 * Answers a puzzle.
 *
 * @param number of the puzzle; undefined for the one that waits
 * @param revision of the letter that is answered: whoever answers an older one is shown how it stands
 */
export function answerPuzzle(
  text: string,
  { number, revision, act }: { number?: number; revision?: number; act: PuzzleAct },
  asking: PlayerAsking,
): Decision {
  const { player, reading } = asking;
  const { puzzles } = reading;
  const attempt =
    number === undefined ? puzzles.open(player.id) : puzzles.attempt(player.id, number);
  if (!attempt) {
    return refuse(
      text,
      number === undefined ? say('puzzle-no-open') : say('puzzle-not-yours', { number }),
    );
  }
  if (act.is === 'show') return letterAlone(attempt, asking, []);
  const { puzzle, state } = attempt;
  if (state !== 'open') return refuse(text, say('puzzle-over', { number: puzzle.number }));
  if (revision !== undefined && revision !== attempt.revision) {
    return letterAlone(attempt, asking, [say('puzzle-gone-on')]);
  }
  if (act.is !== 'move') {
    const { attempt: after, says } = act.is === 'hint' ? hint(attempt) : giveUp(attempt);
    return asTried(act.is.replace('-', ' '), after, says, asking);
  }
  const tried = tryAt(attempt, act.move);
  if (!tried.ok) {
    const line = (move: string) => `puzzle ${puzzle.number} ${move}`;
    const moves = movesOf(positionOf(attempt), act.move, line);
    return moves ? refuseWith(moves) : refuse(text, tried.error);
  }
  return asTried(act.move, tried.value.attempt, tried.value.says, asking);
}

/** Writes down what an answer has come to, and tells it with the board as it stands. */
function asTried(
  words: string,
  attempt: Attempt,
  says: readonly Sentence[],
  { player, reading }: PlayerAsking,
): Decision {
  // Where it waits for a yes, it is meant for this puzzle as it stands now.
  const exact = `puzzle ${attempt.puzzle.number} ${words} #${attempt.revision - 1}`;
  if (attempt.state === 'open') {
    return {
      changes: [{ do: 'put-attempt', attempt }],
      letters: [puzzleLetter(attempt, player, says)],
      section: undefined,
      exact,
    };
  }
  const before = reading.puzzles.standing(player.id);
  const ended = rateAttempt(attempt, before);
  const standing = standingLine(before, ended.standing);
  return {
    changes: [{ do: 'put-attempt', attempt, ended }],
    letters: [puzzleLetter(attempt, player, says, { standing })],
    section: undefined,
    exact,
  };
}

const standingLine = (before: Standing, { rating, streak, longest }: Standing): Sentence =>
  say('puzzle-standing', {
    before: makeRating(before.rating),
    rating: makeRating(rating),
    streak,
    longest,
  });

const letterAlone = (
  attempt: Attempt,
  { player }: PlayerAsking,
  says: readonly Sentence[],
): Decision => ({
  changes: [],
  letters: [puzzleLetter(attempt, player, says)],
  section: undefined,
});
