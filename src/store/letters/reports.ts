import type { MessageKind } from '../../intent.ts';
import { type Database, sql } from '../file/database.ts';

/** An outgoing letter that has failed for good. */
interface Failed {
  readonly number: number;
  readonly kind: MessageKind;
  readonly userid?: string;
  /** Undefined if it was never composed. */
  readonly codes?: string;
}

/** A letter that came in and was put aside. */
interface Aside {
  readonly number: number;
  readonly reason: string;
}

/**
 * When the last report was sent to the admins; 0 if none was. Reports with a later date do not count: they
 * were dated by a clock that was set back since. Those with a fault of the copies, which most servers send
 * at their first start, do not count either, and so delay no report of a trouble.
 */
export const lastReportAt = (db: Database, now: number): number =>
  sql`select coalesce(max(created_at), 0)
    from outbox
    where kind = 'report' and created_at <= ${now}
      and json_extract(facts, '$.copies') is null`.value(db);

/** Letters given up that are not reported yet, the oldest first; reports and probes excluded. */
export const unreportedFailures = (db: Database): readonly Failed[] =>
  sql`select outbox.id as number, kind, players.userid, iif(raw is null, null, last_error) as codes
    from outbox
    left join letter_bytes on outbox_id = outbox.id
    left join players on players.id = outbox.player_id
    where state = 'failed' and reported_at is null and kind not in ('report', 'probe')
    order by outbox.id`.all(db);

/** Records that all letters given up are reported to the admins. */
export const markFailuresReported = (db: Database, now: number): void => {
  sql`update outbox set reported_at = ${now}
    where state = 'failed' and reported_at is null`.run(db);
};

/** Letters put aside that are not reported yet, the oldest first. */
export const unreportedAside = (db: Database): readonly Aside[] =>
  sql`select id as number, coalesce(reason, '') as reason
    from inbox
    where state = 'put-aside' and reported_at is null
    order by id`.all(db);

/** Records that all letters put aside are reported to the admins. */
export const markAsideReported = (db: Database, now: number): void => {
  sql`update inbox set reported_at = ${now}
    where state = 'put-aside' and reported_at is null`.run(db);
};
