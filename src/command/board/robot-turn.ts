import type { Untold } from '../../intent.ts';
import { playMove } from '../../match/play.ts';
import { ROBOT } from '../../match/robot.ts';
import type { Match } from '../../match/types.ts';
import type { Deeds, Reading } from '../shape/types.ts';
import { takeTurn } from './turn.ts';

/**
 * What follows from a move that the robot has chosen: as from any other, but that its opponent is told of
 * both moves in one letter.
 *
 * @throws Error when it is not legal
 */
export function robotTurn(
  match: Match,
  move: string,
  untold: Untold | undefined,
  reading: Reading,
): Deeds {
  const moved = playMove(match, ROBOT.id, move, {});
  if (!moved.ok) throw new Error(`board ${match.board}: ${move} (${moved.error.code})`);
  return takeTurn(match, moved.value, ROBOT, { reading, comment: '' }, untold);
}
