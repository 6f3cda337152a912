import type { Game } from '../../src/engine/shape/game.ts';
import type { Position } from '../../src/engine/shape/types.ts';

/** What a game says about its positions being alike. */
type Likeness = Pick<Game, 'equivalents' | 'makePosition'>;

/**
 * One text for a position and its images: those of its equivalent forms that have the same size and the
 * same side to move. Any other position has another text.
 */
export const imageKey = (game: Likeness, position: Position): string => {
  let key = game.makePosition(position);
  const { turn, board } = position;
  for (const form of game.equivalents?.(position) ?? []) {
    const { cols, rows } = form.board;
    if (form.turn !== turn || cols !== board.cols || rows !== board.rows) continue;
    const text = game.makePosition(form);
    if (text < key) key = text;
  }
  return key;
};
