import { type Database, sql } from '../file/database.ts';

/** Notes that a letter was refused for good. */
export const noteRefusal = (
  db: Database,
  letter: { readonly id: number; readonly domain: string },
  error: string,
  now: number,
): void => {
  sql(
    db,
    `insert into refusals (outbox_id, domain, error, at)
    values (?, ?, ?, ?)
    on conflict (outbox_id) do update
    set error = excluded.error, at = excluded.at`,
  ).run(letter.id, letter.domain, error, now);
};

/** When a refused letter was let go to be tried once more, or null; undefined: it was not refused. */
export const letGoAt = (db: Database, id: number): number | null | undefined =>
  sql(db, 'select again_at from refusals where outbox_id = ?').pluck().get(id) as
    | number
    | null
    | undefined;

/** How many domains other than this one have letters that were refused. */
export const otherDomainsRefused = (db: Database, domain: string): number =>
  sql(db, 'select count(distinct domain) from refusals where domain <> ?')
    .pluck()
    .get(domain) as number;

/**
 * Lets a refused letter wait, and those that were given up for their refusals just before it. The
 * refusal is not counted as a try, so that letters behind it to its address never pass it.
 */
export const holdRefused = (db: Database, id: number, now: number): void => {
  sql(
    db,
    `update outbox
    set state = 'waiting', retry_at = :now, attempts = max(attempts - 1, 1),
      last_error = (select error from refusals where outbox_id = outbox.id), reported_at = null
    where id = :id
      or id in (select outbox_id from refusals)
        and state = 'failed'
        and last_error = (select error from refusals where outbox_id = outbox.id)
        and exists (select 1 from frozen where outbox_id = outbox.id)`,
  ).run({ id, now });
};

/** Another letter was taken: each that waits for its refusal is tried once more. */
export const letRefusedGo = (db: Database, now: number): void => {
  sql(db, 'update refusals set again_at = ?').run(now);
};

/** Forgets the refusals of one letter. */
export const forgetRefusal = (db: Database, id: number): void => {
  sql(db, 'delete from refusals where outbox_id = ?').run(id);
};

/**
 * No letter was taken: the refusals say nothing, and the letters begin anew. At once, because one that
 * is not due holds up nothing behind it when it counts as never tried.
 */
export const forgetRefusals = (db: Database): void => {
  sql(
    db,
    `update outbox
    set attempts = 0, retry_at = 0
    where state = 'waiting' and id in (select outbox_id from refusals)`,
  ).run();
  sql(db, 'delete from refusals').run();
};

/** A letter was taken: the refusals of those that do not wait were their own. */
export const forgetSettledRefusals = (db: Database): void => {
  sql(
    db,
    `delete from refusals
    where exists (
      select 1 from outbox
      where outbox.id = refusals.outbox_id and state in ('sent', 'failed')
    )`,
  ).run();
};

/** The time for which nothing went out is none in which a letter was tried in vain. */
export const forgetTimeSince = (db: Database, beganAt: number, now: number): void => {
  sql(
    db,
    `update outbox
    set first_tried_at = min(:now, first_tried_at + :now - :beganAt)
    where state in ('composed', 'waiting', 'sending') and first_tried_at is not null`,
  ).run({ beganAt, now });
};
