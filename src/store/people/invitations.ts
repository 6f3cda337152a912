import { createHash } from 'node:crypto';
import { storedRules } from '../../engine/written.ts';
import type { First, Invitation } from '../../match/types.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';

/** Whether anybody has ever invited this address. */
export const wasInvited = (db: Database, address: string): boolean =>
  sql(db, 'select 1 from invitations where address_hash = ?').get(hashOf(address)) !== undefined;

/** Remembers for good that an address was invited, as a hash, and to what. */
export function putInvitation(
  db: Database,
  address: string,
  { inviterId, rules, size, first }: Invitation,
  now: number,
): void {
  sql(
    db,
    `insert into invitations
      (address_hash, inviter_id, rules, cols, rows, first, state, created_at)
    values (?, ?, ?, ?, ?, ?, 'open', ?)`,
  ).run(hashOf(address), inviterId, rules, size.cols, size.rows, first, now);
}

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
const hashOf = (address: string): Uint8Array =>
  createHash('sha256')
    .update('turnpost invitation ')
    .update(addressKey(splitTag(address).base))
    .digest();
