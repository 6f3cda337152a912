import { GAMES, gameOf } from '../engine/registry.ts';
import type { Game } from '../engine/shape/game.ts';
import type { Move, Position } from '../engine/shape/types.ts';

/**
 * What may be a move before any board is asked. Moves of some games are words of prose, or names:
 * `pass`, `on`, `Nf3`. So a text has the shape of a move only in the game that is meant; where nobody
 * knows which, only cells are certain to be none but a move.
 */

/** One cell or several, of a letter and a number, with `-`, `x` or blanks between, and nothing else. */
const CELLS = /^[a-z][1-9]\d?(?:\s*(?:[-x]\s*)?[a-z][1-9]\d?)*$/i;

/** The text of a move as its game reads it: in lower case, unless that would make it another move. */
export const inCaseOf = (game: Game | undefined, text: string): string =>
  game?.caseMatters ? text : text.toLowerCase();

/** Whether a text has the shape of a move in this game. */
export const looksLikeMoveOf = (game: Game, text: string): boolean =>
  game.looksLikeMove(inCaseOf(game, text));

/**
 * Whether a text is meant for a move wherever it stands: it is cells alone, and has the shape of a
 * move in some game. A game whose moves are anything else adds nothing to it.
 */
export const looksLikeCells = (text: string): boolean =>
  CELLS.test(text.trim()) && GAMES.some((game) => looksLikeMoveOf(game, text));

/**
 * Whether a text may be meant for a move of a game: it has the shape of one there, or is cells, which
 * the game can refuse with a better reason than that.
 *
 * @param game of the board that is meant; undefined where nobody knows it
 */
export const mayBeMove = (game: Game | undefined, text: string): boolean =>
  (game !== undefined && looksLikeMoveOf(game, text)) || looksLikeCells(text);

/**
 * A move that shows how moves are written. Who knows nothing yet plays it, so it is none that loses at
 * once where there is another one; undefined where nobody can move.
 *
 * @param moves all that are legal there, where they are known
 */
export function exampleMove(
  position: Position,
  moves: readonly Move[] = gameOf(position.rules).legalMoves(position),
): string | undefined {
  const game = gameOf(position.rules);
  const goesOn = moves.find((move) => {
    const outcome = game.outcome(game.play(position, move).position);
    return !outcome?.winner || outcome.winner === position.turn;
  });
  const move = goesOn ?? moves[0];
  return move && game.makeMove(move, position);
}
