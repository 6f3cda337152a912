import type { Colour } from '../engine/shape/types.ts';
import type { Match } from './types.ts';

/** The colour that a player has at a board, or undefined for everybody else. */
export function colourOf(match: Match, playerId: number): Colour | undefined {
  if (match.black.id === playerId) return 'black';
  if (match.white.id === playerId) return 'white';
  return undefined;
}
