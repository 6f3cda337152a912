import { ok, type Result } from '../../result.ts';
import { gameOf, type PositionError, parsePosition } from '../registry.ts';
import { chooseMove } from '../robot/choose-move.ts';
import { fullNodesIn } from '../robot/level.ts';
import type { Value } from '../shape/solution.ts';
import type { Move, Position } from '../shape/types.ts';
import { solveGame } from '../solve/solve.ts';

/** A hint as plain data, for another thread or JSON. */
export interface HintData {
  readonly kind: 'hint';
  /** The proven value of the position; null for a guess. */
  readonly value: Value | null;
  /** The move as the game writes it. */
  readonly move: string;
  /** The game ends within this number of plies; missing if unknown. */
  readonly plies?: number;
  /** Positions searched for the guess or the proof. */
  readonly nodes: number;
}

/** Limits and seed of a hint. */
export interface HintOptions {
  readonly nodesMax: number;
  /** The same seed gives the same guess. */
  readonly seed: string;
}

/**
 * A hint in an unfinished game, given in notation: a proven move, or else the robot's choice.
 *
 * @throws Error if there is no legal move
 */
export const findHint = (
  positionText: string,
  { nodesMax, seed }: HintOptions,
): Result<HintData, PositionError> => {
  const read = parsePosition(positionText);
  if (!read.ok) return read;
  const position = read.value;
  const { value, line, bestMoves, distance, nodes } = solveGame(position, { nodesMax });
  const proven = line?.[0] ?? bestMoves[0];
  const game = gameOf(position.rules);
  const write = (move: Move) => game.makeMove(move, position);
  if (value && (proven || value === 'loss')) {
    const move = proven ?? guess(position, seed).move;
    // A win may give an upper bound; a loss gives an exact distance only.
    const plies = distance ?? (value === 'win' ? game.pliesMax?.(position) : undefined);
    const within = plies === undefined ? {} : { plies };
    return ok({ kind: 'hint', value, move: write(move), ...within, nodes });
  }
  const choice = guess(position, seed);
  return ok({ kind: 'hint', value: null, move: write(choice.move), nodes: choice.nodes });
};

/** The robot's choice at level 5, with all nodes that a second allows. */
const guess = (position: Position, seed: string) =>
  chooseMove(position, { level: 5, seed, nodesMax: fullNodesIn(position) });
