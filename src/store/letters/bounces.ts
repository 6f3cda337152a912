import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** A letter of ours that a delivery report is about. */
export interface Returned {
  readonly id: number;
  /** Without angles. */
  readonly messageId: string;
  readonly addressKey: string;
  readonly createdAt: number;
}

const SELECT = `
  select id, message_id as messageId, address_key as addressKey, created_at as createdAt
  from outbox`;

/** The letter with this number in the outbox, or undefined. */
export const returnedById = (db: Database, id: number): Returned | undefined =>
  sql(db, `${SELECT} where id = ?`).get(id) as Returned | undefined;

/** The letter with this Message-ID (without angles), or undefined. */
export const returnedByMessageId = (db: Database, messageId: string): Returned | undefined =>
  sql(db, `${SELECT} where message_id = ?`).get(messageId) as Returned | undefined;

/** Notes that a letter has come back. Returns `false` when that was known already. */
export const noteBounce = (
  db: Database,
  letter: Returned,
  weight: 'hard' | 'soft',
  status: string,
  now: number,
): boolean =>
  sql(
    db,
    `insert into bounces (outbox_id, address_key, weight, status, at)
    values (?, ?, ?, ?, ?)
    on conflict (outbox_id) do nothing`,
  ).run(letter.id, letter.addressKey, weight, status, now).changes === 1;

/** How many letters to an address have come back with this weight since a time. */
export const bouncesSince = (
  db: Database,
  addressKey: string,
  weight: 'hard' | 'soft',
  { since, now }: Lately,
): number =>
  sql(
    db,
    'select count(*) from bounces where address_key = ? and weight = ? and at between ? and ?',
  )
    .pluck()
    .get(addressKey, weight, since, now) as number;
