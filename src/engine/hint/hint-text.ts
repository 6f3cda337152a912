import { ok, type Result } from '../../result.ts';
import { gameOf } from '../registry.ts';
import { chooseMove } from '../robot/choose-move.ts';
import { STRENGTHS } from '../robot/level.ts';
import type { Value } from '../shape/solution.ts';
import type { Move, Position } from '../shape/types.ts';
import { solveGame } from '../solve/solve.ts';
import { type PositionError, parsePosition } from '../written.ts';

/** A move for who is to move, as plain data, which can be sent between threads or written as JSON. */
export interface HintText {
  readonly kind: 'hint';
  /** What the move is known to come to; null where it is the best guess. */
  readonly value: Value | null;
  /** As the game writes it. */
  readonly move: string;
  /** The end comes within so many plies, as long as it is won or lost and that is known. */
  readonly plies?: number;
  /** How many positions a guess rests on, or a proof. */
  readonly nodes: number;
}

/** What a hint may cost, and what a guess depends on besides the position. */
export interface HintOrders {
  readonly nodesMax: number;
  /** The same seed gives the same guess. */
  readonly seed: string;
}

/**
 * Looks for a move in a position in notation in which the game goes on: a proven one, or else the one
 * that the robot would play.
 *
 * @throws Error when nobody can move there
 */
export const hintText = (
  positionText: string,
  { nodesMax, seed }: HintOrders,
): Result<HintText, PositionError> => {
  const read = parsePosition(positionText);
  if (!read.ok) return read;
  const position = read.value;
  const { value, line, bestMoves, distance, nodes } = solveGame(position, { nodesMax });
  const proven = line?.[0] ?? bestMoves[0];
  const game = gameOf(position.rules);
  const write = (move: Move) => game.makeMove(move, position);
  if (value && (proven || value === 'loss')) {
    const move = proven ?? guess(position, seed).move;
    // Whoever wins need not be quick about it; whoever loses wants to know what is the most he can get.
    const plies = distance ?? (value === 'win' ? game.pliesMax?.(position) : undefined);
    const within = plies === undefined ? {} : { plies };
    return ok({ kind: 'hint', value, move: write(move), ...within, nodes });
  }
  const choice = guess(position, seed);
  return ok({ kind: 'hint', value: null, move: write(choice.move), nodes: choice.nodes });
};

/** A player who asks gets the best there is, whatever the robot would spend on a match of this game. */
const guess = (position: Position, seed: string) =>
  chooseMove(position, { level: 5, seed, nodesMax: STRENGTHS[5].nodesMax });
