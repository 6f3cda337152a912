import type { MessageKind } from '../../intent.ts';
import { type Database, sql } from '../file/database.ts';

/** A letter that was given up. */
interface Failed {
  readonly number: number;
  readonly kind: MessageKind;
  readonly userid: string | null;
  /** Null when it was never composed. */
  readonly codes: string | null;
}

/** A letter that came in and was put aside. */
interface Aside {
  readonly number: number;
  readonly reason: string;
}

/**
 * When the admins were last written to; 0 when they never were. A report of the time to come was
 * dated by a clock that has been put back since. One that tells what is amiss with the copies, as the
 * first start of most servers sends it, keeps none waiting that tells of a trouble.
 */
export const lastReportAt = (db: Database, now: number): number =>
  sql(
    db,
    `select coalesce(max(created_at), 0)
    from outbox
    where kind = 'report' and created_at <= ? and json_extract(facts, '$.copies') is null`,
  )
    .pluck()
    .get(now) as number;

/** Letters given up that no report has told of, the oldest first; never a report itself. */
export const unreportedFailures = (db: Database): readonly Failed[] =>
  sql(
    db,
    `select outbox.id as number, kind, players.userid, iif(raw is null, null, last_error) as codes
    from outbox
    left join letter_bytes on outbox_id = outbox.id
    left join players on players.id = outbox.player_id
    where state = 'failed' and reported_at is null and kind not in ('report', 'probe')
    order by outbox.id`,
  ).all() as Failed[];

/** The admins know of every letter given up until now. */
export const markFailuresReported = (db: Database, now: number): void => {
  sql(db, `update outbox set reported_at = ? where state = 'failed' and reported_at is null`).run(
    now,
  );
};

/** Letters put aside that no report has told of, the oldest first. */
export const unreportedAside = (db: Database): readonly Aside[] =>
  sql(
    db,
    `select id as number, coalesce(reason, '') as reason
    from inbox
    where state = 'put-aside' and reported_at is null
    order by id`,
  ).all() as Aside[];

/** The admins know of every letter put aside until now. */
export const markAsideReported = (db: Database, now: number): void => {
  sql(db, `update inbox set reported_at = ? where state = 'put-aside' and reported_at is null`).run(
    now,
  );
};
