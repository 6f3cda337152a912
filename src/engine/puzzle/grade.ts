import { gameOf } from '../registry.ts';
import type { Position } from '../shape/types.ts';
import { afterMoves, askedIn, type Puzzle, type PuzzleStep, puzzleMoves } from './puzzle.ts';

/**
 * How hard a puzzle is thought to be before anybody has tried it, as a rating: what most people solve
 * has 1000, and what few do 2200. It counts what a person has to see on the board, and nothing of the
 * work that a solver had with it, which depends on the solver. Where several moves win, the easiest counts.
 */
export const grade = (puzzle: Puzzle): number =>
  Math.round(Math.min(Math.max(BASE + pointsOf(askedIn(puzzle), puzzle.step), EASIEST), HARDEST));

const EASIEST = 800;
const HARDEST = 2200;
/** With it, one move that ends the game among 64 legal ones has 970: about what most people solve. */
const BASE = 700;

/**
 * What each question adds. All but the first count doublings, as twice as many moves to choose from are
 * one more decision between two, however many they were.
 */
const POINTS = {
  /** One more move to find, since all before it have to be kept in mind. */
  move: 120,
  /** Legal moves for each that wins: a large board takes longer to look over. */
  choice: 25,
  /** Moves that nothing refutes at once: each must be thought through before it is given up. */
  doubt: 25,
  /** Of these, the ones that look better than the right move, as the robot looks at positions: they are tried first. */
  decoy: 25,
  /** Replies that do not lose at once: each needs an answer before the move can be played. */
  reply: 20,
} as const;

/** What the questions from this position on add. */
const pointsOf = (position: Position, step: PuzzleStep): number =>
  Math.min(
    ...Object.entries(step.wins).map(([move, answer]) => {
      const points = pointsOfMove(position, step, move);
      if (!answer) return points;
      const next = afterMoves(position, [move, answer.defence]);
      return points + pointsOf(next, answer.step);
    }),
  );

/** What it adds to find one of the moves that win. */
function pointsOfMove(position: Position, { wins, fails }: PuzzleStep, move: string): number {
  const game = gameOf(position.rules);
  const ways = Object.keys(wins).length;
  const choices = ways + Object.keys(fails).length;
  const seen = POINTS.move + POINTS.choice * Math.log2(choices / ways);
  const after = afterMoves(position, [move]);
  // The move that ends the game is known when it is seen, whatever the others do.
  if (game.outcome(after)) return seen;
  const doubtful = Object.entries(fails).flatMap(([fail, defence]) => {
    if (defence === null) return [];
    const left = afterMoves(position, [fail]);
    return game.outcome(afterMoves(left, [defence])) ? [] : [left];
  });
  const look = lookAt(after);
  const decoys = doubtful.filter((left) => lookAt(left) > look);
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

/** How good a position looks for who has just moved: without a look of the game's own, the fewer replies the better. */
function lookAt(position: Position): number {
  const game = gameOf(position.rules);
  return -(game.evaluate?.(position) ?? game.legalMoves(position).length);
}

/** Whether the game is won by a side, or can be by its next move. */
function winsAtOnce(position: Position, side: Position['turn']): boolean {
  const game = gameOf(position.rules);
  const outcome = game.outcome(position);
  if (outcome) return outcome.winner === side;
  return game
    .legalMoves(position)
    .some((move) => game.outcome(game.play(position, move).position)?.winner === side);
}

/** In how many steps difficulties are told: 1 is the easiest. */
export const starsOf = (rating: number): number =>
  Math.min(Math.max(Math.ceil((rating - EASIEST) / STAR_POINTS), 1), STARS_MAX);

const STARS_MAX = 5;
const STAR_POINTS = (HARDEST - EASIEST) / 7;

/** Which of two puzzles of a game is the better one: more to find, then more to see. */
export const worthOf = (puzzle: Puzzle): number =>
  10_000 * puzzleMoves(puzzle.step) + grade(puzzle);
