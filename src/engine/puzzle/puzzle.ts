import { gameOf, parsePosition } from '../registry.ts';
import type { Position } from '../shape/types.ts';
import stock from './stock.json' with { type: 'json' };

/** The source of a puzzle; each has its words, in `puzzle-about`. */
export type PuzzleSource =
  | 'example'
  | 'slide'
  | 'disconnection'
  | 'problem'
  | 'taylor'
  | 'robot'
  | 'match';

export interface StockPuzzle extends Puzzle {
  readonly source: PuzzleSource;
  /** Precomputed by `grade`, since there are many. */
  readonly grade: number;
}

/**
 * The initial puzzles of every server, those from published sources first; `npm run bench puzzles` appends to
 * them. A puzzle's number is its place, counted from 1: players use it, so places never change.
 */
export const STOCK = stock as unknown as readonly StockPuzzle[];

/**
 * A position that the player to move can win, with precomputed data to judge any answer. Plain data: moves as
 * their game writes them, and positions in notation.
 */
export interface Puzzle {
  /** The first position shown. */
  readonly position: string;
  /** Plies from there to the question; usually none. */
  readonly given: readonly string[];
  readonly step: PuzzleStep;
}

/** A question: every legal move is in `wins` or `fails`. */
export interface PuzzleStep {
  /** Winning moves with their continuation; null if the puzzle ends there. */
  readonly wins: Readonly<Record<string, Continuation | null>>;
  /** All other moves with their refutation; null if the move itself ends the game. */
  readonly fails: Readonly<Record<string, string | null>>;
}

/** The best defence, and the question after it. */
interface Continuation {
  readonly defence: string;
  readonly step: PuzzleStep;
}

export function startPosition({ position }: Puzzle): Position {
  const start = parsePosition(position);
  if (!start.ok) throw new Error(`damaged puzzle (${start.error.code})`);
  return start.value;
}

export const firstQuestion = (puzzle: Puzzle): Position =>
  afterMoves(startPosition(puzzle), puzzle.given);

/**
 * The position after moves, given as text.
 *
 * @throws Error if one is illegal
 */
export const afterMoves = (position: Position, moves: readonly string[]): Position =>
  moves.reduce((now, text) => {
    const game = gameOf(now.rules);
    const move = game.parseMove(now, text);
    if (!move.ok) throw new Error(`not a move: ${move.error.code}`);
    return game.play(now, move.value).position;
  }, position);

/** The verdict on a move of the solver. */
type Verdict =
  /** `defence` is undefined if the puzzle is solved. */
  | { readonly kind: 'right'; readonly defence: string | undefined }
  /** `defence` is undefined if the move ends the game. */
  | { readonly kind: 'wrong'; readonly defence: string | undefined };

/**
 * The question after some plies: right moves and their defences.
 *
 * @throws Error if the plies are not of this puzzle
 */
export function stepAfter({ step }: Puzzle, plies: readonly string[]): PuzzleStep {
  let now = step;
  for (let ply = 0; ply < plies.length; ply += 2) {
    const continuation = now.wins[plies[ply] ?? ''];
    if (!continuation || continuation.defence !== plies[ply + 1])
      throw new Error('plies of another puzzle');
    now = continuation.step;
  }
  return now;
}

/**
 * Judges a legal move, given as text.
 *
 * @throws Error if the move is not of this position
 */
export function tryMove({ wins, fails }: PuzzleStep, move: string): Verdict {
  const continuation = wins[move];
  if (continuation !== undefined) return { kind: 'right', defence: continuation?.defence };
  const defence = fails[move];
  if (defence === undefined) throw new Error('a move of another position');
  return { kind: 'wrong', defence: defence ?? undefined };
}

/** The number of moves to find, in the longest line. */
export const puzzleMoves = ({ wins }: PuzzleStep): number =>
  1 +
  Math.max(
    0,
    ...Object.values(wins).map((continuation) =>
      continuation ? puzzleMoves(continuation.step) : 0,
    ),
  );

/** One solution from a question on: the plies of both sides. */
export function solutionOf({ wins }: PuzzleStep): readonly string[] {
  const [[move, continuation] = ['', null]] = Object.entries(wins);
  return continuation ? [move, continuation.defence, ...solutionOf(continuation.step)] : [move];
}

/** Up to three moves, sorted, of which one wins. */
export function hintFor({ wins, fails }: PuzzleStep): readonly string[] {
  const [right = ''] = Object.keys(wins);
  const wrong = Object.keys(fails);
  // A hash of the right move picks the wrong ones, so that its place in the list reveals nothing.
  const first = sumOf(right) % Math.max(1, wrong.length);
  const others = [wrong[first], wrong[(first + Math.ceil(wrong.length / 2)) % wrong.length]];
  return [...new Set([right, ...others])].filter((move) => move !== undefined).sort();
}

const sumOf = (text: string): number =>
  [...text].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0);

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
  const evaluation = evaluationForMover(after);
  const decoys = doubtful.filter((left) => evaluationForMover(left) > evaluation);
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
function evaluationForMover(position: Position): number {
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
