import { type Database, sql } from '../file/database.ts';
import type { MailboxKey } from './inbox.ts';

/** A letter of the mailbox that the database does not know any more. */
export interface Forgotten {
  /** That of its row before; undefined where it is not known. */
  readonly id: number | undefined;
  readonly key: MailboxKey;
  readonly raw: Uint8Array;
  readonly hash: Uint8Array;
  /** How large it is where `raw` is only its header. */
  readonly cutBytes: number | undefined;
  readonly arrivedAt: number;
  /** Whether the server's copy has been moved away. */
  readonly filed: boolean;
}

/** Stores a letter that was read before, to be read again. Returns its id. */
export function putForgotten(db: Database, letter: Forgotten, now: number): number {
  const { id, key, raw, hash, cutBytes, arrivedAt, filed } = letter;
  const { lastInsertRowid } = sql(
    db,
    `insert into inbox
      (id, mailbox, uidvalidity, uid, raw, raw_hash, cut_bytes, came_bytes, state, received_at,
        arrived_at, filed_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, 'stored', ?, ?, ?)`,
  ).run(
    id ?? null,
    key.mailbox,
    key.uidValidity,
    key.uid,
    raw,
    hash,
    cutBytes ?? null,
    cutBytes ?? raw.length,
    now,
    arrivedAt,
    filed ? now : null,
  );
  return Number(lastInsertRowid);
}

/** How many letters of mailboxes with these bytes the database knows. */
export const countKnown = (db: Database, hash: Uint8Array): number =>
  sql(db, `select count(*) from inbox where raw_hash = ? and mailbox not like '(%'`)
    .pluck()
    .get(hash) as number;

/** What became of the letter in this row; undefined where there is none. */
export const stateOf = (db: Database, id: number): string | undefined =>
  sql(db, 'select state from inbox where id = ?').pluck().get(id) as string | undefined;

/** Lets a letter wait that was read, because it was read once more before the database was lost. */
export const waitAgain = (db: Database, id: number): void => {
  sql(
    db,
    `update inbox
    set state = 'stored', attempts = 0, grouped = 1, reason = null, finished_at = null
    where id = ?`,
  ).run(id);
};

/** Letters that wait to be read, the oldest first. */
export const stillStored = (db: Database): readonly number[] =>
  sql(db, `select id from inbox where state = 'stored' order by id`).pluck().all() as number[];

/** Whether any letter is to be written. */
export const hasIntended = (db: Database): boolean =>
  sql(db, `select 1 from outbox where state = 'intended' limit 1`).get() !== undefined;

/**
 * What was decided before the database was lost has been sent since, up to a letter. Letters to an
 * address that gets none go on to wait.
 */
export const countAsSent = (db: Database): void => {
  sql(
    db,
    `update outbox
    set state = 'sent', attempts = 1, sent_at = created_at, first_tried_at = created_at,
      leased_at = null, last_error = null
    where state in ('composed', 'sending', 'waiting')
      and not exists (
        select 1 from suspensions
        where suspensions.address_key = outbox.address_key and lifted_at is null
      )`,
  ).run();
};

/** The token of the newest letter that has one. */
export const newestToken = (db: Database): string | undefined =>
  sql(db, `select reply_token from outbox where reply_token <> '' order by id desc limit 1`)
    .pluck()
    .get() as string | undefined;
