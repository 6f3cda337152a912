import type {
  AdminAct,
  AdminQueries,
  FailedLetter,
  LetterId,
  ServerStatus,
  StuckLetter,
  WaitingYes,
} from '../../command/shape/admin-reading.ts';
import { type Database, sql } from '../file/database.ts';
import { forgetRefusal } from '../letters/refusals.ts';
import { robotTurnsWaiting } from '../play/jobs.ts';
import { madePuzzles } from '../puzzle/puzzles.ts';
import { inboxCounts, outboxCounts } from './overview.ts';

/** What admins may look up, answered from the database as it stands in this transaction. */
export const adminQueriesOf = (db: Database, now: number): AdminQueries => ({
  status: () => serverStatus(db, now),
  failed: (most) => failedLetters(db, most),
  putAside: (most) => putAsideLetters(db, most),
  held: (most) => waitingForYes(db, now, most),
  canRetry: (letter) => canRetry(db, letter),
  acts: (most) => adminActs(db, most),
});

/** Counts over the whole server. Reads every table once: for an admin's question, not for a turn. */
function serverStatus(db: Database, now: number): ServerStatus {
  const ages = waitingSince(db);
  return {
    ...tableCounts(db),
    robotTurns: robotTurnsWaiting(db),
    madePuzzles: madePuzzles(db),
    inbox: inboxCounts(db),
    outbox: outboxCounts(db),
    unreadForMs: ages.unread === null ? undefined : now - ages.unread,
    unsentForMs: ages.unsent === null ? undefined : now - ages.unsent,
    databaseBytes:
      (db.pragma('page_count', { simple: true }) as number) *
      (db.pragma('page_size', { simple: true }) as number),
  };
}

const tableCounts = (db: Database) =>
  sql(
    db,
    `select
      (select count(*) from players where id > 0) as players,
      (select count(*) from players where suspended_at is not null) as suspended,
      (select count(*) from matches where ending is null) as running,
      (select count(*) from matches where ending is not null) as finished,
      (select count(*) from challenges where state = 'open') as openChallenges,
      (select count(*) from puzzle_attempts where state = 'open') as openPuzzles`,
  ).get() as Pick<
    ServerStatus,
    'players' | 'suspended' | 'running' | 'finished' | 'openChallenges' | 'openPuzzles'
  >;

/** Since when letters wait; the one that is being read has had its attempt and waits no more. */
const waitingSince = (db: Database) =>
  sql(
    db,
    `select
      (select min(received_at) from inbox where state = 'stored' and attempts = 0) as unread,
      (select min(created_at) from outbox where state not in ('sent', 'failed')) as unsent`,
  ).get() as { unread: number | null; unsent: number | null };

/** Notes an act of an admin, for good: the table refuses changes and deletions. */
export function logAdminAct(
  db: Database,
  act: { readonly address: string; readonly act: string; readonly inboxId: number },
  now: number,
): void {
  sql(db, 'insert into admin_log (address, act, inbox_id, at) values (?, ?, ?, ?)').run(
    act.address,
    act.act,
    act.inboxId,
    now,
  );
}

/** The last acts of admins, the newest first. */
const adminActs = (db: Database, most: number): readonly AdminAct[] =>
  sql(
    db,
    `select at, address, act
    from admin_log
    order by id desc
    limit ? + 0`,
  ).all(most) as AdminAct[];

/** Outgoing letters that were given up, the newest first. */
const failedLetters = (db: Database, most: number): readonly FailedLetter[] =>
  sql(
    db,
    `select id, kind, created_at as at, coalesce(last_error, '') as reason
    from outbox
    where state = 'failed'
    order by id desc
    limit ? + 0`,
  ).all(most) as FailedLetter[];

/** Incoming letters that were put aside, the newest first. */
const putAsideLetters = (db: Database, most: number): readonly StuckLetter[] =>
  sql(
    db,
    `select id, received_at as at, coalesce(reason, '') as reason
    from inbox
    where state = 'put-aside'
    order by id desc
    limit ? + 0`,
  ).all(most) as StuckLetter[];

/** Commands that wait for a `yes` that may still come, the newest first. */
const waitingForYes = (db: Database, now: number, most: number): readonly WaitingYes[] =>
  sql(
    db,
    `select id, created_at as at, expires_at as until, json_array_length(lines) as commands
    from held
    where state = 'waiting' and expires_at >= ?
    order by id desc
    limit ? + 0`,
  ).all(now, most) as WaitingYes[];

/** Whether a letter did not get through and there is enough of it to try again. */
const canRetry = (db: Database, { way, id }: LetterId): boolean =>
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
    set state = iif(
        id in (select outbox_id from letter_bytes where raw is not null), 'composed', 'intended'
      ),
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
