import type { Match } from './types.ts';

/**
 * Whether the player whose turn it is may ask for a hint: against the robot, or where both have agreed.
 * A rating would be that of the hints, so a rated match has none.
 */
export const allowsHints = ({ rated, hints, robot }: Pick<Match, 'rated' | 'hints' | 'robot'>) =>
  rated !== true && (hints === true || robot !== undefined);
