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
    set raw = null
    where id in (
      select id from inbox
      where raw is not null and state <> 'stored' and finished_at < ?
      order by finished_at
      limit ? + 0
    )`,
  ).run(before, most).changes;

/**
 * Empties letters that were decided before a time and are sent or given up. Their ids stay, because
 * later letters of a thread name them.
 *
 * @returns how many
 */
export const emptyOutbox = (db: Database, before: number, most: number): number =>
  sql(
    db,
    `update outbox
    set facts = 'null'
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
    from frozen
    join outbox on outbox.id = outbox_id
    where outbox_id > ?
    order by outbox_id
    limit ? + 0`,
  ).all(before, after, most) as { id: number; isOld: 0 | 1; isSent: 0 | 1 }[];
  const sent = rows.filter(({ isOld, isSent }) => isOld && isSent).map(({ id }) => id);
  sql(db, 'delete from frozen where outbox_id in (select value from json_each(?))').run(
    JSON.stringify(sent),
  );
  // They are numbered as they were decided: behind young ones there are no old ones.
  const goesOn = rows.length === most && rows.some(({ isOld }) => isOld);
  return goesOn ? rows.at(-1)?.id : undefined;
}
