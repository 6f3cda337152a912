import type { Game } from '../../engine/shape/game.ts';
import { mayBeMove } from '../../match/move-shape.ts';

/** Moves in the place of a password, and passwords in the place of a move. */

const MOVES: ReadonlySet<string> = new Set(['move', 'submit']);
const CELL = /^[a-z]\d{1,2}$/i;

/**
 * Whether words are a move, with or without its ply.
 *
 * @param game of the board that is named; undefined where nobody knows it
 */
export const isMove = (game: Game | undefined, ...words: readonly string[]): boolean =>
  mayBeMove(game, words.join(' ').split('#')[0]?.trim() ?? '');

/**
 * Whether behind a command, a number, a userid and a password a move is wanted. It may be mistyped or
 * forgotten; but `move 12 e4 x e5` is one, and so was `move 12 bob e4e2`.
 *
 * @param name of the command in our own words, whatever the first of the words is
 */
export function wantsMove(
  name: string,
  [, , userid = '', password = '', ...rest]: readonly string[],
  game: Game | undefined,
): boolean {
  if (!MOVES.has(name)) return false;
  if (CELL.test(userid) || isMove(game, userid, password, ...rest)) return false;
  const [behind = ''] = rest.join(' ').split('#');
  return behind.trim() !== '' || !isMove(game, password);
}
