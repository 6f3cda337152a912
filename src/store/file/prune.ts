import { type Database, sql } from './database.ts';

/**
 * Deletes the bytes and senders of incoming letters finished before a time. Hashes stay, by which copies are
 * recognised.
 */
export const dropOldInboxBytes = (db: Database, before: number, most: number): number =>
  sql`update inbox
    set raw = null, sender_key = null
    where id in (
      select id from inbox
      where raw is not null and state <> 'stored' and finished_at < ${before}
      order by finished_at
      limit ${most} + 0
    )`.run(db).changes;

/**
 * Deletes the facts of letters decided before a time and sent or given up, and addresses without an account.
 * Message-IDs stay, because later letters of a thread name them.
 */
export const dropOldOutboxFacts = (db: Database, before: number, most: number): number =>
  sql`update outbox
    set facts = 'null', address = iif(player_id is null, '', address),
      address_key = iif(player_id is null, '', address_key)
    where id in (
      select id from outbox
      where facts <> 'null' and state in ('sent', 'failed') and created_at < ${before}
      order by created_at
      limit ${most} + 0
    )`.run(db).changes;

/**
 * Deletes the bytes of letters decided before a time and sent. Their facts stay.
 *
 * @param after the id before the first letter to check
 * @returns the `after` of the next batch; undefined if this was the last
 */
export function dropSentBytes(
  db: Database,
  before: number,
  after: number,
  most: number,
): number | undefined {
  const rows = sql`select outbox_id as id, created_at < ${before} as isOld, state = 'sent' as isSent
    from letter_bytes
    join outbox on outbox.id = outbox_id
    where raw is not null and outbox_id > ${after}
    order by outbox_id
    limit ${most} + 0`.all<{ id: number; isOld: 0 | 1; isSent: 0 | 1 }>(db);
  const sent = rows.filter(({ isOld, isSent }) => isOld && isSent).map(({ id }) => id);
  sql`update letter_bytes set raw = null
    where outbox_id in (select value from json_each(${JSON.stringify(sent)}))`.run(db);
  // Ids are in the order of decision: no old letter follows a new one.
  const goesOn = rows.length === most && rows.some(({ isOld }) => isOld);
  return goesOn ? rows.at(-1)?.id : undefined;
}

/**
 * Releases free pages to the disk, but for those that will soon be used again. A file that older versions
 * made cannot shrink, and stays as it is.
 *
 * @param keptShare the share of all pages that stays
 * @param most pages in one transaction
 */
export function incrementalVacuum(db: Database, keptShare: number, most: number): number {
  const pages = () => sql`pragma page_count`.value<number>(db);
  const before = pages();
  const free = sql`pragma freelist_count`.value<number>(db);
  const surplus = Math.min(free - Math.ceil(before * keptShare), most);
  if (surplus > 0) db.pragma(`incremental_vacuum(${surplus})`);
  return before - pages();
}
