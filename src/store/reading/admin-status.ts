import type { ServerStatus } from '../../command/shape/admin-reading.ts';
import { type Database, sql } from '../file/database.ts';
import { robotTurnsWaiting } from '../play/robot-turns.ts';
import { madePuzzles } from '../puzzle/puzzles.ts';
import { inboxCounts, outboxCounts } from './overview.ts';

/** Counts over the whole server. Reads every table once: for an admin's question, not for a turn. */
export function serverStatus(db: Database, now: number): ServerStatus {
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
      (select count(*) from suspended_players) as suspended,
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
