import { beginMatch } from '../../command/letters/forced-pass.ts';
import { type RobotTerms, startWithRobot } from '../../match/start-with-robot.ts';
import type { Match, Seat } from '../../match/types.ts';
import { ok, type Result } from '../../result.ts';
import type { Sentence } from '../../sentence.ts';
import { nextNumber } from '../../store/play/challenges.ts';
import type { Shell } from '../shell/shell.ts';
import { apply } from './apply.ts';
import type { Cause } from './intend.ts';

/**
 * Begins a match of a player against the robot, within the transaction of a letter. No letter is
 * intended. Where the robot is to move, its turn waits.
 *
 * @returns the match as it stands, at its own number
 */
export function beginRobotMatch(
  shell: Shell,
  player: Seat,
  terms: RobotTerms,
  cause: Cause,
): Result<Match, Sentence> {
  const heads = ((shell.random.bytes(1, 'who begins')[0] ?? 0) & 1) === 1;
  const match = startWithRobot(nextNumber(shell.db), player, terms, heads);
  if (!match.ok) return match;
  const begun = beginMatch(match.value);
  for (const change of begun.changes) apply(shell, change, cause);
  return ok(begun.match);
}
