import { createHash } from 'node:crypto';
import { storedRules } from '../../engine/registry.ts';
import { questionLimits } from '../../limits.ts';
import type { First, Invitation } from '../../match/types.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import type { Address } from '../../player/settings.ts';
import { type Database, sql } from '../file/database.ts';

/** A player's addresses, the main one first, the others in the order in which they were added. */
export function addressesOf(db: Database, playerId: number): readonly Address[] {
  const rows = sql`select address, main
    from addresses
    where player_id = ${playerId}
    order by main desc, created_at, address_key`.all<{
    readonly address: string;
    readonly main: number;
  }>(db);
  return rows.map(({ address, main }) => ({ address, main: main === 1 }));
}

/** Stores a player's request to add an address, and deletes those that a `yes` is too late for. Returns its number. */
export function putAddressRequest(
  db: Database,
  playerId: number,
  address: string,
  now: number,
): number {
  sql`delete from address_requests where created_at < ${now - questionLimits.heldMs}`.run(db);
  return sql`insert into address_requests (player_id, address, created_at)
      values (${playerId}, ${address}, ${now})`.insert(db);
}

/** Adds an address to an account, which ends all requests for it; letters keep going to the main one. */
export const addAddress = (db: Database, playerId: number, address: string, now: number): void => {
  sql`insert into addresses (address_key, address, player_id, main, created_at)
    values (${addressKey(address)}, ${address}, ${playerId}, 0, ${now})`.run(db);
  sql`delete from address_requests where lower(address) = ${addressKey(address)}`.run(db);
};

export const deleteRequestsOf = (db: Database, playerId: number): void => {
  sql`delete from address_requests where player_id = ${playerId}`.run(db);
};

/**
 * Removes an address from an account.
 *
 * @throws Error if it is not one of this player's, or the main one
 */
export function removeAddress(db: Database, playerId: number, address: string): void {
  const { changes } = sql`delete from addresses
      where address_key = ${addressKey(address)} and player_id = ${playerId}
        and main = 0`.run(db);
  if (changes !== 1) throw new Error(`player ${playerId} has no such address to remove`);
}

/** Leaves a player without a main address; the caller sets another at once. */
const clearMain = (db: Database, playerId: number): void => {
  sql`update addresses set main = 0 where player_id = ${playerId} and main = 1`.run(db);
};

/**
 * Makes another address of a player the main one, which letters are sent to.
 *
 * @throws Error if it is not one of this player's
 */
export function setMain(db: Database, playerId: number, address: string): void {
  clearMain(db, playerId);
  const { changes } = sql`update addresses set main = 1
      where address_key = ${addressKey(address)} and player_id = ${playerId}`.run(db);
  if (changes !== 1) throw new Error(`player ${playerId} has no such address`);
}

export const wasInvited = (db: Database, address: string): boolean =>
  sql`select 1 from invitations where address_hash = ${hashOf(address)}`.exists(db);

/**
 * Stores an invitation, with a hash of the address, for good.
 *
 * @param language of the letter that goes there
 * @returns the number of the invitation
 */
export function putInvitation(
  db: Database,
  address: string,
  { inviterId, rules, size, first }: Invitation,
  language: string,
  now: number,
): number {
  return sql`insert into invitations
      (address_hash, letter_hash, language, inviter_id, rules, cols, rows, first, state, created_at)
    values (${hashOf(address)}, ${exactHashOf(address)}, ${language}, ${inviterId}, ${rules},
      ${size.cols}, ${size.rows}, ${first}, 'open', ${now})`.insert(db);
}

/** The language of the letter with an invitation to exactly this address, or undefined. */
export const invitationLanguage = (
  db: Database,
  number: number,
  address: string,
): string | undefined =>
  sql`select language from invitations
    where number = ${number} and letter_hash = ${exactHashOf(address)}`.value(db);

export const declineInvitation = (db: Database, number: number): void => {
  sql`update invitations
    set state = 'declined'
    where number = ${number} and state = 'open'`.run(db);
};

/** The open invitation for a sign-up from this address, or undefined. */
export function openInvitation(
  db: Database,
  address: string,
): (Invitation & { readonly number: number }) | undefined {
  const row = sql`select number, inviter_id as inviterId, rules, cols, rows, first
    from invitations
    where address_hash = ${hashOf(address)} and state = 'open'`.get<{
    number: number;
    inviterId: number;
    rules: string;
    cols: number;
    rows: number;
    first: First;
  }>(db);
  if (!row) return undefined;
  const { rules, cols, rows, ...rest } = row;
  return { ...rest, rules: storedRules(rules), size: { cols, rows } };
}

/** Marks the invitation of an address as taken: it has become a challenge. */
export const takeInvitation = (db: Database, address: string): void => {
  sql`update invitations set state = 'taken' where address_hash = ${hashOf(address)}`.run(db);
};

/** One hash for all tags: `ann+games@x.test` and `Ann@x.test` belong to one person. */
const hashOf = (address: string): Uint8Array => exactHashOf(splitTag(address).base);

/** A hash with the tag: proving one tagged address proves nothing about another. */
const exactHashOf = (address: string): Uint8Array =>
  createHash('sha256').update('turnpost invitation ').update(addressKey(address)).digest();
