import { type Database, sql } from '../file/database.ts';
import { type MailboxKey, PIPE } from './inbox.ts';

/** Whether the letter at this place of a mailbox is known. */
export const isStored = (db: Database, { mailbox, uidValidity, uid }: MailboxKey): boolean =>
  sql`select 1 from inbox
    where mailbox = ${mailbox} and uidvalidity = ${uidValidity} and uid = ${uid}`.exists(db);

/** The number of known letters with these bytes, from mailboxes or from the pipe. */
export const countKnown = (db: Database, hash: Uint8Array, piped: boolean): number =>
  sql`select count(*) from inbox
    where raw_hash = ${hash} and (mailbox = ${PIPE}) = ${piped}`.value(db);

/** A letter whose reading was begun and has not ended. */
interface BegunReading {
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly hash: string;
  readonly attempts: number;
  /** 1 if a reading in a group was begun: the next one is of this letter alone. */
  readonly grouped: 0 | 1;
  /** The id of the machine's boot. */
  readonly boot: string;
  readonly restarts: number;
}

export const begunLetters = (db: Database): readonly BegunReading[] =>
  sql`select lower(hex(raw_hash)) as hash, attempts, grouped, boot, restarts
    from inbox
    where state = 'stored' and (attempts > 0 or grouped = 1)`.all(db);

/** Restores the attempts at a letter that waits to be read. */
export const restoreAttempts = (db: Database, begun: BegunReading): void => {
  const { hash, attempts, grouped, boot, restarts } = begun;
  sql`update inbox
    set attempts = max(attempts, ${attempts}), grouped = max(grouped, ${grouped}), boot = ${boot},
      restarts = max(restarts, ${restarts})
    where state = 'stored' and raw_hash = ${Buffer.from(hash, 'hex')}`.run(db);
};

/** An incoming letter, put aside because reading it has failed, or killed the process, too often. */
interface LetterPutAside {
  readonly id: number;
  /** The arrival of the letter, in UTC milliseconds. */
  readonly at: number;
}

export const lettersPutAside = (db: Database): readonly LetterPutAside[] =>
  sql`select id, coalesce(arrived_at, received_at) as at
    from inbox
    where state = 'put-aside' and reason = 'reading failed too often'
    order by id`.all(db);

/** The arrival of the newest letter that waits to be read, and the highest id of an outgoing one; 0 if there is none. */
export const newestLetters = (
  db: Database,
): { readonly storedAt: number; readonly outboxId: number } =>
  sql`select coalesce((
        select max(coalesce(arrived_at, received_at)) from inbox where state = 'stored'
      ), 0) as storedAt,
      coalesce((select max(id) from outbox), 0) as outboxId`.one(db);

/**
 * Marks letters decided after a certain one and before a time as sent. Letters to a suspended address stay
 * waiting, and so do those about a letter that was given up, as they were not sent before.
 */
export const markDecidedSent = (db: Database, afterId: number, beforeTime: number): void => {
  sql`update outbox
    set state = 'sent', attempts = 1, sent_at = created_at, first_tried_at = created_at,
      leased_at = null, last_error = null
    where state in ('composed', 'sending', 'waiting') and id > ${afterId} and created_at < ${beforeTime}
      and not exists (
        select 1 from conditions
        where kind = 'suspension' and key = outbox.address_key and ended_at is null
      )
      and not exists (
        select 1 from inbox
        where inbox.id = outbox.inbox_id and inbox.reason = 'reading failed too often'
      )`.run(db);
};

/** The token of the newest letter that has one. */
export const newestToken = (db: Database): string | undefined =>
  sql`select reply_token from outbox
    where reply_token <> '' order by id desc limit 1`.value(db);
