import type { Effects, Played, Position } from './types.ts';

/**
 * A ply that was played.
 *
 * @param effects works out what it did, once somebody asks: a search plays millions of plies of which
 *   nobody is told
 */
export const played = <P extends Position>(position: P, effects: () => Effects): Played<P> =>
  new Ply(position, effects);

class Ply<P extends Position> implements Played<P> {
  readonly position: P;
  private readonly tell: () => Effects;

  constructor(position: P, tell: () => Effects) {
    this.position = position;
    this.tell = tell;
  }

  get effects(): Effects {
    return this.tell();
  }
}
