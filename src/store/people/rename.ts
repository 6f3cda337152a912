import { createHash } from 'node:crypto';
import { ROBOT, ROBOTS } from '../../match/robot.ts';
import { useridKey } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';
import { putServerValue, serverValue, setCondition } from '../server/conditions.ts';
import {
  addPlayerWithoutAddress,
  nextPlayerId,
  similarPlayer,
  useridOf,
  useridTaken,
} from './players.ts';

/**
 * Gives a player another userid, also in facts stored for later letters. Letters already decided keep the
 * old one.
 */
export function renamePlayer(db: Database, playerId: number, userid: string): void {
  const before = useridOf(db, playerId);
  sql`update players set userid = ${userid}, userid_key = ${useridKey(userid)}
    where id = ${playerId}`.run(db);
  const otherwise = (facts: string): string =>
    JSON.stringify(renamed(JSON.parse(facts), before, userid));
  const untold = sql`select board as id, facts from waiting
    where player_id = ${playerId} and kind = 'untold'`.all<Kept>(db);
  for (const { id, facts } of untold) {
    sql`update waiting set facts = ${otherwise(facts)}
      where board = ${id} and player_id = ${playerId} and kind = 'untold'`.run(db);
  }
  const turns = sql`select id, facts
    from jobs
    join matches on board = key
    where kind = 'robot' and ${playerId} in (black_id, white_id)`.all<Kept>(db);
  for (const { id, facts } of turns) {
    sql`update jobs set facts = ${otherwise(facts)} where id = ${id}`.run(db);
  }
}

/** What is kept of a letter that is not decided yet. */
interface Kept {
  readonly id: number;
  readonly facts: string;
}

/** The keys of a letter's facts that hold userids, outside its sentences. */
const NAMING: ReadonlySet<string> = new Set(['black', 'white', 'by', 'userid']);

/** Facts with a userid replaced: in a sentence under any key, elsewhere under those of `NAMING`. */
function renamed(value: unknown, before: unknown, after: string, inSentence = false): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, before, after, inSentence));
  if (typeof value !== 'object' || value === null) return value;
  const isSentence = 'code' in value && 'facts' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      each === before && (inSentence || NAMING.has(key))
        ? after
        : renamed(each, before, after, isSentence && key === 'facts'),
    ]),
  );
}

/**
 * Adds the rows of the robot, at its first match. A player with its name, from before that was reserved, is
 * renamed, which the admins are told.
 */
export function addRobots(db: Database, now: number): void {
  if (useridOf(db, ROBOT.id) !== undefined) return;
  for (const { id, userid } of ROBOTS) {
    const other = similarPlayer(db, userid);
    if (other) {
      renamePlayer(db, other.id, freeUserid(db, `${other.userid}-${other.id}`));
      setCondition(db, { kind: 'odd-name', key: String(other.id) }, now);
    }
    addPlayerWithoutAddress(db, { id, userid, language: 'en' }, now);
  }
}

/** The userid itself, or with a number after it if it is taken, or a robot's. */
function freeUserid(db: Database, userid: string): string {
  const robots = new Set(ROBOTS.map((robot) => useridKey(robot.userid)));
  let free = userid;
  for (let number = 2; useridTaken(db, free) || robots.has(useridKey(free)); number++) {
    free = `${userid}-${number}`;
  }
  return free;
}

/**
 * Records the players whose userid is no longer allowed, each once. Players already compared with these words
 * are skipped: comparing many takes seconds.
 *
 * @param words everything that `isOdd` depends on
 */
export function noteReservedUserids(
  db: Database,
  isOdd: (userid: string) => boolean,
  words: string,
  now: number,
): void {
  const reserved = createHash('sha256').update(words).digest('hex');
  const isSame = serverValue(db, 'compared-words') === reserved;
  const names = sql`select id, userid
    from players
    where id > ${isSame ? (serverValue(db, 'compared-up-to') ?? 0) : 0} and left_at is null
      and not exists (
      select 1 from conditions
      where kind = 'odd-name' and key = cast(players.id as text) and ended_at is null
    )`.all<{
    readonly id: number;
    readonly userid: string;
  }>(db);
  for (const { id, userid } of names) {
    if (isOdd(userid)) setCondition(db, { kind: 'odd-name', key: String(id) }, now);
  }
  putServerValue(db, 'compared-words', reserved);
  putServerValue(db, 'compared-up-to', nextPlayerId(db) - 1);
}
