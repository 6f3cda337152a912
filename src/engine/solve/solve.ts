import { gameOf } from '../registry.ts';
import type { Game } from '../shape/game.ts';
import {
  type Course,
  Effort,
  type Oracle,
  PLAIN_COST,
  type Solution,
  type SolveLimits,
  type Value,
} from '../shape/solution.ts';
import type { Colour, Move, Position } from '../shape/types.ts';
import { opposite } from '../stones/board.ts';
import { courseOf, evaluate, Lookahead } from './lookahead.ts';

/**
 * Perft, the standard test of a move generator: the number of sequences of legal plies of a length. The last
 * ply is counted, not played. A game ends where the sides only settle its result.
 */
export const perft = (game: Game, position: Position, plies: number): number => {
  if (plies === 0) return 1;
  if (game.agreement?.(position)) return 0;
  if (plies === 1 && game.countMoves) return game.countMoves(position);
  const moves = game.legalMoves(position);
  if (plies === 1) return moves.length;
  let nodes = 0;
  for (const move of moves) nodes += perft(game, game.play(position, move).position, plies - 1);
  return nodes;
};

/**
 * Finds the value of a position with best play, and all moves that keep it.
 *
 * @param onValue called with the value and the line, before the other moves are searched
 */
export const solveGame = (
  position: Position,
  limits: SolveLimits,
  onValue: (value: Value, course: Course) => void = () => {},
): Solution => {
  const effort = new Effort(limits);
  const oracle = oracleFor(position, effort);
  const { nodesMax } = effort;
  const { moreNodesMax = nodesMax } = limits;
  const allowMore = () => {
    effort.nodesMax = Math.min(nodesMax, effort.nodes + Math.max(effort.nodes, moreNodesMax));
  };
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
  // The line comes first: the other moves may take all of the effort.
  allowMore();
  const course = courseOf(oracle, effort, position, value);
  onValue(value, course);
  if (value === 'loss') {
    return { kind: 'solved', value, bestMoves: [], ...course, nodes: effort.nodes };
  }
  const neededReply = value === 'win' ? 'loss' : value;
  const written = (move: Move) => game.makeMove(move, position);
  const known = course.move && written(course.move);
  allowMore();
  const values = evaluateMoves(
    oracle,
    effort,
    position,
    moves,
    moves.map((move) => (written(move) === known ? neededReply : undefined)),
  );
  const bestMoves = moves.filter((_, index) => values[index] === neededReply);
  const openMoves = moves.filter((_, index) => !values[index]);
  return openMoves.length === 0
    ? { kind: 'solved', value, bestMoves, ...course, nodes: effort.nodes }
    : { kind: 'gave-up', value, bestMoves, openMoves, ...course, nodes: effort.nodes };
};

/**
 * The winner with best play; undefined if the effort ran out. Costs less than `solveGame`, since one winning
 * move is enough.
 */
export const winner = (position: Position, effort: Effort): Colour | 'draw' | undefined =>
  winnerBy(oracleFor(position, effort), position);

/** The winner with best play, by an existing oracle; undefined if the effort ran out. */
export const winnerBy = (oracle: Oracle, position: Position): Colour | 'draw' | undefined => {
  const value = evaluate(oracle, position);
  if (value === 'win') return position.turn;
  return value === 'loss' ? opposite(position.turn) : value;
};

/**
 * The oracle for a position and those that follow from it.
 *
 * @param effort for this oracle alone: full search lowers its `nodesMax`, since each node takes longer than one
 *   of a proof search
 */
export const oracleFor = (position: Position, effort: Effort): Oracle => {
  const game = gameOf(position.rules);
  const own = game.oracle?.(position, effort);
  if (own) return own;
  effort.nodesMax = Math.ceil(effort.nodesMax / (game.searchCost ?? PLAIN_COST));
  return new Lookahead(game, effort);
};

/**
 * The values of the positions after moves, as far as found. Effort grows in rounds over all moves, so that a
 * hard one does not use up the effort of the others.
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
