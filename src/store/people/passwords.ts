import { addressKey } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** The hash of a player's password, or undefined when there is none. */
export const passwordHashOf = (db: Database, playerId: number): string | undefined =>
  sql(db, 'select hash from passwords where player_id = ?').pluck().get(playerId) as
    | string
    | undefined;

/** Gives a player a password in place of the one before, and forgets where that one was used. */
export const setPassword = (db: Database, playerId: number, hash: string, now: number): void => {
  sql(db, 'delete from password_places where player_id = ?').run(playerId);
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
  /** The address is one of that player's, or one from which the right password has come. */
  readonly known: boolean;
}

/** Counts a wrong password. */
export const noteWrongPassword = (
  db: Database,
  { userid, address, known }: Tried,
  now: number,
): void => {
  sql(db, 'insert into wrong_passwords (userid_key, address_key, own, at) values (?, ?, ?, ?)').run(
    userid.toLowerCase(),
    addressKey(address),
    known ? 1 : 0,
    now,
  );
};

/** Forgets the wrong passwords from before a time. */
export const dropWrongPasswords = (db: Database, before: number): void => {
  sql(db, 'delete from wrong_passwords where at < ?').run(before);
};

/**
 * When the wrong password came from an address that uses up its last try. Where the address is known
 * for a userid, only those for that one count: nobody is locked out there by guesses at others.
 *
 * @param tries how many there are in that time
 * @returns undefined while there are tries left
 */
export const lastTryFrom = (
  db: Database,
  { userid, address, known }: Tried,
  { since, now }: Lately,
  tries: number,
): number | undefined =>
  sql(
    db,
    `select at
    from wrong_passwords
    where address_key = ? and own = ? and (own = 0 or userid_key = ?) and at > ? and at <= ?
    order by at desc
    limit 1 offset ?`,
  )
    .pluck()
    .get(addressKey(address), known ? 1 : 0, userid.toLowerCase(), since, now, tries - 1) as
    | number
    | undefined;

/** The same for a userid, from all addresses that are not known for it. */
export const lastTryFor = (
  db: Database,
  userid: string,
  { since, now }: Lately,
  tries: number,
): number | undefined =>
  sql(
    db,
    `select at
    from wrong_passwords
    where userid_key = ? and own = 0 and at > ? and at <= ?
    order by at desc
    limit 1 offset ?`,
  )
    .pluck()
    .get(userid.toLowerCase(), since, now, tries - 1) as number | undefined;

/** Remembers that a player's right password has come from an address that is not registered. */
export const notePlace = (db: Database, playerId: number, address: string, now: number): void => {
  sql(
    db,
    `insert into password_places (player_id, address_key, at) values (?, ?, ?)
    on conflict (player_id, address_key) do update
    set at = excluded.at`,
  ).run(playerId, addressKey(address), now);
};

/** Whether it has since a time. */
export const isPlace = (db: Database, playerId: number, address: string, since: number): boolean =>
  sql(
    db,
    `select 1 from password_places
    where player_id = ? and address_key = ? and at >= ?`,
  ).get(playerId, addressKey(address), since) !== undefined;

/** Forgets the places from before a time. */
export const dropPlaces = (db: Database, before: number): void => {
  sql(db, 'delete from password_places where at < ?').run(before);
};
