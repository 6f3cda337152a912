import type { Colour, RulesId, Size } from './ground.ts';
import type { Position } from './types.ts';

/**
 * A state of play as a legal position; nothing is checked. For rules alone: after checking a set-up, for a
 * first position, and after a legal move.
 */
export const legalPosition = <B extends Size>(
  rules: RulesId,
  board: B,
  turn: Colour,
): Position & { readonly board: B } => ({ rules, board, turn }) as Position & { readonly board: B };
