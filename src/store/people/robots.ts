import { ROBOT, ROBOTS } from '../../match/robot.ts';
import { useridKey } from '../../player/userid.ts';
import { type Database, sql } from '../file/database.ts';
import { addWithoutAddress, playerOfUserid, useridOf } from './players.ts';

/**
 * Writes the rows of the robot, with its first match. Somebody who is called like it, from before that
 * was nobody's name, is called otherwise from then on, and the admins are told of the name.
 */
export function addRobots(db: Database, now: number): void {
  if (useridOf(db, ROBOT.id) !== undefined) return;
  for (const { id, userid } of ROBOTS) {
    const other = playerOfUserid(db, userid);
    if (other) rename(db, other.id, `${other.userid}-${other.id}`);
    addWithoutAddress(db, { id, userid, language: 'en' }, now);
  }
}

function rename(db: Database, playerId: number, userid: string): void {
  sql(db, 'update players set userid = ?, userid_key = ? where id = ?').run(
    userid,
    useridKey(userid),
    playerId,
  );
  sql(db, 'insert into odd_names (player_id) values (?) on conflict do nothing').run(playerId);
}
