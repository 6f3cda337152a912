import { gameOf } from '../registry.ts';
import type { Effort } from '../shape/effort.ts';
import type { Course, Oracle, Value } from '../shape/solution.ts';
import type { Move, Position } from '../shape/types.ts';

/**
 * Follows best play from a position to the end.
 *
 * @param value of the position, by the oracle
 */
export const courseOf = (oracle: Oracle, effort: Effort, start: Position, value: Value): Course => {
  const game = gameOf(start.rules);
  if (value === 'draw' || game.outcome(start)) return {};
  const distance = oracle.distance?.(start);
  const line: Move[] = [];
  let position = start;
  for (let isWon = value === 'win'; !game.outcome(position); isWon = !isWon) {
    const move = bestMoveBy(oracle, effort, position, isWon ? 'win' : 'loss');
    if (!move) return { distance, move: line[0] };
    line.push(move);
    position = game.play(position, move).position;
  }
  return { distance, move: line[0], line };
};

/**
 * A move of best play in a won or lost position. With distances: the fastest win or the longest defence;
 * otherwise a proven win or the defence that was hardest to refute. Undefined if the effort ran out.
 */
const bestMoveBy = (
  oracle: Oracle,
  effort: Effort,
  position: Position,
  value: Exclude<Value, 'draw'>,
): Move | undefined => {
  if (oracle.bestMove) return oracle.bestMove(position);
  return value === 'win' ? provenMove(oracle, effort, position) : hardestMove(oracle, position);
};

/** The value of a position, including a finished game. */
export const evaluate = (oracle: Oracle, position: Position): Value | undefined => {
  const outcome = gameOf(position.rules).outcome(position);
  if (!outcome) return oracle.evaluate(position);
  if (outcome.winner === undefined) return 'draw';
  return outcome.winner === position.turn ? 'win' : 'loss';
};

/** A winning move, from the oracle's memory or found again with growing effort. */
const provenMove = (oracle: Oracle, effort: Effort, position: Position): Move | undefined => {
  const game = gameOf(position.rules);
  const { nodesMax } = effort;
  const successors = game
    .legalMoves(position)
    .map((move) => ({ move, position: game.play(position, move).position }));
  const find = (share: number) => {
    const found = successors.find((after) => {
      effort.nodesMax = Math.min(nodesMax, effort.nodes + share);
      return evaluate(oracle, after.position) === 'loss';
    });
    effort.nodesMax = nodesMax;
    return found?.move;
  };
  let move = find(0);
  for (let share = SHARE_NODES_MIN; !move && !effort.isSpent; share *= 4) move = find(share);
  return move;
};

/** The losing move whose refutation took the most work. */
const hardestMove = (oracle: Oracle, position: Position): Move | undefined => {
  const game = gameOf(position.rules);
  let [hardest, most]: [Move | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
  for (const move of game.legalMoves(position)) {
    const after = game.play(position, move).position;
    const work = game.outcome(after) ? -1 : (oracle.work?.(after) ?? 0);
    if (work > most) [hardest, most] = [move, work];
  }
  return hardest;
};

const SHARE_NODES_MIN = 4096;
