import { gameOf } from '../../engine/registry.ts';
import type { Position } from '../../engine/shape/types.ts';
import type { Section } from '../../intent.ts';
import { foldCase } from '../../match/move-shape.ts';
import { say } from '../../sentence.ts';

/** A move as a line in the answer to a letter about several things; on board 0, no match has begun. */
export const moveLine = (board: number, move: string): string =>
  board === 0 ? move : `move ${board} ${move}`;

/**
 * Answers the head of a move, such as a stone's cell, with the moves that begin there; undefined if none
 * does. Tapping a stone with several moves sends its cell alone.
 *
 * @param line writes a move as a line of an answer
 */
export function movesOf(
  position: Position,
  written: string,
  line: (move: string) => string,
): Section | undefined {
  const game = gameOf(position.rules);
  const head = foldCase(game, written);
  const moves = game.legalMoves(position).filter((move) => game.headOf(move, position) === head);
  if (moves.length === 0) return undefined;
  const lines = moves.map((move) => line(game.makeMove(move, position)));
  const commands = lines.join(' | ');
  return {
    understood: undefined,
    says: [say('moves-of', { head, count: moves.length, commands })],
    answers: lines,
  };
}
