import { createHash } from 'node:crypto';
import { storedRules } from '../../engine/written.ts';
import type { First, Invitation } from '../../match/types.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';

/** Whether anybody has ever invited this address. */
export const wasInvited = (db: Database, address: string): boolean =>
  sql(db, 'select 1 from invitations where address_hash = ?').get(hashOf(address)) !== undefined;

/**
 * Remembers for good that an address was invited, as a hash, and to what.
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
  const { lastInsertRowid } = sql(
    db,
    `insert into invitations
      (address_hash, letter_hash, language, inviter_id, rules, cols, rows, first, state, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, 'open', ?)`,
  ).run(
    hashOf(address),
    exactHashOf(address),
    language,
    inviterId,
    rules,
    size.cols,
    size.rows,
    first,
    now,
  );
  return Number(lastInsertRowid);
}

/**
 * The language of the letter with which an invitation has gone to exactly this address; undefined where
 * there is none.
 */
export const invitedIn = (db: Database, number: number, address: string): string | undefined =>
  sql(db, 'select language from invitations where number = ? and letter_hash = ?')
    .pluck()
    .get(number, exactHashOf(address)) as string | undefined;

/** Whoever was invited does not want to be. */
export const declineInvitation = (db: Database, number: number): void => {
  sql(
    db,
    `update invitations
    set state = 'declined'
    where number = ? and state = 'open'`,
  ).run(number);
};

/** The invitation that waits for whoever signs up from this address. */
export function openInvitation(db: Database, address: string): Invitation | undefined {
  const row = sql(
    db,
    `select inviter_id as inviterId, rules, cols, rows, first
    from invitations
    where address_hash = ? and state = 'open'`,
  ).get(hashOf(address)) as
    | { inviterId: number; rules: string; cols: number; rows: number; first: First }
    | undefined;
  if (!row) return undefined;
  const { rules, cols, rows, ...rest } = row;
  return { ...rest, rules: storedRules(rules), size: { cols, rows } };
}

/** The invitation has become a challenge. */
export const takeInvitation = (db: Database, address: string): void => {
  sql(db, `update invitations set state = 'taken' where address_hash = ?`).run(hashOf(address));
};

/** `ann+games@x.test` and `Ann@x.test` are the same person's. */
const hashOf = (address: string): Uint8Array => exactHashOf(splitTag(address).base);

/** What proves one of them does not prove the other. */
const exactHashOf = (address: string): Uint8Array =>
  createHash('sha256').update('turnpost invitation ').update(addressKey(address)).digest();
