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
      limit ?
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
      limit ?
    )`,
  ).run(before, most).changes;
