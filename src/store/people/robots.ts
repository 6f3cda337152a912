import { ROBOT, ROBOTS } from '../../match/robot.ts';
import { useridKey } from '../../player/userid.ts';
import { type Database, sql } from '../file/database.ts';
import { addWithoutAddress, playerOfUserid, useridOf, useridTaken } from './players.ts';
import { renamePlayer } from './rename.ts';

/**
 * Writes the rows of the robot, with its first match. Somebody who is called like it, from before that
 * was nobody's name, is called otherwise from then on, and the admins are told of the name.
 */
export function addRobots(db: Database, now: number): void {
  if (useridOf(db, ROBOT.id) !== undefined) return;
  for (const { id, userid } of ROBOTS) {
    const other = playerOfUserid(db, userid);
    if (other) {
      renamePlayer(db, other.id, freeUserid(db, `${other.userid}-${other.id}`));
      sql(db, 'insert into odd_names (player_id) values (?) on conflict do nothing').run(other.id);
    }
    addWithoutAddress(db, { id, userid, language: 'en' }, now);
  }
}

/** The userid itself, or with a number behind it where somebody has it, or a robot will have it. */
function freeUserid(db: Database, userid: string): string {
  const robots = new Set(ROBOTS.map((robot) => useridKey(robot.userid)));
  let free = userid;
  for (let number = 2; useridTaken(db, free) || robots.has(useridKey(free)); number++) {
    free = `${userid}-${number}`;
  }
  return free;
}
