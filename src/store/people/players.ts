import type { Day } from '../../match/calendar.ts';
import type { Seat } from '../../match/types.ts';
import { addressKey, useridKey } from '../../player/address.ts';
import type { LimitName, SettingName, Settings } from '../../player/settings.ts';
import type { Player } from '../../player/types.ts';
import { type Database, sql } from '../file/database.ts';

/** Stores a player's setting. */
export const putSetting = (
  db: Database,
  playerId: number,
  name: SettingName | LimitName,
  value: string,
): void => {
  sql(
    db,
    `insert into settings (player_id, name, value) values (?, ?, ?)
    on conflict (player_id, name) do update
    set value = excluded.value`,
  ).run(playerId, name, value);
};

/**
 * Deletes the mark that a player is to be told that passwords no longer exist.
 *
 * @returns whether there was one
 */
export const takePasswordsNotice = (db: Database, playerId: number): boolean =>
  sql(db, "delete from settings where player_id = ? and name = 'passwords'").run(playerId).changes >
  0;

/** A player's settings. */
export const settingsOf = (db: Database, playerId: number): Settings =>
  JSON.parse(
    sql(db, 'select json_group_object(name, value) from settings where player_id = ?')
      .pluck()
      .get(playerId) as string,
  );

/** Blocks a player for another: `playerId` does not want to hear from `blockedId`. */
export const putBlock = (db: Database, playerId: number, blockedId: number, now: number): void => {
  sql(
    db,
    `insert into blocks (player_id, blocked_id, created_at) values (?, ?, ?)
    on conflict (player_id, blocked_id) do nothing`,
  ).run(playerId, blockedId, now);
};

/** Ends a block. */
export const removeBlock = (db: Database, playerId: number, blockedId: number): void => {
  sql(db, 'delete from blocks where player_id = ? and blocked_id = ?').run(playerId, blockedId);
};

/** Whether a player has blocked another. */
export const blocks = (db: Database, playerId: number, otherId: number): boolean =>
  sql(db, 'select 1 from blocks where player_id = ? and blocked_id = ?').get(playerId, otherId) !==
  undefined;

/** The userids that a player has blocked, in alphabetical order. */
export const blockedBy = (db: Database, playerId: number): readonly string[] =>
  sql(
    db,
    `select userid
    from blocks
    join players on players.id = blocked_id
    where player_id = ?
    order by userid_key`,
  )
    .pluck()
    .all(playerId) as string[];

type Row = Omit<Player, 'settings'> & { readonly settings: string };

const SELECT = `
  select players.id, players.userid, addresses.address, players.language,
    (select json_group_object(name, value) from settings where player_id = players.id) as settings
  from players
  join addresses on addresses.player_id = players.id and addresses.main = 1`;

/** The player with this id; undefined for a closed account as well. */
export const playerById = (db: Database, id: number): Player | undefined =>
  toPlayer(sql(db, `${SELECT} where players.id = ?`).get(id));

/** The player with exactly this userid, except for case, or undefined. */
export function playerByUserid(db: Database, userid: string): Player | undefined {
  const player = toPlayer(sql(db, `${SELECT} where players.userid_key = ?`).get(useridKey(userid)));
  return player?.userid.toLowerCase() === userid.toLowerCase() ? player : undefined;
}

/** The player who has this address, as the main one or another, or undefined. */
export const playerByAddress = (db: Database, address: string): Player | undefined =>
  toPlayer(
    sql(
      db,
      `${SELECT} where players.id = (select player_id from addresses where address_key = ?)`,
    ).get(addressKey(address)),
  );

/** Whether this userid, or one that looks like it, is taken. */
export const useridTaken = (db: Database, userid: string): boolean =>
  sql(db, 'select 1 from players where userid_key = ?').get(useridKey(userid)) !== undefined;

/** The id of the next player: people's ids count from 1. */
export const nextPlayerId = (db: Database): number =>
  sql(db, 'select max(0, coalesce(max(id), 0)) + 1 from players').pluck().get() as number;

/** Adds a player, with the id in the value. */
export function addPlayer(db: Database, player: Player, now: number): void {
  const { id, address } = player;
  addWithoutAddress(db, player, now);
  sql(
    db,
    `insert into addresses (address_key, address, player_id, main, created_at)
    values (?, ?, ?, 1, ?)`,
  ).run(addressKey(address), address, id, now);
}

/** Adds a player without an address: a robot, or a person whose matches came from another server. */
export function addWithoutAddress(
  db: Database,
  { id, userid, language }: Omit<Player, 'address'>,
  now: number,
): void {
  sql(
    db,
    'insert into players (id, userid, userid_key, language, created_at) values (?, ?, ?, ?, ?)',
  ).run(id, userid, useridKey(userid), language, now);
}

/** The player who has this userid or one that looks like it, with or without an address. */
export const playerOfUserid = (db: Database, userid: string): Seat | undefined =>
  sql(db, 'select id, userid from players where userid_key = ?').get(useridKey(userid)) as
    | Seat
    | undefined;

/** The player with exactly this userid, except for case, who has no address and has not left. */
export function playerWithoutAddress(
  db: Database,
  userid: string,
): Omit<Player, 'address'> | undefined {
  const player = sql(
    db,
    `select id, userid, language
    from players
    where userid_key = ?
      and id > 0
      and left_at is null
      and not exists (select 1 from addresses where player_id = players.id)`,
  ).get(useridKey(userid)) as Omit<Player, 'address'> | undefined;
  return player?.userid.toLowerCase() === userid.toLowerCase() ? player : undefined;
}

/** The userid of an id, also of a player who has left. */
export const useridOf = (db: Database, id: number): string | undefined =>
  sql(db, 'select userid from players where id = ?').pluck().get(id) as string | undefined;

/** The ids of all people, also of those who have left, the oldest account first. */
export const playerIds = (db: Database): readonly number[] =>
  sql(db, 'select id from players where id > 0 order by id').pluck().all() as number[];

/** Replaces all addresses of a player by one. */
export function moveAddress(db: Database, playerId: number, address: string, now: number): void {
  sql(db, 'delete from addresses where player_id = ?').run(playerId);
  sql(
    db,
    'insert into addresses (address_key, address, player_id, created_at) values (?, ?, ?, ?)',
  ).run(addressKey(address), address, playerId, now);
}

function toPlayer(found: unknown): Player | undefined {
  if (found === undefined) return undefined;
  const { settings: json, ...player } = found as Row;
  const settings = JSON.parse(json) as Settings;
  return {
    ...player,
    language: settings['language'] ?? player.language,
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** The epoch of a player's reply tokens; 0 if none were revoked, or there is no such player. */
export const epochOf = (db: Database, playerId: number): number =>
  (sql(db, 'select epoch from players where id = ?').pluck().get(playerId) as number | undefined) ??
  0;

/** Begins a new epoch of a player's reply tokens. */
export const setEpoch = (db: Database, playerId: number, epoch: number): void => {
  sql(db, 'update players set epoch = ? where id = ?').run(epoch, playerId);
};

/** Running or finished matches of one side: two queries, each with an index of its own. */
const boardsOf = (side: 'black' | 'white', other: 'black' | 'white'): string =>
  ['null', 'not null']
    .map(
      (ending) => `exists (
        select 1 from matches
        where ${side}_id = :player and ${other}_id > 0 and ending is ${ending}
      )`,
    )
    .join(' or ');

const KNOWN = `select 1
  where ${boardsOf('black', 'white')}
    or ${boardsOf('white', 'black')}
    or exists (select 1 from challenges where challenged_id = :player)
    or exists (
      select 1 from challenges
      where challenger_id = :player and coalesce(challenged_id, 1) > 0
    )
    or exists (
      select 1 from outbox
      where causer_id = :player
        and id >= (select min(id) from outbox where player_id = :player)
        and address_key not in (select address_key from addresses where player_id = :player)
    )`;

/**
 * Whether a player has met another person: at a board, in a challenge, or by a letter that the player has
 * caused. Being listed does not count. Ids below 1 are not people's.
 */
export const isKnown = (db: Database, playerId: number): boolean =>
  sql(db, KNOWN).get({ player: playerId }) !== undefined;

/** Records a day on which a player was active; written once a day. */
export const noteActive = (db: Database, playerId: number, day: Day): void => {
  sql(
    db,
    'update players set active_day = :day where id = :playerId and coalesce(active_day, -1) < :day',
  ).run({ playerId, day });
};

/** Whether an admin has suspended this player. */
export const isSuspended = (db: Database, playerId: number): boolean =>
  sql(db, 'select 1 from players where id = ? and suspended_at is not null').get(playerId) !==
  undefined;

/** Suspends a player, whose commands are not carried out from then on; null ends it. */
export const suspendPlayer = (db: Database, playerId: number, at: number | null): void => {
  sql(db, 'update players set suspended_at = ? where id = ?').run(at, playerId);
};

/** The match in whose letters a player gets lessons. */
interface FirstBoard {
  readonly board: number;
  /** The number of lessons given; undefined once they have ended. */
  readonly lessons: number | undefined;
  /** The server has chosen the userid, and has not told the player yet. */
  readonly unnamed: boolean;
}

/** A player's first board, or undefined. */
export function firstBoardOf(db: Database, playerId: number): FirstBoard | undefined {
  const row = sql(
    db,
    `select first_board as board, lessons, unnamed
    from players
    where id = ? and first_board is not null`,
  ).get(playerId) as { board: number; lessons: number | null; unnamed: 0 | 1 } | undefined;
  return row && { board: row.board, lessons: row.lessons ?? undefined, unnamed: row.unnamed === 1 };
}

/** Stores a player's first board. */
export const putFirstBoard = (
  db: Database,
  playerId: number,
  { board, lessons, unnamed }: FirstBoard,
): void => {
  sql(db, 'update players set first_board = ?, lessons = ?, unnamed = ? where id = ?').run(
    board,
    lessons ?? null,
    unnamed ? 1 : 0,
    playerId,
  );
};
