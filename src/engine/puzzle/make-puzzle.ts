import { gameOf } from '../registry.ts';
import type { Effort } from '../shape/effort.ts';
import type { Game } from '../shape/game.ts';
import type { Oracle } from '../shape/solution.ts';
import type { Colour, Move, Position } from '../shape/types.ts';
import { oracleFor, winnerBy } from '../solve/solve.ts';
import { makePosition } from '../written.ts';
import { movesIn, type Puzzle, type Step } from './puzzle.ts';

/** So many moves are found by one person at one sitting. */
const MOVES_MAX = 5;

/** What a puzzle is made with. */
interface Making {
  readonly effort: Effort;
  /** Plies that lead from the position to the question. */
  readonly given?: readonly Move[];
  /** Whether the first move may be any of several, as in those that people have published. */
  readonly severalWin?: boolean;
}

/**
 * Makes a puzzle of a position, every value in it proven: the first move is the only one that wins, and
 * so is each that follows; where the best defence leaves several, the win is clear.
 *
 * @returns undefined where this position is none, or the effort was spent before that was known
 */
export function makePuzzle(
  position: Position,
  { effort, given = [], severalWin = false }: Making,
): Puzzle | undefined {
  const game = gameOf(position.rules);
  const played: string[] = [];
  let asked = position;
  for (const move of given) {
    played.push(game.makeMove(move, asked));
    asked = game.play(asked, move).position;
  }
  if (game.outcome(asked)) return undefined;
  const oracle = oracleFor(asked, effort);
  const before = effort.nodes;
  if (winnerBy(oracle, asked) !== asked.turn) return undefined;
  const nodes = effort.nodes - before;
  try {
    const maker = { game, oracle, solver: asked.turn };
    const wins = winningMoves(maker, asked);
    if (wins.length > 1 && !severalWin) return undefined;
    const step = makeStep(maker, asked, wins, MOVES_MAX);
    return { position: makePosition(position), given: played, step, nodes };
  } catch (error) {
    if (error instanceof Spent) return undefined;
    throw error;
  }
}

/** The effort ran out: nothing is told that is not proven. */
class Spent extends Error {}

interface Maker {
  readonly game: Game;
  readonly oracle: Oracle;
  readonly solver: Colour;
}

/** Who wins a position. */
function winnerOf({ oracle }: Maker, position: Position): Colour | 'draw' {
  const winner = winnerBy(oracle, position);
  if (!winner) throw new Spent();
  return winner;
}

/** The moves after which the solver still wins, as text. */
const winningMoves = (maker: Maker, position: Position): readonly string[] =>
  maker.game
    .legalMoves(position)
    .filter((move) => winnerOf(maker, maker.game.play(position, move).position) === maker.solver)
    .map((move) => maker.game.makeMove(move, position));

function makeStep(
  maker: Maker,
  position: Position,
  winning: readonly string[],
  movesLeft: number,
): Step {
  const { game } = maker;
  const wins: Record<string, Step['wins'][string]> = {};
  const fails: Record<string, Step['fails'][string]> = {};
  for (const move of game.legalMoves(position)) {
    const { position: after } = game.play(position, move);
    const text = game.makeMove(move, position);
    if (winning.includes(text)) {
      wins[text] = movesLeft > 1 ? answerTo(maker, after, movesLeft - 1) : null;
    } else fails[text] = refutationOf(maker, after);
  }
  return { wins, fails };
}

/** The defence that leaves one way to win, and of several such the one behind which most is to be found. */
function answerTo(maker: Maker, lost: Position, movesLeft: number): Step['wins'][string] {
  const { game } = maker;
  if (game.outcome(lost)) return null;
  let best: Step['wins'][string] = null;
  let bestWorth = 0;
  for (const defence of game.legalMoves(lost)) {
    const { position } = game.play(lost, defence);
    if (game.outcome(position)) continue;
    const moves = game.legalMoves(position);
    const wins = winningMoves(maker, position);
    if (wins.length !== 1 || moves.length === 1) continue;
    // A longer way is harder, and then a choice of more moves.
    const step = makeStep(maker, position, wins, movesLeft);
    const worth = 1000 * movesIn(step) + Math.min(moves.length, 999);
    if (worth <= bestWorth) continue;
    best = { defence: game.makeMove(defence, lost), step };
    bestWorth = worth;
  }
  return best;
}

/** The defence after which the win is gone: one that ends the game, where there is such a one. */
function refutationOf(maker: Maker, after: Position): string | null {
  const { game, solver } = maker;
  if (game.outcome(after)) return null;
  const defences = game.legalMoves(after);
  const ends = defences.find((defence) => {
    const outcome = game.outcome(game.play(after, defence).position);
    return outcome !== undefined && outcome.winner !== solver;
  });
  const breaks =
    ends ??
    defences.find((defence) => winnerOf(maker, game.play(after, defence).position) !== solver);
  if (!breaks) throw new Error('a move that was said to fail wins');
  return game.makeMove(breaks, after);
}
