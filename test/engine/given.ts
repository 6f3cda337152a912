import { findGame, GAMES } from '../../src/engine/registry.ts';
import type { Game } from '../../src/engine/shape/game.ts';
import type { Move, Played, Position } from '../../src/engine/shape/types.ts';
import { type Board, countCells, type StonePosition } from '../../src/engine/stones/board.ts';
import { parseBoard } from '../../src/engine/stones/notation.ts';
import type { Result } from '../../src/result.ts';

/** Games of stones on squares, in which every move reaches or picks a cell. */
export const STONE_GAMES = (GAMES as readonly Game<StonePosition>[]).filter(({ rules }) =>
  ['forms', 'forms-original', 'minefield', 'breakthrough'].includes(rules),
);

/** The game of a rules id. */
export const stoneGame = (rules: string): Game<StonePosition> => {
  const game = findGame(rules);
  if (!game) throw new Error(`there is no game ${rules}`);
  return game as Game<StonePosition>;
};

/** The value of a Result that a test expects to be one. */
export const value = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

/** The board of a diagram whose empty cells may also be `-` or `E`, and its stones `o`, `b`. */
export const board = (text: string): Board =>
  value(parseBoard(text.replace(/[-E]/g, '.').replace(/o/g, 'w').replace(/B/g, 'x')));

/** A legal position of some rules: `given('forms 2x1 xw x')`. */
export const given = (text: string): StonePosition => {
  const [rules = '', ...rest] = text.split(' ');
  return value(stoneGame(rules).parsePosition(rest.join(' ')));
};

/** The first position on a board of this size. */
export const first = <P extends Position>(game: Game<P>, cols: number, rows: number): P =>
  value(game.start({ cols, rows }));

/** A move that a test expects to be legal. */
export const legal = (position: StonePosition, text: string): Move =>
  value(stoneGame(position.rules).parseMove(position, text));

/** What a move that a test expects to be legal does. */
export const played = (position: StonePosition, text: string): Played<StonePosition> =>
  stoneGame(position.rules).play(position, legal(position, text));

/** Every legal move, or some of them, as they are written. */
export const written = (
  position: StonePosition,
  moves = stoneGame(position.rules).legalMoves(position),
): readonly string[] => moves.map((move) => stoneGame(position.rules).makeMove(move, position));

/** How many stones a position has. */
export const stonesIn = ({ board: { black, white } }: StonePosition): number =>
  countCells(black) + countCells(white);
