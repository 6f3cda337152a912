import { createHash } from 'node:crypto';
import type { Day } from '../../match/clock.ts';
import { ROBOT, ROBOTS, type Seat } from '../../match/types.ts';
import { addressKey, useridKey } from '../../player/address.ts';
import type { LimitName, Player, SettingName, Settings } from '../../player/settings.ts';
import { type Database, sql } from '../file/database.ts';
import { putServerValue, serverValue, setCondition } from '../server/conditions.ts';

export const putSetting = (
  db: Database,
  playerId: number,
  name: SettingName | LimitName,
  value: string,
): void => {
  sql`insert into settings (player_id, name, value) values (${playerId}, ${name}, ${value})
    on conflict (player_id, name) do update
    set value = excluded.value`.run(db);
};

/**
 * Deletes the mark that a player is to be told that passwords no longer exist.
 *
 * @returns whether there was one
 */
export const takePasswordsNotice = (db: Database, playerId: number): boolean =>
  sql`delete from settings where player_id = ${playerId} and name = 'passwords'`.run(db).changes >
  0;

export const settingsOf = (db: Database, playerId: number): Settings =>
  JSON.parse(
    sql`select json_group_object(name, value) from settings
      where player_id = ${playerId}`.value<string>(db),
  );

/** Blocks a player for another: `playerId` does not want to hear from `blockedId`. */
export const putBlock = (db: Database, playerId: number, blockedId: number, now: number): void => {
  sql`insert into blocks (player_id, blocked_id, created_at)
    values (${playerId}, ${blockedId}, ${now})
    on conflict (player_id, blocked_id) do nothing`.run(db);
};

export const removeBlock = (db: Database, playerId: number, blockedId: number): void => {
  sql`delete from blocks where player_id = ${playerId} and blocked_id = ${blockedId}`.run(db);
};

type Row = Omit<Player, 'settings' | 'suspended'> & {
  readonly settings: string;
  readonly suspended: 0 | 1;
};

const COLUMNS = sql`players.id, players.userid, addresses.address, players.language,
    suspended_at is not null as suspended,
    (select json_group_object(name, value) from settings where player_id = players.id) as settings`;

const FROM = sql`from players
  join addresses on addresses.player_id = players.id and addresses.main = 1`;

const SELECT = sql`select ${COLUMNS} ${FROM}`;

/** The player with this id; undefined for a closed account as well. */
export const playerById = (db: Database, id: number): Player | undefined =>
  toPlayer(sql`${SELECT} where players.id = ${id}`.get(db));

/** The player with exactly this userid, except for case, or undefined. */
export function playerByUserid(db: Database, userid: string): Player | undefined {
  const player = toPlayer(
    sql`${SELECT}
    where players.userid_key = ${useridKey(userid)}`.get(db),
  );
  return player?.userid.toLowerCase() === userid.toLowerCase() ? player : undefined;
}

/** The player who has this address, as the main one or another, or undefined. */
export const playerByAddress = (db: Database, address: string): Player | undefined =>
  toPlayer(
    sql`${SELECT} where players.id = (select player_id from addresses
      where address_key = ${addressKey(address)})`.get(db),
  );

/** The player who has an address, and the state that a letter from there ends: inactivity, or a stop of letters. */
export interface AddressOwner {
  readonly player: Player;
  /** The day of the player's last letter before this one. */
  readonly activeDay: Day | undefined;
  /** Nothing is sent to the address. */
  readonly bounces: boolean;
}

/** The owner of this address, or undefined. */
export function ownerAt(db: Database, address: string): AddressOwner | undefined {
  const key = addressKey(address);
  const row = sql`select ${COLUMNS}, active_day as activeDay, exists (
      select 1 from conditions
      where kind = 'suspension' and key = ${key} and ended_at is null
    ) as bounces
    ${FROM}
    where players.id = (select player_id from addresses where address_key = ${key})`.get<
    Row & { readonly activeDay: Day | undefined; readonly bounces: 0 | 1 }
  >(db);
  if (!row) return undefined;
  const { activeDay, bounces, ...found } = row;
  const player = toPlayer(found);
  return player && { player, activeDay, bounces: bounces === 1 };
}

/** Whether this userid, or one that looks like it, is taken. */
export const useridTaken = (db: Database, userid: string): boolean =>
  sql`select 1 from players where userid_key = ${useridKey(userid)}`.exists(db);

/** The id of the next player: people's ids count from 1. */
export const nextPlayerId = (db: Database): number =>
  sql`select max(0, coalesce(max(id), 0)) + 1 from players`.value(db);

/** Adds a player, under the id that it holds. */
export function addPlayer(db: Database, player: Player, now: number): void {
  const { id, address } = player;
  addPlayerWithoutAddress(db, player, now);
  sql`insert into addresses (address_key, address, player_id, main, created_at)
    values (${addressKey(address)}, ${address}, ${id}, 1, ${now})`.run(db);
}

/** Adds a player without an address: a robot, or a person whose matches came from another server. */
export function addPlayerWithoutAddress(
  db: Database,
  { id, userid, language }: Omit<Player, 'address'>,
  now: number,
): void {
  sql`insert into players (id, userid, userid_key, language, created_at)
    values (${id}, ${userid}, ${useridKey(userid)}, ${language}, ${now})`.run(db);
}

/** The player who has this userid or one that looks like it, with or without an address. */
export const similarPlayer = (db: Database, userid: string): Seat | undefined =>
  sql`select id, userid from players where userid_key = ${useridKey(userid)}`.get(db);

/** The userid of an id, also of a player who has left. */
export const useridOf = (db: Database, id: number): string | undefined =>
  sql`select userid from players where id = ${id}`.value(db);

/** The ids of all people, also of those who have left, the oldest account first. */
export const playerIds = (db: Database): readonly number[] =>
  sql`select id from players where id > 0 order by id`.values(db);

export function replaceAddresses(
  db: Database,
  playerId: number,
  address: string,
  now: number,
): void {
  sql`delete from addresses where player_id = ${playerId}`.run(db);
  sql`insert into addresses (address_key, address, player_id, created_at)
    values (${addressKey(address)}, ${address}, ${playerId}, ${now})`.run(db);
}

function toPlayer(found: unknown): Player | undefined {
  if (found === undefined) return undefined;
  const { settings: json, suspended, ...player } = found as Row;
  const settings = JSON.parse(json) as Settings;
  return {
    ...player,
    language: settings['language'] ?? player.language,
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(suspended === 1 && { suspended: true }),
  };
}

/** The epoch of a player's reply tokens; 0 if none were revoked, or there is no such player. */
export const epochOf = (db: Database, playerId: number): number =>
  sql`select epoch from players where id = ${playerId}`.value(db) ?? 0;

export const setEpoch = (db: Database, playerId: number, epoch: number): void => {
  sql`update players set epoch = ${epoch} where id = ${playerId}`.run(db);
};

/** Records a day on which a player was active; written once a day. */
export const noteActive = (db: Database, playerId: number, day: Day): void => {
  sql`update players set active_day = ${day}
    where id = ${playerId} and coalesce(active_day, -1) < ${day}`.run(db);
};

export const isSuspended = (db: Database, playerId: number): boolean =>
  sql`select 1 from players where id = ${playerId} and suspended_at is not null`.exists(db);

/** Suspends a player from a time on, whose commands are not carried out, or ends that: undefined. */
export const suspendPlayer = (db: Database, playerId: number, at: number | undefined): void => {
  sql`update players set suspended_at = ${at} where id = ${playerId}`.run(db);
};

/** The match in whose letters a player gets lessons. */
interface TutorialBoard {
  readonly board: number;
  /** The number of the next lesson; undefined once they have ended. */
  readonly nextLesson: number | undefined;
  /** The server has chosen the userid, and has not told the player yet. */
  readonly announcesUserid: boolean;
}

/** The board on which a player learns how to play, or undefined. */
export function tutorialBoardOf(db: Database, playerId: number): TutorialBoard | undefined {
  const row = sql`select first_board as board, lessons, unnamed
    from players
    where id = ${playerId} and first_board is not null`.get<{
    board: number;
    lessons: number | null;
    unnamed: 0 | 1;
  }>(db);
  return (
    row && {
      board: row.board,
      nextLesson: row.lessons ?? undefined,
      announcesUserid: row.unnamed === 1,
    }
  );
}

export const putTutorialBoard = (
  db: Database,
  playerId: number,
  { board, nextLesson, announcesUserid }: TutorialBoard,
): void => {
  sql`update players set first_board = ${board}, lessons = ${nextLesson}, unnamed = ${announcesUserid}
    where id = ${playerId}`.run(db);
};

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
