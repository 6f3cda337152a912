import { isRobotsTurn } from '../../match/robot.ts';
import type { Match } from '../../match/types.ts';
import type { Database } from '../../store/file/database.ts';
import { dropRobotTurn, putRobotTurn } from '../../store/play/robot-turns.ts';
import type { Cause } from './intend.ts';

/**
 * Writes down that the robot is to move on a board, or is not any more, in the transaction that has
 * written the revision. What it answers is charged like what that letter has caused.
 *
 * @param cause the letter that has led to this revision; where none has, the robot is not to move
 */
export function awaitRobot(
  db: Database,
  match: Match,
  cause: Cause | undefined,
  now: number,
): void {
  const { board, revision, robot } = match;
  if (!robot) return;
  dropRobotTurn(db, board);
  if (!isRobotsTurn(match)) return;
  if (!cause) throw new Error(`board ${board}: nobody has led to a turn of the robot`);
  putRobotTurn(db, { board, revision, cause }, now);
}
