import type {
  FailedLetter,
  LetterId,
  StuckLetter,
  WaitingYes,
} from '../../command/shape/admin-reading.ts';
import { type Database, sql } from '../file/database.ts';
import { forgetRefusal } from '../letters/refusals.ts';

/** Outgoing letters that were given up, the newest first. */
export const failedLetters = (db: Database, most: number): readonly FailedLetter[] =>
  sql(
    db,
    `select id, kind, created_at as at, coalesce(last_error, '') as reason
    from outbox
    where state = 'failed'
    order by id desc
    limit ? + 0`,
  ).all(most) as FailedLetter[];

/** Incoming letters that were put aside, the newest first. */
export const putAsideLetters = (db: Database, most: number): readonly StuckLetter[] =>
  sql(
    db,
    `select id, received_at as at, coalesce(reason, '') as reason
    from inbox
    where state = 'put-aside'
    order by id desc
    limit ? + 0`,
  ).all(most) as StuckLetter[];

/** Commands that wait for a `yes` that may still come, the newest first. */
export const waitingForYes = (db: Database, now: number, most: number): readonly WaitingYes[] =>
  sql(
    db,
    `select id, created_at as at, expires_at as until, json_array_length(lines) as commands
    from held
    where state = 'waiting' and expires_at >= ?
    order by id desc
    limit ? + 0`,
  ).all(now, most) as WaitingYes[];

/** Whether a letter did not get through and there is enough of it to try again. */
export const canRetry = (db: Database, { way, id }: LetterId): boolean =>
  (way === 'in'
    ? sql(
        db,
        `select 1 from inbox
        where id = ? and state = 'put-aside' and raw is not null and length(raw) > 0`,
      )
    : sql(
        db,
        `select 1 from outbox
        where id = ? and state = 'failed' and facts <> 'null'`,
      )
  ).get(id) !== undefined;

/**
 * A letter that was given up begins anew: the same bytes, if it was ever written, with all its days to
 * be tried in. When it is given up again, that is news.
 */
export function retryOutgoing(db: Database, id: number, now: number): void {
  const { changes } = sql(
    db,
    `update outbox
    set state = iif(id in (select outbox_id from frozen), 'composed', 'intended'),
      attempts = 0, last_error = null, retry_at = ?, first_tried_at = null, reported_at = null
    where id = ? and state = 'failed'`,
  ).run(now, id);
  if (changes !== 1) throw new Error(`outgoing letter ${id} has not failed`);
  forgetRefusal(db, id);
}

/** A letter that was put aside is read again, alone. When it is put aside again, that is news. */
export function retryIncoming(db: Database, id: number): void {
  const { changes } = sql(
    db,
    `update inbox
    set state = 'stored', attempts = 0, grouped = 1, reason = null, finished_at = null,
      reported_at = null
    where id = ? and state = 'put-aside'`,
  ).run(id);
  if (changes !== 1) throw new Error(`incoming letter ${id} was not put aside`);
}

/** Copies that were ignored for a letter's sake no longer stand in its way when it is read again. */
export const forgetCopies = (db: Database, id: number): void => {
  sql(
    db,
    `update inbox
    set raw_hash = null, fingerprint = null
    where state = 'ignored' and reason = ?`,
  ).run(`the same as ${id}`);
};
