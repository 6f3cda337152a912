import type { AdminQueries, ServerStatus } from '../../command/shape/by-subject.ts';
import { type Database, sql } from '../file/database.ts';
import { forgetRefusal } from '../letters/refusals.ts';
import { robotTurnsWaiting } from '../play/jobs.ts';
import { madePuzzles } from '../puzzle/puzzles.ts';
import { letterCounts } from './overview.ts';

/** The queries of admins, answered from the database within the current transaction. */
export const adminQueriesOf = (db: Database, now: number): AdminQueries => ({
  status: () => serverStatus(db, now),
  failed: (limit) =>
    sql`select id, kind, created_at as at, coalesce(last_error, '') as reason
    from outbox
    where state = 'failed'
    order by id desc
    limit ${limit} + 0`.all(db),
  putAside: (limit) =>
    sql`select id, received_at as at, coalesce(reason, '') as reason
    from inbox
    where state = 'put-aside'
    order by id desc
    limit ${limit} + 0`.all(db),
  held: (limit) =>
    sql`select id, created_at as at, expires_at as until, json_array_length(lines) as commands
    from held
    where state = 'waiting' and expires_at >= ${now}
    order by +id desc
    limit ${limit} + 0`.all(db),
  canRetry: ({ way, id }) =>
    way === 'in'
      ? sql`select 1 from inbox
        where id = ${id} and state = 'put-aside' and raw is not null
          and length(raw) > 0`.exists(db)
      : sql`select 1 from outbox
        where id = ${id} and state = 'failed' and facts <> 'null'`.exists(db),
  acts: (limit) =>
    sql`select at, address, act
    from admin_log
    order by id desc
    limit ${limit} + 0`.all(db),
});

function serverStatus(db: Database, now: number): ServerStatus {
  const unread = unreadSince(db);
  const { inbox, outbox, unsentSince } = letterCounts(db);
  return {
    ...tableCounts(db),
    robotTurns: robotTurnsWaiting(db),
    madePuzzles: madePuzzles(db),
    inbox,
    outbox,
    unreadForMs: unread === undefined ? undefined : now - unread,
    unsentForMs: unsentSince === undefined ? undefined : now - unsentSince,
    databaseBytes:
      (db.pragma('page_count', { simple: true }) as number) *
      (db.pragma('page_size', { simple: true }) as number),
  };
}

const tableCounts = (db: Database) =>
  sql`select
      (select count(*) from players where id > 0) as players,
      (select count(*) from players where suspended_at is not null) as suspended,
      (select count(*) from matches where ending is null) as running,
      (select count(*) from matches where ending is not null) as finished,
      (select count(*) from challenges where state = 'open') as openChallenges,
      (select count(*) from puzzle_attempts where state = 'open') as openPuzzles`.one<
    Pick<
      ServerStatus,
      'players' | 'suspended' | 'running' | 'finished' | 'openChallenges' | 'openPuzzles'
    >
  >(db);

/** The time of the oldest unread letter without any attempt. */
const unreadSince = (db: Database): number | undefined =>
  sql`select min(received_at) from inbox where state = 'stored' and attempts = 0`.value(db);

/** Logs an act of an admin. Triggers keep the log append-only; only a sign-off masks addresses in it. */
export function logAdminAct(
  db: Database,
  act: { readonly address: string; readonly act: string; readonly inboxId: number },
  now: number,
): void {
  sql`insert into admin_log (address, act, inbox_id, at)
    values (${act.address}, ${act.act}, ${act.inboxId}, ${now})`.run(db);
}

/**
 * Resets a letter that was given up: the same bytes are sent if they are stored, and it has its full time for
 * attempts. If it is given up again, that is reported.
 */
export function retryOutgoing(db: Database, id: number, now: number): void {
  const { changes } = sql`update outbox
    set state = iif(
        exists (select 1 from letter_bytes where outbox_id = outbox.id and raw is not null),
        'composed', 'intended'
      ),
      attempts = 0, last_error = null, retry_at = ${now}, first_tried_at = null, reported_at = null
    where id = ${id} and state = 'failed'`.run(db);
  if (changes !== 1) throw new Error(`outgoing letter ${id} has not failed`);
  forgetRefusal(db, id);
}

/**
 * Lets a letter that was put aside be read once more, alone. If it is put aside again, that is reported. Ignored
 * copies lose their hashes, so that it is not a copy of them.
 */
export function retryIncoming(db: Database, id: number): void {
  sql`update inbox
    set raw_hash = null, fingerprint = null
    from (select raw_hash as hash, fingerprint as print from inbox where id = ${id}) as original
    where (raw_hash = original.hash or fingerprint = original.print)
      and state = 'ignored' and reason = ${`the same as ${id}`}`.run(db);
  const { changes } = sql`update inbox
    set state = 'stored', attempts = 0, grouped = 1, reason = null, fingerprint = null,
      finished_at = null, reported_at = null
    where id = ${id} and state = 'put-aside'`.run(db);
  if (changes !== 1) throw new Error(`incoming letter ${id} was not put aside`);
}
