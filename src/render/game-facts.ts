import type { Game } from '../engine/shape/game.ts';

/** What a letter says of a game: `Forms`, and `Steven W. Meyers, 2011`, as far as that is known. */
export const gameFacts = ({ name, author, year }: Game) => ({
  game: name,
  author,
  year,
  origin: [author, year].filter((each) => each !== undefined).join(', '),
});
