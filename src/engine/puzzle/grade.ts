import { movesIn, type Puzzle } from './puzzle.ts';

/**
 * How hard a puzzle is thought to be before anybody has tried it, as a rating: what most people solve
 * has 1000, and what few do 2200. Each move more to find, each tenfold of the proof, and each doubling
 * of the moves to choose from makes it harder.
 */
export function grade({ step, nodes }: Puzzle): number {
  const choice = Object.keys(step.wins).length + Object.keys(step.fails).length;
  const chance = choice / Object.keys(step.wins).length;
  const worth =
    BASE +
    PER_MOVE * (movesIn(step) - 1) +
    PER_TENFOLD * Math.log10(Math.max(1, nodes)) +
    PER_DOUBLING * Math.log2(chance);
  return Math.round(Math.min(Math.max(worth, EASIEST), HARDEST));
}

const BASE = 700;
const PER_MOVE = 150;
const PER_TENFOLD = 100;
const PER_DOUBLING = 60;
const EASIEST = 800;
const HARDEST = 2200;

/** In how many steps difficulties are told: 1 is the easiest. */
export const starsOf = (rating: number): number =>
  Math.min(Math.max(Math.ceil((rating - EASIEST) / STAR_POINTS), 1), STARS_MAX);

const STARS_MAX = 5;
const STAR_POINTS = (HARDEST - EASIEST) / 7;

/** Which of two puzzles of a game is the better one: more to find, then more to see. */
export const worthOf = (puzzle: Puzzle): number => 10_000 * movesIn(puzzle.step) + grade(puzzle);
