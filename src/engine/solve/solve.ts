import { gameOf } from '../registry.ts';
import { Effort, type SolveLimits } from '../shape/effort.ts';
import type { Game } from '../shape/game.ts';
import type { Course, Oracle, Solution, Value } from '../shape/solution.ts';
import type { Colour, Move, Position } from '../shape/types.ts';
import { opposite } from '../stones/board.ts';
import { courseOf, evaluate } from './course.ts';
import { Lookahead } from './lookahead.ts';

/**
 * Performance test, the standard proof of a move generator: how many sequences of so many legal
 * plies start at a position. The last ply is counted and not played.
 */
export const perft = (game: Game, position: Position, plies: number): number => {
  if (plies === 0) return 1;
  if (plies === 1 && game.countMoves) return game.countMoves(position);
  const moves = game.legalMoves(position);
  if (plies === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) nodes += perft(game, game.play(position, move).position, plies - 1);
  return nodes;
};

/**
 * Finds what a position is worth with best play, and every move that keeps it.
 *
 * @param onValue is told the value and how it goes on, before the other moves are looked at
 */
export const solveGame = (
  position: Position,
  limits: SolveLimits,
  onValue: (value: Value, course: Course) => void = () => {},
): Solution => {
  const effort = new Effort(limits);
  const { nodesMax, moreNodesMax = nodesMax } = limits;
  const allowMore = () => {
    effort.nodesMax = Math.min(nodesMax, effort.nodes + Math.max(effort.nodes, moreNodesMax));
  };
  const oracle = oracleFor(position, effort);
  const value = evaluate(oracle, position);
  const game = gameOf(position.rules);
  const moves = game.legalMoves(position);
  if (!value) {
    return {
      kind: 'gave-up',
      value,
      bestMoves: [],
      openMoves: moves,
      nodes: effort.nodes,
    };
  }
  // Before the other moves are looked at, which may take all of the effort.
  allowMore();
  const course = courseOf(oracle, effort, position, value);
  onValue(value, course);
  if (value === 'loss') {
    return { kind: 'solved', value, bestMoves: [], ...course, nodes: effort.nodes };
  }
  const kept = value === 'win' ? 'loss' : value;
  const written = (move: Move) => game.makeMove(move, position);
  const known = course.move && written(course.move);
  allowMore();
  const values = evaluateMoves(
    oracle,
    effort,
    position,
    moves,
    moves.map((move) => (written(move) === known ? kept : undefined)),
  );
  const bestMoves = moves.filter((_, index) => values[index] === kept);
  const openMoves = moves.filter((_, index) => !values[index]);
  return openMoves.length === 0
    ? { kind: 'solved', value, bestMoves, ...course, nodes: effort.nodes }
    : { kind: 'gave-up', value, bestMoves, openMoves, ...course, nodes: effort.nodes };
};

/**
 * Who wins with best play, or undefined when the effort is spent before that is found. It costs less
 * than `solveGame`, since one winning move is enough.
 */
export const winner = (position: Position, effort: Effort): Colour | 'draw' | undefined =>
  winnerBy(oracleFor(position, effort), position);

/** Who wins a position of the game that the oracle was made for, with best play. */
export const winnerBy = (oracle: Oracle, position: Position): Colour | 'draw' | undefined => {
  const value = evaluate(oracle, position);
  if (value === 'win') return position.turn;
  return value === 'loss' ? opposite(position.turn) : value;
};

/**
 * The oracle for the game that goes on from a position.
 */
export const oracleFor = (position: Position, effort: Effort): Oracle => {
  const game = gameOf(position.rules);
  return game.oracle?.(position, effort) ?? new Lookahead(game, effort);
};

/**
 * The value of the position after each of some moves, as far as it can be found. All get a little
 * effort before any gets more, so that a hard one does not use up what is enough for the others.
 */
const evaluateMoves = (
  oracle: Oracle,
  effort: Effort,
  position: Position,
  moves: readonly Move[],
  known: readonly (Value | undefined)[],
): (Value | undefined)[] => {
  const game = gameOf(position.rules);
  const { nodesMax } = effort;
  const values = [...known];
  for (let share = SHARE_NODES_MIN; values.includes(undefined); share *= 4) {
    for (const [index, move] of moves.entries()) {
      effort.nodesMax = Math.min(nodesMax, effort.nodes + share);
      values[index] ??= evaluate(oracle, game.play(position, move).position);
    }
    effort.nodesMax = nodesMax;
    if (share >= nodesMax || effort.isSpent) break;
  }
  return values;
};

const SHARE_NODES_MIN = 4096;
