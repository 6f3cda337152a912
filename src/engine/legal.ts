import type { Position, Setup } from './types.ts';

/**
 * Calls a set-up a position, which at run time it is already. For the rules alone: when they have
 * looked at it, for their first position, and for what a legal move makes of a position.
 */
export const legal = (setup: Setup): Position => setup as Position;
