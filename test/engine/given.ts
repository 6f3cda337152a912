import type { Board } from '../../src/engine/board.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { parseBoard } from '../../src/engine/notation.ts';
import { engineOf, findEngine } from '../../src/engine/registry.ts';
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
  const engine = findEngine(text.split(' ')[0] ?? '');
  if (!engine) throw new Error(`there is no game of ${text}`);
  return value(readPosition(engine, text));
};

/** The first position on a board of this size. */
export const first = (engine: Engine, cols: number, rows: number): Position =>
  value(engine.start({ cols, rows }));

/** A move that a test expects to be legal. */
export const legal = (position: Position, text: string): Move =>
  value(engineOf(position.rules).parseMove(position, text));

/** What a move that a test expects to be legal does. */
export const played = (position: Position, text: string): Played =>
  engineOf(position.rules).play(position, legal(position, text));

/** The error of a move that a test expects to be refused. */
export const refusal = (position: Position, text: string): unknown => {
  const move = engineOf(position.rules).parseMove(position, text);
  return move.ok ? move.value : move.error;
};
