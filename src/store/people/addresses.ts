import { addressKey } from '../../player/address.ts';
import type { Address, AddressRequest } from '../../player/types.ts';
import { type Database, sql } from '../file/database.ts';

/** A player's addresses, the main one first and the others as they were added. */
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

/** Notes that a player wants an address added. Returns the number of the request. */
export function addRequest(db: Database, playerId: number, address: string, now: number): number {
  const { lastInsertRowid } = sql(
    db,
    'insert into address_requests (player_id, address, created_at) values (?, ?, ?)',
  ).run(playerId, address, now);
  return Number(lastInsertRowid);
}

/** The request of this number, if it was made since a time. */
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

/** Forgets the requests from before a time: no yes to them counts any more. */
export const forgetRequests = (db: Database, before: number): void => {
  sql(db, 'delete from address_requests where created_at < ?').run(before);
};

/** Forgets the requests about an address: it has been added. */
export const endRequests = (db: Database, address: string): void => {
  sql(db, 'delete from address_requests where lower(address) = ?').run(addressKey(address));
};

/** Forgets the addresses that a player wants added. */
export const endRequestsOf = (db: Database, playerId: number): void => {
  sql(db, 'delete from address_requests where player_id = ?').run(playerId);
};

/**
 * Takes an address from an account.
 *
 * @throws Error when it is not one of this player's, or the main one
 */
export function removeAddress(db: Database, playerId: number, address: string): void {
  const { changes } = sql(
    db,
    'delete from addresses where address_key = ? and player_id = ? and main = 0',
  ).run(addressKey(address), playerId);
  if (changes !== 1) throw new Error(`player ${playerId} has no such address to remove`);
}

/** The main address of a player is the main one no longer; another becomes so at once. */
const clearMain = (db: Database, playerId: number): void => {
  sql(db, 'update addresses set main = 0 where player_id = ? and main = 1').run(playerId);
};

/**
 * Sends the letters to another address of the same player from now on.
 *
 * @throws Error when it is not one of this player's
 */
export function setMain(db: Database, playerId: number, address: string): void {
  clearMain(db, playerId);
  const { changes } = sql(
    db,
    'update addresses set main = 1 where address_key = ? and player_id = ?',
  ).run(addressKey(address), playerId);
  if (changes !== 1) throw new Error(`player ${playerId} has no such address`);
}
