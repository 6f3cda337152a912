import { addressKey } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** The hash of a player's password, or undefined when there is none. */
export const passwordHashOf = (db: Database, playerId: number): string | undefined =>
  sql(db, 'select hash from passwords where player_id = ?').pluck().get(playerId) as
    | string
    | undefined;

/** Gives a player a password in place of the one before. */
export const setPassword = (db: Database, playerId: number, hash: string, now: number): void => {
  sql(
    db,
    `insert into passwords (player_id, hash, changed_at) values (?, ?, ?)
    on conflict (player_id) do update
    set hash = excluded.hash, changed_at = excluded.changed_at`,
  ).run(playerId, hash, now);
};

/** Keeps another hash of the same password. */
export const renewHash = (db: Database, playerId: number, hash: string): void => {
  sql(db, 'update passwords set hash = ? where player_id = ?').run(hash, playerId);
};

/** Keeps the hash that a held `password ...` is to set. */
export const holdPassword = (db: Database, heldId: number, hash: string): void => {
  sql(db, 'insert into pending_passwords (held_id, hash) values (?, ?)').run(heldId, hash);
};

/** Takes the hash of held commands out; undefined when they set none. */
export const takeHeldPassword = (db: Database, heldId: number): string | undefined =>
  sql(db, 'delete from pending_passwords where held_id = ? returning hash').pluck().get(heldId) as
    | string
    | undefined;

/** Forgets the hashes whose `yes` comes too late. */
export const dropLatePasswords = (db: Database, now: number): void => {
  sql(
    db,
    `delete from pending_passwords
    where held_id in (select id from held where expires_at < ?)`,
  ).run(now);
};

/** A userid that a letter names, and the address in its From. */
export interface Tried {
  readonly userid: string;
  readonly address: string;
  /** The address is one of that player's. */
  readonly own: boolean;
}

/** Counts a wrong password. */
export const noteWrongPassword = (
  db: Database,
  { userid, address, own }: Tried,
  now: number,
): void => {
  sql(db, 'insert into wrong_passwords (userid_key, address_key, own, at) values (?, ?, ?, ?)').run(
    userid.toLowerCase(),
    addressKey(address),
    own ? 1 : 0,
    now,
  );
};

/** Forgets the wrong passwords from before a time. */
export const dropWrongPasswords = (db: Database, before: number): void => {
  sql(db, 'delete from wrong_passwords where at < ?').run(before);
};

/**
 * When the wrong password came that uses up the last try, for the userid or from the address. What
 * comes from a player's own addresses is counted apart: so what others write locks nobody out at home.
 *
 * @param tries how many there are in that time
 * @returns undefined while there are tries left
 */
export function lastTryUsed(
  db: Database,
  { userid, address, own }: Tried,
  { since, now }: Lately,
  tries: number,
): number | undefined {
  const used = (column: 'userid_key' | 'address_key', key: string) =>
    sql(
      db,
      `select at
      from wrong_passwords
      where ${column} = ? and own = ? and at > ? and at <= ?
      order by at desc
      limit 1 offset ?`,
    )
      .pluck()
      .get(key, own ? 1 : 0, since, now, tries - 1) as number | undefined;
  const forUserid = used('userid_key', userid.toLowerCase());
  const fromAddress = own ? undefined : used('address_key', addressKey(address));
  return forUserid === undefined || fromAddress === undefined
    ? (forUserid ?? fromAddress)
    : Math.max(forUserid, fromAddress);
}
