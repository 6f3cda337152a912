import type { Board } from '../../src/engine/board.ts';
import type { Game } from '../../src/engine/game.ts';
import { parseBoard } from '../../src/engine/notation.ts';
import { findGame, gameOf } from '../../src/engine/registry.ts';
import type { Move, Played, Position } from '../../src/engine/types.ts';
import { readPosition } from '../../src/engine/written.ts';
import type { Result } from '../../src/result.ts';

/** The value of a Result that a test expects to be one. */
export const value = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

/** The board of a diagram whose empty cells may also be `-` or `E`, and its stones `o`, `b`. */
export const board = (text: string): Board =>
  value(parseBoard(text.replace(/[-E]/g, '.').replace(/o/g, 'w').replace(/B/g, 'x')));

/** A legal position of some rules: `given('forms 2x1 xw x')`. */
export const given = (text: string): Position => {
  const game = findGame(text.split(' ')[0] ?? '');
  if (!game) throw new Error(`there is no game of ${text}`);
  return value(readPosition(game, text));
};

/** The first position on a board of this size. */
export const first = (game: Game, cols: number, rows: number): Position =>
  value(game.start({ cols, rows }));

/** A move that a test expects to be legal. */
export const legal = (position: Position, text: string): Move =>
  value(gameOf(position.rules).parseMove(position, text));

/** What a move that a test expects to be legal does. */
export const played = (position: Position, text: string): Played =>
  gameOf(position.rules).play(position, legal(position, text));

/** The error of a move that a test expects to be refused. */
export const refusal = (position: Position, text: string): unknown => {
  const move = gameOf(position.rules).parseMove(position, text);
  return move.ok ? move.value : move.error;
};
