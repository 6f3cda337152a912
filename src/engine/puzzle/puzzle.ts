import { gameOf } from '../registry.ts';
import type { Position } from '../shape/types.ts';
import { parsePosition } from '../written.ts';
import stock from './stock.json' with { type: 'json' };

/** Where a puzzle comes from; each has its words, in `puzzle-about`. */
export type PuzzleSource =
  | 'example'
  | 'slide'
  | 'disconnection'
  | 'problem'
  | 'taylor'
  | 'robot'
  | 'match';

/** A puzzle that is there before anybody has played. */
export interface StockPuzzle extends Puzzle {
  readonly source: PuzzleSource;
  /** Worked out when it was made (`grade.ts`), since there are many. */
  readonly grade: number;
}

/**
 * The puzzles that every server begins with, those of the sources first; `npm run bench puzzles` adds
 * to them. The number of a puzzle is its place, counted from 1: players name it, so no place changes.
 */
export const STOCK = stock as unknown as readonly StockPuzzle[];

/**
 * A position in which whoever is to move can win, with all that is needed to judge an answer: it is
 * worked out once, aside, so that nobody waits for a proof. Plain data: moves as their game writes
 * them, and a position with the id of its rules.
 */
export interface Puzzle {
  /** What is shown first. */
  readonly position: string;
  /** What the other side plays there before the question; nothing, in most puzzles. */
  readonly given: readonly string[];
  readonly step: PuzzleStep;
}

/** A question: every legal move is in one of the two lists. */
export interface PuzzleStep {
  /** The moves that win, with how it goes on; null where the win is clear then, or the game over. */
  readonly wins: Readonly<Record<string, Answer | null>>;
  /** All other moves, with the defence that breaks them; null where the move itself ends the game. */
  readonly fails: Readonly<Record<string, string | null>>;
}

/** The defence that makes it hardest, and the question after that. */
interface Answer {
  readonly defence: string;
  readonly step: PuzzleStep;
}

/** The position of a puzzle that is shown first. */
export function startPosition({ position }: Puzzle): Position {
  const start = parsePosition(position);
  if (!start.ok) throw new Error(`damaged puzzle (${start.error.code})`);
  return start.value;
}

/** The position in which it asks. */
export const askedIn = (puzzle: Puzzle): Position =>
  afterMoves(startPosition(puzzle), puzzle.given);

/**
 * The position after some moves, as their game writes them.
 *
 * @throws Error when one is not legal
 */
export const afterMoves = (position: Position, moves: readonly string[]): Position =>
  moves.reduce((now, text) => {
    const game = gameOf(now.rules);
    const move = game.parseMove(now, text);
    if (!move.ok) throw new Error(`not a move: ${move.error.code}`);
    return game.play(now, move.value).position;
  }, position);

/** What a try comes to. */
type Tried =
  /** `defence` is undefined where the puzzle is solved. */
  | { readonly kind: 'right'; readonly defence: string | undefined }
  /** `defence` is undefined where the move ends the game by itself. */
  | { readonly kind: 'wrong'; readonly defence: string | undefined };

/**
 * The question that stands after some plies, which are right moves and the defences to them.
 *
 * @throws Error when these plies are none of this puzzle
 */
export function stepAfter({ step }: Puzzle, plies: readonly string[]): PuzzleStep {
  let now = step;
  for (let ply = 0; ply < plies.length; ply += 2) {
    const answer = now.wins[plies[ply] ?? ''];
    if (!answer || answer.defence !== plies[ply + 1]) throw new Error('plies of another puzzle');
    now = answer.step;
  }
  return now;
}

/** Judges a legal move, as its game writes it. */
export function tryMove({ wins, fails }: PuzzleStep, move: string): Tried {
  const answer = wins[move];
  if (answer !== undefined) return { kind: 'right', defence: answer?.defence };
  const defence = fails[move];
  if (defence === undefined) throw new Error('a move of another position');
  return { kind: 'wrong', defence: defence ?? undefined };
}

/** How many moves the solver of a puzzle has to find, by its longest way. */
export const puzzleMoves = ({ wins }: PuzzleStep): number =>
  1 + Math.max(0, ...Object.values(wins).map((answer) => (answer ? puzzleMoves(answer.step) : 0)));

/** One way to solve it: all that is left to play from a question on. */
export function solutionOf({ wins }: PuzzleStep): readonly string[] {
  const [[move, answer] = ['', null]] = Object.entries(wins);
  return answer ? [move, answer.defence, ...solutionOf(answer.step)] : [move];
}

/** Three moves, or fewer, of which one wins: the others stand beside it in the list of the game. */
export function hintFor({ wins, fails }: PuzzleStep): readonly string[] {
  const [right = ''] = Object.keys(wins);
  const wrong = Object.keys(fails);
  // Spread over the list by the winning move itself, so that its place says nothing.
  const first = sumOf(right) % Math.max(1, wrong.length);
  const others = [wrong[first], wrong[(first + Math.ceil(wrong.length / 2)) % wrong.length]];
  return [...new Set([right, ...others])].filter((move) => move !== undefined).sort();
}

const sumOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0);
