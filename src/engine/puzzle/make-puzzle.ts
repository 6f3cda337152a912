import { gameOf, makePosition, parsePosition } from '../registry.ts';
import type { Game } from '../shape/game.ts';
import { Effort, type Oracle } from '../shape/solution.ts';
import type { Colour, Move, Position } from '../shape/types.ts';
import { oracleFor, winnerBy } from '../solve/solve.ts';
import { afterMoves, grade, type Puzzle, type PuzzleStep, puzzleMoves } from './puzzle.ts';

/** Longest puzzle that a person solves in one sitting, in moves. */
const MOVES_MAX = 5;

/** Options of making a puzzle. */
interface Making {
  readonly effort: Effort;
  /** Plies from the position to the question. */
  readonly given?: readonly Move[];
  /** Whether several first moves may win, as in published puzzles. */
  readonly severalWin?: boolean;
}

/**
 * Makes a puzzle of a position, with all values proven: the first move is the only winning one, and so is
 * each later one; the puzzle ends where every defence leaves several.
 *
 * @returns undefined if the position is not a puzzle, or the effort ran out
 */
export function makePuzzle(
  position: Position,
  { effort, given = [], severalWin = false }: Making,
): Puzzle | undefined {
  const game = gameOf(position.rules);
  const played: string[] = [];
  let puzzlePosition = position;
  for (const move of given) {
    played.push(game.makeMove(move, puzzlePosition));
    puzzlePosition = game.play(puzzlePosition, move).position;
  }
  if (game.outcome(puzzlePosition)) return undefined;
  const oracle = oracleFor(puzzlePosition, effort);
  if (winnerBy(oracle, puzzlePosition) !== puzzlePosition.turn) return undefined;
  const maker = { game, oracle, effort, solver: puzzlePosition.turn };
  try {
    const wins = winningMoves(maker, puzzlePosition, severalWin ? Number.POSITIVE_INFINITY : 2);
    if (wins.length > 1 && !severalWin) return undefined;
    const step = makeStep(maker, puzzlePosition, wins, MOVES_MAX);
    return { position: makePosition(position), given: played, step };
  } catch (error) {
    if (error instanceof Spent) return undefined;
    throw error;
  }
}

/** The effort ran out before a proof. */
class Spent extends Error {}

interface Maker {
  readonly game: Game;
  readonly oracle: Oracle;
  readonly effort: Effort;
  readonly solver: Colour;
}

/**
 * Yields every move, once decided, with whether the solver wins after it. Effort grows in rounds over all
 * moves, since a few may take more than all others together.
 *
 * @throws Spent if the effort ran out
 */
function* proven({ game, oracle, effort, solver }: Maker, position: Position) {
  const { nodesMax } = effort;
  let open = game.legalMoves(position);
  for (let share = SHARE_NODES_MIN; open.length > 0; share *= 4) {
    const left: Move[] = [];
    for (const move of open) {
      effort.nodesMax = Math.min(nodesMax, effort.nodes + share);
      const winner = winnerBy(oracle, game.play(position, move).position);
      effort.nodesMax = nodesMax;
      if (winner) yield { move, wins: winner === solver };
      else left.push(move);
    }
    if (left.length > 0 && (effort.isSpent || share >= nodesMax)) throw new Spent();
    open = left;
  }
}

const SHARE_NODES_MIN = 4096;

/** The moves after which the solver still wins, as text, at most `most`. */
function winningMoves(maker: Maker, position: Position, most = 2): readonly string[] {
  const winning: string[] = [];
  for (const { move, wins } of proven(maker, position)) {
    if (wins) winning.push(maker.game.makeMove(move, position));
    if (winning.length === most) break;
  }
  return winning;
}

function makeStep(
  maker: Maker,
  position: Position,
  winning: readonly string[],
  movesLeft: number,
): PuzzleStep {
  const { game } = maker;
  const wins: Record<string, PuzzleStep['wins'][string]> = {};
  const fails: Record<string, PuzzleStep['fails'][string]> = {};
  // Refutations first: a question needs them, while answers may use the rest of the effort.
  const after = new Map(
    game
      .legalMoves(position)
      .map((move) => [game.makeMove(move, position), game.play(position, move).position]),
  );
  for (const [text, left] of after) {
    if (!winning.includes(text)) fails[text] = refutationOf(maker, left);
  }
  for (const text of winning) {
    const lost = movesLeft > 1 && after.get(text);
    wins[text] = lost ? answerTo(maker, lost, movesLeft - 1) : null;
  }
  return { wins, fails };
}

/** The defence that leaves one winning move; of several, the one with the longest continuation. */
function answerTo(maker: Maker, lost: Position, movesLeft: number): PuzzleStep['wins'][string] {
  const { game } = maker;
  if (game.outcome(lost)) return null;
  let best: PuzzleStep['wins'][string] = null;
  let bestWorth = 0;
  for (const defence of game.legalMoves(lost)) {
    const { position } = game.play(lost, defence);
    if (game.outcome(position)) continue;
    const moves = game.legalMoves(position);
    if (moves.length === 1) continue;
    const step = onlyWay(maker, position, movesLeft);
    if (!step) continue;
    // A longer line is harder, then one with more legal moves.
    const worth = 1000 * puzzleMoves(step) + Math.min(moves.length, 999);
    if (worth <= bestWorth) continue;
    best = { defence: game.makeMove(defence, lost), step };
    bestWorth = worth;
  }
  return best;
}

/** The question of a position with exactly one winning move; undefined if not proven. */
function onlyWay(maker: Maker, position: Position, movesLeft: number): PuzzleStep | undefined {
  const { effort } = maker;
  const { nodesMax } = effort;
  effort.nodesMax = Math.min(nodesMax, effort.nodes + (nodesMax - effort.nodes) / DEFENCE_SHARE);
  try {
    const wins = winningMoves(maker, position);
    return wins.length === 1 ? makeStep(maker, position, wins, movesLeft) : undefined;
  } catch (error) {
    if (error instanceof Spent) return undefined;
    throw error;
  } finally {
    effort.nodesMax = nodesMax;
  }
}

/** Each defence gets at most 1/8 of the effort left, since others may be easier to prove. */
const DEFENCE_SHARE = 8;

/** The defence that refutes a move, preferably by ending the game; null if the move ended it. */
function refutationOf(maker: Maker, after: Position): string | null {
  const { game, solver } = maker;
  if (game.outcome(after)) return null;
  const ends = game.legalMoves(after).find((defence) => {
    const outcome = game.outcome(game.play(after, defence).position);
    return outcome !== undefined && outcome.winner !== solver;
  });
  if (ends) return game.makeMove(ends, after);
  for (const { move, wins } of proven(maker, after)) if (!wins) return game.makeMove(move, after);
  throw new Error('a move that was said to fail wins');
}

/** A played game as text, for another thread. */
export interface PlayedGame {
  /** The first position, with the id of its rules. */
  readonly start: string;
  readonly moves: readonly string[];
}

/** A position with fewer legal moves is too easy. */
const MOVES_MIN = 4;

/**
 * Finds the best puzzle among the positions of a game, from its last back, within `nodesMax`. Each position
 * gets at most a quarter of the nodes.
 *
 * @returns undefined if there is none
 */
export function findPuzzle(positions: readonly Position[], nodesMax: number): Puzzle | undefined {
  let found: Puzzle | undefined;
  let nodes = 0;
  let givenUp = 0;
  for (const position of positions.toReversed()) {
    const game = gameOf(position.rules);
    if (game.outcome(position) || game.legalMoves(position).length < MOVES_MIN) continue;
    const effort = new Effort({ nodesMax: Math.min(nodesMax - nodes, nodesMax / SHARES) });
    const puzzle = makePuzzle(position, { effort });
    nodes += effort.nodes;
    if (puzzle && (!found || puzzleRank(puzzle) > puzzleRank(found))) found = puzzle;
    givenUp = effort.isSpent ? givenUp + 1 : 0;
    // Earlier positions are only harder.
    if (givenUp === GIVEN_UP_MAX || nodes >= nodesMax) break;
  }
  return found;
}

const SHARES = 4;
const GIVEN_UP_MAX = 2;

/** `findPuzzle` for a game as text, for a thread of its own. */
export function findPuzzleIn({ start, moves }: PlayedGame, nodesMax: number): Puzzle | undefined {
  const first = parsePosition(start);
  if (!first.ok) throw new Error(`not a position: ${first.error.code}`);
  const positions = [first.value];
  for (const text of moves) positions.push(afterMoves(positions.at(-1) ?? first.value, [text]));
  return findPuzzle(positions, nodesMax);
}

/** Ranks puzzles of a game: by the number of moves, then by grade. */
const puzzleRank = (puzzle: Puzzle): number => 10_000 * puzzleMoves(puzzle.step) + grade(puzzle);
