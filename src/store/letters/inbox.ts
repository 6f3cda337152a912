import type { InboxState } from '../../command/shape/by-subject.ts';
import { type Database, sql } from '../file/database.ts';
import { type PackedBytes, unpack } from './packed.ts';

/** The result of a letter, and the reason, for the operator. */
export interface End {
  /** All states are terminal but `stored`, in which it waits to be read. */
  readonly state: Exclude<InboxState, 'stored'>;
  readonly reason?: string | undefined;
  /** The key of the address that it came from, or that a report is about. */
  readonly senderKey?: string | undefined;
}

/** The place of a letter on the IMAP server (RFC 9051, section 2.3.1.1). */
export interface MailboxKey {
  readonly mailbox: string;
  readonly uidValidity: number;
  readonly uid: number;
}

/** The highest UID that was fetched; 0 if the mailbox is new or was recreated. */
export function lastUid(db: Database, mailbox: string, uidValidity: number): number {
  const row = sql`select uidvalidity, last_uid from mailboxes
    where name = ${mailbox}`.get<{
    uidvalidity: number;
    last_uid: number;
  }>(db);
  return row?.uidvalidity === uidValidity ? row.last_uid : 0;
}

export function setLastUid(db: Database, { mailbox, uidValidity, uid }: MailboxKey): void {
  sql`insert into mailboxes (name, uidvalidity, last_uid)
    values (${mailbox}, ${uidValidity}, ${uid})
    on conflict (name) do update
    set uidvalidity = excluded.uidvalidity, last_uid = excluded.last_uid`.run(db);
}

/** A letter of the mailbox that is not stored yet. */
interface NewLetter {
  readonly key: MailboxKey;
  /** Only its header if it is too large, so that its sender can be told. */
  readonly raw: Uint8Array;
  readonly hash: Uint8Array;
  /** The size in bytes of a letter that is too large. */
  readonly fullBytes?: number | undefined;
  /** When the mail server got it; undefined if not before now. */
  readonly arrivedAt: number | undefined;
  /** Whether it has been moved from the mailbox to the folder of processed letters. */
  readonly filed?: boolean;
}

/** Stores a raw letter, to be read. A letter that is already stored stays as it is. */
export function storeLetter(db: Database, letter: NewLetter, now: number): void {
  const { key, raw, hash, fullBytes, arrivedAt, filed = false } = letter;
  sql`insert into inbox
      (mailbox, uidvalidity, uid, raw, raw_hash, cut_bytes, came_bytes, state, received_at,
        arrived_at, filed_at)
    values (${key.mailbox}, ${key.uidValidity}, ${key.uid}, ${raw}, ${hash}, ${fullBytes},
      ${fullBytes ?? raw.length}, 'stored', ${now}, ${arrivedAt}, ${filed ? now : null})
    on conflict (mailbox, uidvalidity, uid) do nothing`.run(db);
}

/** The mailbox name of letters piped in by a mail transfer agent. They are not filed. */
export const PIPE = '(pipe)';

/** Stores a raw letter from the pipe, under the next UID. Returns its id. */
export function storePiped(db: Database, raw: Uint8Array, hash: Uint8Array, now: number): number {
  return sql`insert into inbox
      (mailbox, uidvalidity, uid, raw, raw_hash, came_bytes, state, received_at, filed_at)
    select ${PIPE}, 0, coalesce(max(uid), 0) + 1, ${raw}, ${hash}, ${raw.length}, 'stored', ${now},
      ${now}
    from inbox
    where mailbox = ${PIPE} and uidvalidity = 0`.insert(db);
}

/** The highest id of a letter; 0 if there is none. */
export const newestLetter = (db: Database): number =>
  sql`select coalesce(max(id), 0) from inbox`.value(db);

/** The mailbox name of admin acts typed at the terminal. */
const TERMINAL = '(terminal)';

/** Stores an admin act typed at the terminal, in place of a letter. Returns its id. */
export function storeTerminalAct(db: Database, now: number): number {
  return sql`insert into inbox
      (mailbox, uidvalidity, uid, state, received_at, finished_at, filed_at)
    select ${TERMINAL}, 0, coalesce(max(uid), 0) + 1, 'done', ${now}, ${now}, ${now}
    from inbox
    where mailbox = ${TERMINAL} and uidvalidity = 0`.insert(db);
}

/** Records a letter that was not fetched, and why. */
export function putAsideUnread(db: Database, key: MailboxKey, reason: string, now: number): void {
  sql`insert into inbox (mailbox, uidvalidity, uid, state, reason, received_at, finished_at)
    values (${key.mailbox}, ${key.uidValidity}, ${key.uid}, 'put-aside', ${reason}, ${now}, ${now})
    on conflict (mailbox, uidvalidity, uid) do nothing`.run(db);
}

/** A letter that waits to be read. */
export interface WaitingLetter {
  readonly id: number;
  readonly bytes: number;
  /** Whether its reading was begun before, alone or in a group. */
  readonly begun: 0 | 1;
}

/**
 * The letters that wait to be read, the oldest first: those of the mailbox in their order there, and those of
 * the pipe between them by arrival, the order in which a recovery reads them.
 */
export const waitingLetters = (db: Database): readonly WaitingLetter[] =>
  sql`select id, length(raw) as bytes, grouped > 0 or attempts > 0 as begun
    from inbox
    where state = 'stored'
    order by max(coalesce(arrived_at, received_at)) over (partition by mailbox = ${PIPE}
      order by id),
      mailbox = ${PIPE}, id`.all(db);

/** A letter whose reading begins. */
export interface StoredLetter {
  readonly raw: Uint8Array;
  readonly hash: Uint8Array;
  /** Attempts to read it alone. */
  readonly attempts: number;
  /** The letter's size in bytes if it was too large to be fetched, and `raw` is only its header. */
  readonly fullBytes: number | undefined;
  readonly arrivedAt: number;
}

/**
 * A letter that waits to be read, or undefined if it no longer waits. Records that it is read in a group: if
 * that fails, it is read alone.
 */
export const beginInGroup = (db: Database, id: number): StoredLetter | undefined =>
  toStored(
    sql`update inbox set grouped = 1
      where id = ${id} and state = 'stored'
      returning raw as bytes, packed, raw_hash as hash, attempts, cut_bytes as fullBytes,
        coalesce(arrived_at, received_at) as arrivedAt`.get(db),
  );

/**
 * A letter that waits to be read, or undefined if it no longer waits. The reading is counted before it begins,
 * so that a letter that kills the process is noticed; `attempts` are those before.
 *
 * @param boot id of the machine's current boot
 */
export const beginReading = (db: Database, id: number, boot: string): StoredLetter | undefined =>
  toStored(
    sql`update inbox set attempts = attempts + 1, boot = ${boot}
      where id = ${id} and state = 'stored'
      returning raw as bytes, packed, raw_hash as hash, attempts - 1 as attempts,
        cut_bytes as fullBytes, coalesce(arrived_at, received_at) as arrivedAt`.get(db),
  );

const toStored = (
  row: (Omit<StoredLetter, 'raw'> & PackedBytes) | undefined,
): StoredLetter | undefined => row && { ...row, raw: unpack(row) };

/**
 * Takes back all attempts that a restart of the machine may have interrupted: those begun before the current
 * boot.
 *
 * @param limit how often this is done for one letter
 */
export const discountRestarts = (db: Database, boot: string, limit: number): void => {
  sql`update inbox
    set attempts = 0, restarts = restarts + 1
    where state = 'stored' and attempts > 0 and boot <> ${boot}
      and restarts < ${limit}`.run(db);
};

/** Uncounts an attempt that failed through no fault of the letter. */
export const discountAttempt = (db: Database, id: number): void => {
  sql`update inbox set attempts = attempts - 1 where id = ${id} and attempts > 0`.run(db);
};

/** What is kept for ever of a letter besides the hash of its bytes, to recognise copies. */
export interface Likeness {
  /** Undefined if the letter was not readable, or a different one could have an equal fingerprint. */
  readonly fingerprint: Uint8Array | undefined;
  /** The reply token of our letter that it answers. */
  readonly token: string | undefined;
}

/**
 * The finished letter with equal bytes, or equal fingerprint and token, if there is one. Copies do not count:
 * they must not keep their original from being read once more.
 */
export function duplicateOf(
  db: Database,
  id: number,
  hash: Uint8Array,
  { fingerprint, token }: Likeness,
): number | undefined {
  const first = sql`select min(id) from (
      select id, state, same_as from inbox where raw_hash = ${hash}
      union
      select id, state, same_as from inbox
      where fingerprint = ${fingerprint} and coalesce(token, ${token}) = ${token}
    )
    where id <> ${id} and state <> 'stored' and same_as is null`.value<number>(db);
  return first ?? undefined;
}

/** Whether a letter of this player with this token was carried out. */
export const wasCarriedOut = (db: Database, playerId: number, token: string): boolean =>
  sql`select 1 from addresses
    join inbox on sender_key = address_key
    where player_id = ${playerId} and token = ${token} and state = 'done'`.exists(db);

/**
 * Gives a letter its terminal state.
 *
 * @param end with `sameAs`, the id of the letter that it is a copy of
 * @param compressed replaces its bytes, whose hash stays
 * @throws Error if it has one already: another process was faster, and this transaction is undone
 */
export function finishLetter(
  db: Database,
  id: number,
  end: End & Partial<Likeness> & { readonly sameAs?: number | undefined },
  now: number,
  compressed?: PackedBytes,
): void {
  const { changes } = sql`update inbox
    set state = ${end.state}, reason = ${end.reason}, sender_key = ${end.senderKey},
      fingerprint = ${end.fingerprint}, token = ${end.token}, same_as = ${end.sameAs},
      finished_at = ${now}, raw = coalesce(${compressed?.bytes}, raw),
      packed = coalesce(${compressed?.packed}, packed)
    where id = ${id} and state = 'stored'`.run(db);
  if (changes !== 1) throw new Error(`letter ${id} was finished by somebody else`);
}

/** UIDs of letters in a terminal state that are not filed on the server yet. */
export const unfiledUids = (db: Database, mailbox: string, uidValidity: number) =>
  sql`select uid from inbox
    where filed_at is null and state <> 'stored' and mailbox = ${mailbox}
      and uidvalidity = ${uidValidity}
    order by uid`.values<number>(db);

/** Records that the server's copies were flagged and moved. */
export function markFiled(
  db: Database,
  mailbox: string,
  uidValidity: number,
  uids: readonly number[],
  now: number,
): void {
  sql`update inbox
    set filed_at = ${now}
    where mailbox = ${mailbox} and uidvalidity = ${uidValidity} and uid in (select value
      from json_each(${JSON.stringify(uids)}))`.run(db);
}

/** Whether all letters with these bytes were finished before a time, and none was put aside. */
export const isForgettable = (db: Database, hash: Uint8Array, before: number): boolean =>
  sql`select coalesce(min(state not in ('stored', 'put-aside') and finished_at < ${before}), 0)
    from inbox
    where raw_hash = ${hash}`.value(db) === 1;

export const hasWaitingLetters = (db: Database): boolean =>
  sql`select 1 from inbox where state = 'stored' limit 1`.exists(db);

export const arrivalOf = (db: Database, id: number): number | undefined =>
  sql`select coalesce(arrived_at, received_at) from inbox where id = ${id}`.value(db);

/**
 * Drops the bytes of letters without a known sender, unreadable or old ones, that contain one of these
 * addresses.
 */
export function dropLettersNaming(db: Database, addressKeys: readonly string[]): void {
  const unknown = sql`select id, raw as bytes, packed from inbox
    where raw is not null and state <> 'stored' and sender_key is null`;
  const naming: number[] = [];
  for (const { id, ...packed } of unknown.iterate<PackedBytes & { readonly id: number }>(db)) {
    const text = Buffer.from(unpack(packed)).toString().toLowerCase();
    if (addressKeys.some((key) => text.includes(key))) naming.push(id);
  }
  for (const id of naming) sql`update inbox set raw = null where id = ${id}`.run(db);
}
