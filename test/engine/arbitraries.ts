import fc from 'fast-check';
import type { Game } from '../../src/engine/shape/game.ts';
import type { Played, Position, Size } from '../../src/engine/shape/types.ts';

/**
 * A size with sides up to `sideMax` on which a game can start; its default size where it knows none so
 * small.
 */
export const anySize = (game: Game, sideMax: number): fc.Arbitrary<Size> => {
  const sides = Array.from({ length: sideMax }, (_, side) => side + 1);
  const sizes = sides
    .flatMap((cols) => sides.map((rows): Size => ({ cols, rows })))
    .filter((size) => game.start(size).ok);
  return fc.constantFrom(...(sizes.length > 0 ? sizes : [game.defaultSize]));
};

/** A game of random moves: the first position and each ply, which may or may not reach the end. */
export interface RandomGame<P extends Position> {
  readonly start: P;
  readonly plies: readonly Played<P>[];
}

export const anyGame = <P extends Position>(
  game: Game<P>,
  sideMax = 6,
  pliesMax = 30,
  pliesMin = 0,
): fc.Arbitrary<RandomGame<P>> =>
  fc
    .tuple(
      anySize(game, sideMax),
      fc.array(fc.nat(), { minLength: pliesMin, maxLength: pliesMax, size: 'max' }),
    )
    .map(([size, choices]) => {
      const start = game.start(size);
      if (!start.ok) throw new Error(start.error.code);
      const plies: Played<P>[] = [];
      let position = start.value;
      for (const choice of choices) {
        const moves = game.legalMoves(position);
        const move = moves[choice % moves.length];
        if (!move) break;
        const played = game.play(position, move);
        plies.push(played);
        position = played.position;
      }
      return { start: start.value, plies };
    });

/** A position that random moves have led to. */
export const anyPosition = <P extends Position>(
  game: Game<P>,
  sideMax = 6,
  pliesMax = 30,
): fc.Arbitrary<P> =>
  anyGame(game, sideMax, pliesMax).map(({ start, plies }) => plies.at(-1)?.position ?? start);
