import { createHash } from 'node:crypto';
import { ROBOT, ROBOTS } from '../../match/robot.ts';
import { useridKey } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';
import { setCondition } from '../server/conditions.ts';
import { putServerValue, serverValue } from '../server/values.ts';
import {
  addWithoutAddress,
  nextPlayerId,
  playerOfUserid,
  useridOf,
  useridTaken,
} from './players.ts';

/** What is kept of letters that are not decided yet, by the query for it and the one that writes it. */
const KEPT = [
  [
    `select board as id, facts as kept from waiting where player_id = :player and kind = 'untold'`,
    `update waiting set facts = :kept
    where board = :id and player_id = :player and kind = 'untold'`,
  ],
  [
    `select id, facts as kept
    from jobs
    join matches on board = key
    where kind = 'robot' and :player in (black_id, white_id)`,
    'update jobs set facts = :kept where id = :id and :player is not null',
  ],
] as const;

/**
 * Calls a player otherwise from now on, also in what is yet to be told. Letters that are decided go by
 * the name of that time.
 */
export function renamePlayer(db: Database, playerId: number, userid: string): void {
  const before = useridOf(db, playerId);
  sql(db, 'update players set userid = ?, userid_key = ? where id = ?').run(
    userid,
    useridKey(userid),
    playerId,
  );
  for (const [query, update] of KEPT) {
    const rows = sql(db, query).all({ player: playerId }) as readonly {
      readonly id: number;
      readonly kept: string;
    }[];
    for (const { id, kept } of rows) {
      const now = JSON.stringify(renamed(JSON.parse(kept), before, userid));
      sql(db, update).run({ player: playerId, id, kept: now });
    }
  }
}

/** Where the facts of a letter name somebody, beside those of its sentences. */
const NAMING: ReadonlySet<string> = new Set(['black', 'white', 'by', 'userid']);

/** The same facts with another name for somebody: the facts of a sentence have names of their own. */
function renamed(value: unknown, before: unknown, now: string, inSentence = false): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, before, now, inSentence));
  if (typeof value !== 'object' || value === null) return value;
  const isSentence = 'code' in value && 'facts' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      each === before && (inSentence || NAMING.has(key))
        ? now
        : renamed(each, before, now, isSentence && key === 'facts'),
    ]),
  );
}

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
      setCondition(db, { kind: 'odd-name', key: String(other.id) }, now);
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

/**
 * Notes the players whose userid nobody would get any more, each once. Whoever has been compared with
 * the same words before is not compared again: of many players that takes seconds.
 *
 * @param words all that `isOdd` goes by
 */
export function noteReservedUserids(
  db: Database,
  isOdd: (userid: string) => boolean,
  words: string,
  now: number,
): void {
  const reserved = createHash('sha256').update(words).digest('hex');
  const isSame = serverValue(db, 'compared-words') === reserved;
  const names = sql(
    db,
    `select id, userid
    from players
    where id > ? and left_at is null and not exists (
      select 1 from conditions
      where kind = 'odd-name' and key = cast(players.id as text) and ended_at is null
    )`,
  ).all(isSame ? (serverValue(db, 'compared-up-to') ?? 0) : 0) as readonly {
    readonly id: number;
    readonly userid: string;
  }[];
  for (const { id, userid } of names) {
    if (isOdd(userid)) setCondition(db, { kind: 'odd-name', key: String(id) }, now);
  }
  putServerValue(db, 'compared-words', reserved);
  putServerValue(db, 'compared-up-to', nextPlayerId(db) - 1);
}
