import { createHash } from 'node:crypto';
import { storedRules } from '../../engine/registry.ts';
import type { First, Invitation } from '../../match/types.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';

/** Whether this address was ever invited. */
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
export const invitedIn = (db: Database, number: number, address: string): string | undefined =>
  sql`select language from invitations
    where number = ${number} and letter_hash = ${exactHashOf(address)}`.value(db);

/** Marks an invitation as declined. */
export const declineInvitation = (db: Database, number: number): void => {
  sql`update invitations
    set state = 'declined'
    where number = ${number} and state = 'open'`.run(db);
};

/** The open invitation for a sign-up from this address, or undefined. */
export function openInvitation(db: Database, address: string): Invitation | undefined {
  const row = sql`select inviter_id as inviterId, rules, cols, rows, first
    from invitations
    where address_hash = ${hashOf(address)} and state = 'open'`.get<{
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

/** A hash with the tag: a proof of one such address is none of another. */
const exactHashOf = (address: string): Uint8Array =>
  createHash('sha256').update('turnpost invitation ').update(addressKey(address)).digest();
