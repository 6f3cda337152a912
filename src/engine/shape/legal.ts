import type { Colour, RulesId, Size } from './ground.ts';
import type { Position } from './types.ts';

/**
 * Calls a state of play legal. For the rules alone: when they have looked at it, for their first
 * position, and for what a legal move makes of a position.
 */
export const legal = <B extends Size>(
  rules: RulesId,
  board: B,
  turn: Colour,
): Position & { readonly board: B } => ({ rules, board, turn }) as Position & { readonly board: B };
