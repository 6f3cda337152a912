import { type Database, sql } from './database.ts';

/**
 * Deletes the bytes and senders of incoming letters finished before a time. Hashes stay, by which copies are
 * recognised.
 *
 * @returns the number of letters
 */
export const emptyInbox = (db: Database, before: number, most: number): number =>
  sql(
    db,
    `update inbox
    set raw = null, sender_key = null
    where id in (
      select id from inbox
      where raw is not null and state <> 'stored' and finished_at < ?
      order by finished_at
      limit ? + 0
    )`,
  ).run(before, most).changes;

/**
 * Deletes the facts of letters decided before a time and sent or given up, and addresses without an account.
 * Message-IDs stay, because later letters of a thread name them.
 *
 * @returns the number of letters
 */
export const emptyOutbox = (db: Database, before: number, most: number): number =>
  sql(
    db,
    `update outbox
    set facts = 'null', address = iif(player_id is null, '', address),
      address_key = iif(player_id is null, '', address_key)
    where id in (
      select id from outbox
      where facts <> 'null' and state in ('sent', 'failed') and created_at < ?
      order by created_at
      limit ? + 0
    )`,
  ).run(before, most).changes;

/**
 * Deletes the bytes of letters decided before a time and sent. Their facts stay.
 *
 * @param after the id before the first letter to check
 * @param most letters to check
 * @returns the next `after`; undefined if there are no more
 */
export function dropSentBytes(
  db: Database,
  before: number,
  after: number,
  most: number,
): number | undefined {
  const rows = sql(
    db,
    `select outbox_id as id, created_at < ? as isOld, state = 'sent' as isSent
    from letter_bytes
    join outbox on outbox.id = outbox_id
    where raw is not null and outbox_id > ?
    order by outbox_id
    limit ? + 0`,
  ).all(before, after, most) as { id: number; isOld: 0 | 1; isSent: 0 | 1 }[];
  const sent = rows.filter(({ isOld, isSent }) => isOld && isSent).map(({ id }) => id);
  sql(
    db,
    'update letter_bytes set raw = null where outbox_id in (select value from json_each(?))',
  ).run(JSON.stringify(sent));
  // Ids are in the order of decision: no old letter follows a new one.
  const goesOn = rows.length === most && rows.some(({ isOld }) => isOld);
  return goesOn ? rows.at(-1)?.id : undefined;
}

/** The mode in which SQLite can shrink the file, a few pages at a time. */
const INCREMENTAL = 2;

const number = (db: Database, pragma: string): number =>
  sql(db, `pragma ${pragma}`).pluck().get() as number;

/** The size of the file in bytes, once the log is written into it. */
export const fileBytes = (db: Database): number =>
  number(db, 'page_count') * number(db, 'page_size');

/** Whether the file can shrink. A file of an older version has to be rewritten once. */
export const canGiveBack = (db: Database): boolean => number(db, 'auto_vacuum') === INCREMENTAL;

/**
 * Rewrites the file without its free pages. This takes twice its size on disk, and blocks other writers.
 *
 * @throws Error of SQLite if there is no room; nothing has changed then
 */
export function compact(db: Database): void {
  db.pragma('auto_vacuum = incremental');
  db.exec('vacuum');
}

/**
 * Releases free pages to the disk, but for those that will soon be used again.
 *
 * @param keptShare the share of all pages that stays
 * @param most pages in one transaction
 * @returns the number of pages
 */
export function incrementalVacuum(db: Database, keptShare: number, most: number): number {
  if (!canGiveBack(db)) return 0;
  const pagesKept = Math.ceil(number(db, 'page_count') * keptShare);
  const surplus = Math.min(number(db, 'freelist_count') - pagesKept, most);
  if (surplus <= 0) return 0;
  db.pragma(`incremental_vacuum(${surplus})`);
  return surplus;
}
