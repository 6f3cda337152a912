import type { Colour, RulesId, Size } from './ground.ts';
import type { Position } from './types.ts';

/**
 * Marks a state of play as legal. For rules alone: after checking a set-up, for a first position, and after a
 * legal move.
 */
export const legal = <B extends Size>(
  rules: RulesId,
  board: B,
  turn: Colour,
): Position & { readonly board: B } => ({ rules, board, turn }) as Position & { readonly board: B };
