import { robotNamed } from '../../match/robot.ts';
import type { Player } from '../../player/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Reading } from './types.ts';

/** The person with an account here whom a line names. The robot is none, and that is said of it. */
export function namedPlayer(userid: string, reading: Reading): Result<Player, Sentence> {
  const player = reading.playerByUserid(userid);
  if (player) return ok(player);
  const robot = robotNamed(userid);
  return err(
    robot ? say('robot-is-none', { userid: robot.userid }) : say('no-such-player', { userid }),
  );
}
