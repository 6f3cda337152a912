import { addressKey } from '../../player/address.ts';
import type { Address, AddressRequest } from '../../player/types.ts';
import { type Database, sql } from '../file/database.ts';

/** A player's addresses, the main one first, the others in the order in which they were added. */
export function addressesOf(db: Database, playerId: number): readonly Address[] {
  const rows = sql(
    db,
    `select address, main
    from addresses
    where player_id = ?
    order by main desc, created_at, address_key`,
  ).all(playerId) as { readonly address: string; readonly main: number }[];
  return rows.map(({ address, main }) => ({ address, main: main === 1 }));
}

/** Stores a player's request to add an address. Returns its number. */
export function addRequest(db: Database, playerId: number, address: string, now: number): number {
  const { lastInsertRowid } = sql(
    db,
    'insert into address_requests (player_id, address, created_at) values (?, ?, ?)',
  ).run(playerId, address, now);
  return Number(lastInsertRowid);
}

/** The request with this number, if it was made since a time. */
export const requestOf = (db: Database, id: number, since: number): AddressRequest | undefined =>
  sql(
    db,
    `select player_id as playerId, address
    from address_requests
    where id = ? and created_at >= ?`,
  ).get(id, since) as AddressRequest | undefined;

/** Adds an address to an account; letters keep going to the main one. */
export const addAddress = (db: Database, playerId: number, address: string, now: number): void => {
  sql(
    db,
    `insert into addresses (address_key, address, player_id, main, created_at)
    values (?, ?, ?, 0, ?)`,
  ).run(addressKey(address), address, playerId, now);
};

/** Deletes requests made before a time: a `yes` to them is no longer valid. */
export const forgetRequests = (db: Database, before: number): void => {
  sql(db, 'delete from address_requests where created_at < ?').run(before);
};

/** Deletes the requests about an address, which was added. */
export const endRequests = (db: Database, address: string): void => {
  sql(db, 'delete from address_requests where lower(address) = ?').run(addressKey(address));
};

/** Deletes all requests of a player. */
export const endRequestsOf = (db: Database, playerId: number): void => {
  sql(db, 'delete from address_requests where player_id = ?').run(playerId);
};

/**
 * Removes an address from an account.
 *
 * @throws Error if it is not one of this player's, or the main one
 */
export function removeAddress(db: Database, playerId: number, address: string): void {
  const { changes } = sql(
    db,
    'delete from addresses where address_key = ? and player_id = ? and main = 0',
  ).run(addressKey(address), playerId);
  if (changes !== 1) throw new Error(`player ${playerId} has no such address to remove`);
}

/** Leaves a player without a main address; the caller sets another at once. */
const clearMain = (db: Database, playerId: number): void => {
  sql(db, 'update addresses set main = 0 where player_id = ? and main = 1').run(playerId);
};

/**
 * Makes another address of a player the main one, which letters are sent to.
 *
 * @throws Error if it is not one of this player's
 */
export function setMain(db: Database, playerId: number, address: string): void {
  clearMain(db, playerId);
  const { changes } = sql(
    db,
    'update addresses set main = 1 where address_key = ? and player_id = ?',
  ).run(addressKey(address), playerId);
  if (changes !== 1) throw new Error(`player ${playerId} has no such address`);
}
