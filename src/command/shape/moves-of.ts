import { gameOf } from '../../engine/registry.ts';
import type { Position } from '../../engine/shape/types.ts';
import type { Section } from '../../intent.ts';
import { inCaseOf } from '../../match/move-shape.ts';
import { say } from '../../sentence.ts';

/** A move as an answer to a letter about several things writes it; on board 0, nobody plays yet. */
export const moveLine = (board: number, move: string): string =>
  board === 0 ? move : `move ${board} ${move}`;

/**
 * Answers where a move begins, such as the cell of a stone, with the moves that begin there; undefined
 * where none does. Whoever taps a stone that has several sends its cell alone.
 *
 * @param line how an answer writes a move
 */
export function movesOf(
  position: Position,
  written: string,
  line: (move: string) => string,
): Section | undefined {
  const game = gameOf(position.rules);
  const head = inCaseOf(game, written);
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
