import {
  afterMoves,
  askedIn,
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
import { ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { puzzleTriesMax } from '../../solo-limits.ts';
import { exampleMove, inCaseOf } from '../move-shape.ts';
import { FIRST_RATING, type Rating, ratePeriod, ratingAfter } from '../rating.ts';

/** A puzzle with its number, and how hard it has turned out to be. */
export interface NumberedPuzzle extends Puzzle {
  readonly number: number;
  readonly source: PuzzleSource;
  readonly rating: Rating;
}

/** What a player has come to with a puzzle. */
export interface Attempt {
  readonly playerId: number;
  readonly puzzle: NumberedPuzzle;
  readonly state: 'open' | 'solved' | 'failed' | 'given-up';
  /** Right moves, and the defences to them. */
  readonly moves: readonly string[];
  /** How many wrong moves there were. */
  readonly wrong: number;
  readonly hinted: boolean;
  /** Grows with each answer that was judged. */
  readonly revision: number;
}

/** What an answer to a puzzle comes to, and what there is to say of it. */
interface Answered {
  readonly attempt: Attempt;
  readonly says: readonly Sentence[];
}

/** A puzzle that is put before a player. */
export const beginAttempt = (playerId: number, puzzle: NumberedPuzzle): Attempt => ({
  playerId,
  puzzle,
  state: 'open',
  moves: [],
  wrong: 0,
  hinted: false,
  revision: 1,
});

/** The plies that lead to where a puzzle stands. */
export const pliesOf = ({ puzzle, moves }: Attempt): readonly string[] => [
  ...puzzle.given,
  ...moves,
];

/** Where a puzzle stands. */
export function positionOf(attempt: Attempt): Position {
  return afterMoves(startPosition(attempt.puzzle), pliesOf(attempt));
}

/** The side that is to win. */
export const solverOf = ({ puzzle }: Attempt): Position['turn'] => askedIn(puzzle).turn;

export const triesLeft = ({ wrong }: Attempt): number => puzzleTriesMax - wrong;

/**
 * Judges a move. A wrong one is told what breaks it, and the puzzle stands as before.
 *
 * @returns why it is no move to be judged
 */
export function tryAt(attempt: Attempt, written: string): Result<Answered, Sentence> {
  const position = positionOf(attempt);
  const game = gameOf(position.rules);
  const read = game.parseMove(position, inCaseOf(game, written));
  if (!read.ok) return read;
  const move = game.makeMove(read.value, position);
  const step = stepAfter(attempt.puzzle, attempt.moves);
  const tried = tryMove(step, move);
  const { name: side } = sideOf(game, position.turn);
  const { name: owner } = sideOf(game, position.turn === 'black' ? 'white' : 'black');
  const revision = attempt.revision + 1;
  if (tried.kind === 'right') {
    const { defence } = tried;
    const moves = [...attempt.moves, move, ...(defence === undefined ? [] : [defence])];
    if (defence !== undefined) {
      const says = [say('puzzle-right', { move, owner, defence })];
      return ok({ attempt: { ...attempt, moves, revision }, says });
    }
    const over = game.outcome(game.play(position, read.value).position) !== undefined;
    const says = [say(over ? 'puzzle-solved-over' : 'puzzle-solved', { move, side, owner })];
    return ok({ attempt: { ...attempt, state: 'solved', moves, revision }, says });
  }
  const wrong = attempt.wrong + 1;
  const isLast = wrong >= puzzleTriesMax;
  const why =
    tried.defence === undefined
      ? say('puzzle-wrong-at-once', { move, side })
      : say('puzzle-wrong', { move, owner, defence: tried.defence });
  const state = isLast ? 'failed' : 'open';
  const says = isLast
    ? [why, say('puzzle-failed'), solution(attempt)]
    : [why, ...halvedBy(attempt)];
  return ok({ attempt: { ...attempt, state, wrong, revision }, says });
}

/** Names three moves of which one wins. */
export const hintAttempt = (attempt: Attempt): Answered => ({
  attempt: { ...attempt, hinted: true, revision: attempt.revision + 1 },
  says: [
    say('puzzle-hint', { moves: hintFor(stepAfter(attempt.puzzle, attempt.moves)).join(', ') }),
    ...halvedBy(attempt),
  ],
});

/** The first wrong try and the first hint cost the same, and only one of them does. */
const halvedBy = ({ wrong, hinted }: Attempt): readonly Sentence[] =>
  wrong === 0 && !hinted ? [say('puzzle-half')] : [];

/** Tells the solution and ends it. */
export const giveUpAttempt = (attempt: Attempt): Answered => ({
  attempt: { ...attempt, state: 'given-up', revision: attempt.revision + 1 },
  says: [solution(attempt)],
});

const solution = ({ puzzle, moves }: Attempt): Sentence => {
  const plies = solutionOf(stepAfter(puzzle, moves));
  return say('puzzle-solution', { moves: plies.join(' '), count: plies.length });
};

/** How a move of a game is written: the first of a match, so that it tells nothing about any puzzle. */
export function exampleOf(rules: RulesId): string {
  const game = gameOf(rules);
  const start = game.start(game.defaultSize);
  if (!start.ok) throw new Error(`${rules} has no usual board`);
  return exampleMove(start.value) ?? '';
}

/** What the letter of a puzzle shows, frozen when it is decided. */
export interface PuzzleFacts {
  readonly number: number;
  readonly rules: RulesId;
  readonly source: PuzzleSource;
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

/** How a player does with puzzles. */
export interface Standing {
  /** `matches` counts the puzzles that were ended. */
  readonly rating: Rating;
  readonly solved: number;
  /** How many were solved one after the other, and at the best. */
  readonly streak: number;
  readonly longest: number;
  /** As of when it is, in UTC milliseconds. */
  readonly at: number;
}

/** Of somebody who has ended none. */
const FIRST_STANDING: Standing = {
  // What most people solve is rated at about as much.
  rating: { ...FIRST_RATING, rating: 1200 },
  solved: 0,
  streak: 0,
  longest: 0,
  at: 0,
};

/** A new puzzle is not known as little as a new player: the solver has graded it. */
export const firstPuzzleRating = (grade: number): Rating => ({
  rating: grade,
  deviation: 200,
  volatility: FIRST_RATING.volatility,
  matches: 0,
});

/** A rating becomes uncertain by rest; that of somebody without one is as uncertain as it can be. */
export const standingAt = (standing: Standing | undefined, at: number): Standing =>
  standing
    ? { ...standing, rating: ratingAfter(standing.rating, at - standing.at), at }
    : { ...FIRST_STANDING, at };

/** Solved at the first try and without a hint is a win, solved otherwise a draw. */
const scoreOf = ({ state, wrong, hinted }: Attempt): 0 | 0.5 | 1 =>
  state !== 'solved' ? 0 : wrong === 0 && !hinted ? 1 : 0.5;

/** What the end of a puzzle makes of its solver's standing, as of now, and of its own rating. */
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
