import { gameOf } from '../registry.ts';
import type { Effort } from '../shape/effort.ts';
import type { Colour, Move, Position } from '../shape/types.ts';
import { oracleFor, winnerBy } from './solve.ts';

/** What best play would have made of a game, as far back from its end as that was found out. */
export interface Hindsight {
  /** The first ply, counted from 1, whose position is known. Nothing is said of those before it. */
  readonly knownFrom: number;
  /**
   * The last ply at which each side was to move and had a winning move. When it is the one after the
   * last of the game, that side could still have won at the end. A side that is missing had none from
   * `knownFrom` on; from ply 1 on means never.
   */
  readonly couldWinUntil: { readonly [Side in Colour]?: number };
  /** Every move that gave something away, in the order of the game. */
  readonly slips: readonly Slip[];
}

/** A move after which the mover could no longer get what he could have had. */
interface Slip {
  readonly ply: number;
  readonly by: Colour;
  readonly could: 'win' | 'draw';
}

/**
 * Looks back at a game, from its last position to its first, for as long as the effort lasts. Each
 * move is legal where it was played; the game may have ended otherwise than by the rules.
 *
 * @returns undefined when not even the last position could be judged
 * @throws Error when there is no game of these rules
 */
export const lookBack = (
  start: Position,
  moves: readonly Move[],
  effort: Effort,
): Hindsight | undefined => {
  const positions = positionsOf(start, moves);
  const oracle = oracleFor(start, effort);
  const couldWinUntil: { [Side in Colour]?: number } = {};
  const slips: Slip[] = [];
  let knownFrom: number | undefined;
  let winnerAfter: Colour | 'draw' | undefined;
  for (const [index, position] of [...positions.entries()].reverse()) {
    const { turn } = position;
    // Who has played a winning move had one.
    const winner = winnerAfter === turn ? turn : winnerBy(oracle, position);
    if (!winner) break;
    knownFrom = index + 1;
    if (winner === turn) couldWinUntil[turn] ??= knownFrom;
    if (winnerAfter && winner !== winnerAfter) {
      slips.unshift({ ply: knownFrom, by: turn, could: winner === turn ? 'win' : 'draw' });
    }
    winnerAfter = winner;
  }
  return knownFrom === undefined ? undefined : { knownFrom, couldWinUntil, slips };
};

/** The position before each move, and the last one. */
const positionsOf = (start: Position, moves: readonly Move[]): Position[] => {
  const game = gameOf(start.rules);
  let position = start;
  return [start, ...moves.map((move) => (position = game.play(position, move).position))];
};
