import { GAMES, gameOf } from '../engine/registry.ts';
import type { Game } from '../engine/shape/game.ts';
import type { Move, Position } from '../engine/shape/types.ts';

/**
 * Recognises moves by their syntax alone. Moves of some games are words of prose, or names: `pass`, `on`,
 * `Nf3`. So syntax needs a known game; without one, only cells are certain to be a move.
 */

/** One or more cells, separated by `-`, `x` or blanks. */
const CELLS = /^[a-z][1-9]\d?(?:\s*(?:[-x]\s*)?[a-z][1-9]\d?)*$/i;

/** The text of a move in lower case, unless case matters in its game. */
export const foldCase = (game: Game | undefined, text: string): string =>
  game?.caseMatters ? text : text.toLowerCase();

/** Whether a text has the shape of a move in this game. */
export const looksLikeMoveOf = (game: Game, text: string): boolean =>
  game.looksLikeMove(foldCase(game, text));

/**
 * Whether a text is certainly meant as a move: it is cells alone, and has the shape of a move in some game.
 */
export const looksLikeCells = (text: string): boolean =>
  CELLS.test(text.trim()) && GAMES.some((game) => looksLikeMoveOf(game, text));

/**
 * Whether a text may be meant as a move of a game: it has the shape of one there, or is cells, which the game
 * can refuse with a better reason.
 *
 * @param game undefined if unknown
 */
export const mayBeMove = (game: Game | undefined, text: string): boolean =>
  (game !== undefined && looksLikeMoveOf(game, text)) || looksLikeCells(text);

/**
 * A move that shows how moves are written; undefined if there is none. Beginners play it, so a stone is placed
 * near the middle, and the move does not lose at once if another does not.
 *
 * @param moves all legal moves, if already known
 */
export function exampleMove(
  position: Position,
  moves: readonly Move[] = gameOf(position.rules).legalMoves(position),
): string | undefined {
  const game = gameOf(position.rules);
  const [first] = moves;
  const isPlaced = first && game.play(position, first).effects().report.code === 'placed';
  // A pawn's move in chess is written as its cell.
  const best = isPlaced || game.caseMatters ? byMiddle(position, moves) : moves;
  const goesOn = best.find((move) => {
    const outcome = game.outcome(game.play(position, move).position);
    return !outcome?.winner || outcome.winner === position.turn;
  });
  const move = game.agreement?.(position) ?? goesOn ?? best[0];
  return move && game.makeMove(move, position);
}

/** Moves, those on cells near the middle of the board first; others last. */
function byMiddle(position: Position, moves: readonly Move[]): readonly Move[] {
  const game = gameOf(position.rules);
  return moves
    .map((move) => ({ move, off: offMiddle(game.makeMove(move, position), position) }))
    .sort((one, other) => one.off - other.off)
    .map(({ move }) => move);
}

/** How far a cell is from the middle of its board; other moves are farther than all cells. */
function offMiddle(cell: string, { board: { cols, rows } }: Position): number {
  const [, file = '', rank] = /^([a-z])(\d{1,2})$/.exec(cell) ?? [];
  if (rank === undefined) return cols + rows;
  const column = file.charCodeAt(0) - 'a'.charCodeAt(0);
  return Math.abs(column - (cols - 1) / 2) + Math.abs(Number(rank) - (rows + 1) / 2);
}
