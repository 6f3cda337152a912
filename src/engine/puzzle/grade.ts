import { gameOf } from '../registry.ts';
import type { Position } from '../shape/types.ts';
import { afterMoves, firstQuestion, type Puzzle, type PuzzleStep, puzzleMoves } from './puzzle.ts';

/**
 * The estimated rating of a new puzzle: 1000 if most people solve it, 2200 if few do. It counts what a person
 * has to see, not the work of the solver. If several moves win, the easiest counts.
 */
export const grade = (puzzle: Puzzle): number =>
  Math.round(
    Math.min(Math.max(BASE + pointsOf(firstQuestion(puzzle), puzzle.step), EASIEST), HARDEST),
  );

const EASIEST = 800;
const HARDEST = 2200;
/** Grades one move that ends the game, among 64 legal ones, 970: most people solve it. */
const BASE = 700;

/**
 * Points per question. All but `move` count per doubling, since twice as many moves are one more binary
 * decision.
 */
const POINTS = {
  /** One more move to find, with all moves before it kept in mind. */
  move: 120,
  /** Legal moves per winning move: a large board takes longer to scan. */
  choice: 25,
  /** Moves not refuted at once: each must be thought through. */
  doubt: 25,
  /** Of these, the ones that the robot evaluates higher than the right move: they are tried first. */
  decoy: 25,
  /** Replies that do not lose at once: each needs an answer. */
  reply: 20,
} as const;

/** Points of all questions from a position on. */
const pointsOf = (position: Position, step: PuzzleStep): number =>
  Math.min(
    ...Object.entries(step.wins).map(([move, answer]) => {
      const points = pointsOfMove(position, step, move);
      if (!answer) return points;
      const next = afterMoves(position, [move, answer.defence]);
      return points + pointsOf(next, answer.step);
    }),
  );

/** Points for finding one winning move. */
function pointsOfMove(position: Position, { wins, fails }: PuzzleStep, move: string): number {
  const game = gameOf(position.rules);
  const ways = Object.keys(wins).length;
  const choices = ways + Object.keys(fails).length;
  const seen = POINTS.move + POINTS.choice * Math.log2(choices / ways);
  const after = afterMoves(position, [move]);
  // A move that ends the game needs no comparison with others.
  if (game.outcome(after)) return seen;
  const doubtful = Object.entries(fails).flatMap(([fail, defence]) => {
    if (defence === null) return [];
    const left = afterMoves(position, [fail]);
    return game.outcome(afterMoves(left, [defence])) ? [] : [left];
  });
  const evaluation = lookAt(after);
  const decoys = doubtful.filter((left) => lookAt(left) > evaluation);
  const replies = game
    .legalMoves(after)
    .filter((reply) => !winsAtOnce(game.play(after, reply).position, position.turn));
  return (
    seen +
    POINTS.doubt * Math.log2((ways + doubtful.length) / ways) +
    POINTS.decoy * Math.log2(1 + decoys.length) +
    POINTS.reply * Math.log2(1 + replies.length)
  );
}

/** Static evaluation for the player who has just moved; default: the fewer replies the better. */
function lookAt(position: Position): number {
  const game = gameOf(position.rules);
  return -(game.evaluate?.(position) ?? game.legalMoves(position).length);
}

/** Whether a side has won, or can win by its next move. */
function winsAtOnce(position: Position, side: Position['turn']): boolean {
  const game = gameOf(position.rules);
  const outcome = game.outcome(position);
  if (outcome) return outcome.winner === side;
  return game
    .legalMoves(position)
    .some((move) => game.outcome(game.play(position, move).position)?.winner === side);
}

/** The difficulty in stars, 1 to 5: 1 is the easiest. */
export const starsOf = (rating: number): number =>
  Math.min(Math.max(Math.ceil((rating - EASIEST) / STAR_POINTS), 1), STARS_MAX);

const STARS_MAX = 5;
const STAR_POINTS = (HARDEST - EASIEST) / 7;

/** Ranks puzzles of a game: by the number of moves, then by grade. */
export const puzzleRank = (puzzle: Puzzle): number =>
  10_000 * puzzleMoves(puzzle.step) + grade(puzzle);
