import {
  afterMoves,
  hintFor,
  type Puzzle,
  type PuzzleSource,
  solutionOf,
  startPosition,
  stepAfter,
  tryMove,
} from '../../engine/puzzle/puzzle.ts';
import { gameOf } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Colour, Position } from '../../engine/shape/types.ts';
import { sideOf } from '../../engine/shape/view.ts';
import { opposite } from '../../engine/stones/board.ts';
import { ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { puzzleLimits } from '../../solo-limits.ts';
import { FIRST_RATING, type Rating, ratePeriod, ratingAfter } from '../rating.ts';
import { exampleMove, foldCase } from '../types.ts';

export interface NumberedPuzzle extends Puzzle {
  readonly number: number;
  readonly source: PuzzleSource;
  readonly rating: Rating;
}

export interface Attempt {
  readonly playerId: number;
  readonly puzzle: NumberedPuzzle;
  readonly state: 'open' | 'solved' | 'failed' | 'given-up';
  /** Right moves and the defences to them. */
  readonly moves: readonly string[];
  /** Number of wrong moves. */
  readonly wrong: number;
  readonly hinted: boolean;
  /** Grows with each answer. */
  readonly revision: number;
}

/** The attempt after an answer, and the sentences about it. */
interface Answered {
  readonly attempt: Attempt;
  readonly says: readonly Sentence[];
}

export const beginAttempt = (playerId: number, puzzle: NumberedPuzzle): Attempt => ({
  playerId,
  puzzle,
  state: 'open',
  moves: [],
  wrong: 0,
  hinted: false,
  revision: 1,
});

/** All plies from the puzzle's first position to the current one. */
export const pliesOf = ({ puzzle, moves }: Attempt): readonly string[] => [
  ...puzzle.given,
  ...moves,
];

export function positionOf(attempt: Attempt): Position {
  return afterMoves(startPosition(attempt.puzzle), pliesOf(attempt));
}

/**
 * Judges a move. A wrong one is answered with its refutation, and the position stays.
 *
 * @returns an error if the move is illegal
 */
export function judgeMove(attempt: Attempt, input: string): Result<Answered, Sentence> {
  const position = positionOf(attempt);
  const game = gameOf(position.rules);
  const read = game.parseMove(position, foldCase(game, input));
  if (!read.ok) return read;
  const move = game.makeMove(read.value, position);
  const step = stepAfter(attempt.puzzle, attempt.moves);
  const outcome = tryMove(step, move);
  const { defence } = outcome;
  const { name: side } = sideOf(game, position.turn);
  const { name: owner } = sideOf(game, opposite(position.turn));
  const answered = (change: Partial<Attempt>, ...says: readonly Sentence[]) =>
    ok({ attempt: { ...attempt, ...change, revision: attempt.revision + 1 }, says });
  if (outcome.kind === 'right') {
    const moves = [...attempt.moves, move, ...(defence === undefined ? [] : [defence])];
    if (defence !== undefined) {
      return answered({ moves }, say('puzzle-right', { move, owner, defence }));
    }
    const isOver = game.outcome(game.play(position, read.value).position) !== undefined;
    const solved = say(isOver ? 'puzzle-solved-over' : 'puzzle-solved', { move, side, owner });
    return answered({ state: 'solved', moves }, solved);
  }
  const wrong = attempt.wrong + 1;
  const why =
    defence === undefined
      ? say('puzzle-wrong-at-once', { move, side })
      : say('puzzle-wrong', { move, owner, defence });
  return wrong < puzzleLimits.tries
    ? answered({ wrong }, why, ...halfScoreNotice(attempt))
    : answered({ state: 'failed', wrong }, why, say('puzzle-failed'), solution(attempt));
}

/** Names up to three moves, of which one wins. */
export const hintAttempt = (attempt: Attempt): Answered => ({
  attempt: { ...attempt, hinted: true, revision: attempt.revision + 1 },
  says: [
    say('puzzle-hint', { moves: hintFor(stepAfter(attempt.puzzle, attempt.moves)).join(', ') }),
    ...halfScoreNotice(attempt),
  ],
});

/** Announces the half score at the first wrong try or hint. */
const halfScoreNotice = ({ wrong, hinted }: Attempt): readonly Sentence[] =>
  wrong === 0 && !hinted ? [say('puzzle-half')] : [];

export const giveUpAttempt = (attempt: Attempt): Answered => ({
  attempt: { ...attempt, state: 'given-up', revision: attempt.revision + 1 },
  says: [solution(attempt)],
});

const solution = ({ puzzle, moves }: Attempt): Sentence => {
  const plies = solutionOf(stepAfter(puzzle, moves));
  return say('puzzle-solution', { moves: plies.join(' '), count: plies.length });
};

/** An example of a move, from the first position of the game, so that it reveals nothing about a puzzle. */
export function exampleOf(rules: RulesId): string {
  const game = gameOf(rules);
  const start = game.start(game.defaultSize);
  if (!start.ok) throw new Error(`${rules} has no usual board`);
  return exampleMove(start.value) ?? '';
}

/** The facts of a puzzle letter, frozen when it is decided. */
export interface PuzzleFacts {
  readonly number: number;
  readonly rules: RulesId;
  readonly source: PuzzleSource;
  /** 1 to 5; more is harder. */
  readonly stars: number;
  /** First position in position notation; `moves` are the plies from there to the one shown. */
  readonly start: string;
  readonly moves: readonly string[];
  readonly solver: Colour;
  readonly state: Attempt['state'];
  /** Tries left; `found` counts the solver's moves. */
  readonly left: number;
  readonly found: number;
  /** Sentences about the last answer. */
  readonly says: readonly Sentence[];
  /** The reader's standing, once the puzzle is over. */
  readonly standing?: Sentence;
  /** Set for the puzzle of the day. */
  readonly daily?: true;
}

export interface Standing {
  /** `matches` counts finished puzzles. */
  readonly rating: Rating;
  readonly solved: number;
  /** Puzzles solved in a row; `longest` is the record. */
  readonly streak: number;
  readonly longest: number;
  /** Date of the rating, in UTC milliseconds. */
  readonly at: number;
}

/** Standing before the first finished puzzle. */
const FIRST_STANDING: Standing = {
  // About the rating of puzzles that most people solve.
  rating: { ...FIRST_RATING, rating: 1200 },
  solved: 0,
  streak: 0,
  longest: 0,
  at: 0,
};

/** Rating of a new puzzle: less uncertain than that of a new player, since the solver program has graded it. */
export const firstPuzzleRating = (grade: number): Rating => ({
  rating: grade,
  deviation: 200,
  volatility: FIRST_RATING.volatility,
  matches: 0,
});

/** A standing at a time: the deviation grows while idle, and is greatest without a standing. */
export const standingAt = (standing: Standing | undefined, at: number): Standing =>
  standing
    ? { ...standing, rating: ratingAfter(standing.rating, at - standing.at), at }
    : { ...FIRST_STANDING, at };

/** 1 if solved at the first try without a hint, 0.5 if solved otherwise. */
const scoreOf = ({ state, wrong, hinted }: Attempt): 0 | 0.5 | 1 =>
  state !== 'solved' ? 0 : wrong === 0 && !hinted ? 1 : 0.5;

/**
 * The solver's standing and the puzzle's rating after a finished attempt.
 *
 * @param before the standing as of now
 */
export function rateAttempt(
  attempt: Attempt,
  before: Standing,
): { readonly standing: Standing; readonly puzzle: Rating } {
  const score = scoreOf(attempt);
  const { rating } = attempt.puzzle;
  const solved = attempt.state === 'solved';
  const streak = solved ? before.streak + 1 : 0;
  return {
    standing: {
      rating: ratePeriod(before.rating, [{ ...rating, score }]),
      solved: before.solved + (solved ? 1 : 0),
      streak,
      longest: Math.max(before.longest, streak),
      at: before.at,
    },
    puzzle: ratePeriod(rating, [{ ...before.rating, score: 1 - score }]),
  };
}
