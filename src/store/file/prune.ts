import { type Database, sql } from './database.ts';

/**
 * Empties letters that came in and were finished before a time. What tells a copy of them stays.
 *
 * @returns how many
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
 * Empties letters that were decided before a time and are sent or given up. Their ids stay, because
 * later letters of a thread name them, and no address of anybody without an account.
 *
 * @returns how many
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
 * Forgets the bytes of letters that were decided before a time and are sent. What they told stays.
 *
 * @param after looks at letters with higher numbers only
 * @param most letters that are looked at
 * @returns from where to go on; undefined when there are no more
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
  // They are numbered as they were decided: behind young ones there are no old ones.
  const goesOn = rows.length === most && rows.some(({ isOld }) => isOld);
  return goesOn ? rows.at(-1)?.id : undefined;
}

/** Where SQLite keeps track of pages so that the file can get smaller, a few pages at a time. */
const INCREMENTAL = 2;

const number = (db: Database, pragma: string): number =>
  sql(db, `pragma ${pragma}`).pluck().get() as number;

/** The size of the file, in bytes, when all that is in the log is in it. */
export const fileBytes = (db: Database): number =>
  number(db, 'page_count') * number(db, 'page_size');

/** Whether the file can get smaller. One from before it could has to be written anew once. */
export const canGiveBack = (db: Database): boolean => number(db, 'auto_vacuum') === INCREMENTAL;

/**
 * Writes the whole file anew, without what is free in it. Takes twice its room while it does, and
 * nobody else can write meanwhile.
 *
 * @throws Error of SQLite, where there is no room; then nothing has changed
 */
export function compact(db: Database): void {
  db.pragma('auto_vacuum = incremental');
  db.exec('vacuum');
}

/**
 * Gives pages that are free back to the disk, but for so many that will soon be used again.
 *
 * @param most pages in this one transaction
 * @returns how many
 */
export function incrementalVacuum(db: Database, keptShare: number, most: number): number {
  if (!canGiveBack(db)) return 0;
  const kept = Math.ceil(number(db, 'page_count') * keptShare);
  const surplus = Math.min(number(db, 'freelist_count') - kept, most);
  if (surplus <= 0) return 0;
  db.pragma(`incremental_vacuum(${surplus})`);
  return surplus;
}
