import { type Database, sql } from '../file/database.ts';

/** A suspension that the admins have not been told of. */
export interface Suspended {
  /** Null for an address without an account. */
  readonly userid: string | null;
  /** What the last report said, as in RFC 3463. */
  readonly status: string;
}

/** Sends an address nothing until a time. Returns `false` when it is suspended already. */
export const suspend = (db: Database, addressKey: string, now: number, until: number): boolean =>
  sql(
    db,
    `insert into suspensions (address_key, began_at, ends_at)
    values (?, ?, ?)
    on conflict do nothing`,
  ).run(addressKey, now, until).changes === 1;

/** Ends the suspension of an address. Returns `false` when there is none. */
export const lift = (
  db: Database,
  addressKey: string,
  by: 'letter' | 'time',
  now: number,
): boolean =>
  sql(
    db,
    `update suspensions
    set lifted_at = ?, lifted_by = ?
    where address_key = ? and lifted_at is null`,
  ).run(now, by, addressKey).changes === 1;

/**
 * Addresses whose suspension has lasted as long as it may. One that begins in the time to come was
 * dated by a clock that has been put back since.
 */
export const suspendedUntil = (db: Database, now: number): readonly string[] =>
  sql(
    db,
    `select address_key
    from suspensions
    where lifted_at is null and (ends_at <= :now or began_at > :now)`,
  )
    .pluck()
    .all({ now }) as string[];

/** When an address was last let go; 0 when it never was suspended. */
export const liftedAt = (db: Database, addressKey: string, now: number): number =>
  sql(
    db,
    `select coalesce(max(lifted_at), 0)
    from suspensions
    where address_key = ? and lifted_at <= ?`,
  )
    .pluck()
    .get(addressKey, now) as number;

/**
 * Lets what is left begin anew: its five days have not passed in the hands of a mail server. What was
 * never tried is due when it is.
 */
export const beginAnew = (db: Database, addressKey: string, now: number): void => {
  sql(
    db,
    `update outbox
    set attempts = 0, first_tried_at = null, retry_at = iif(attempts = 0, retry_at, min(retry_at, ?))
    where address_key = ? and state in ('composed', 'waiting')`,
  ).run(now, addressKey);
};

/** Suspensions that no report has told of, the oldest first. */
export const unreportedSuspensions = (db: Database): readonly Suspended[] =>
  sql(
    db,
    `select players.userid, (
        select status from bounces
        where bounces.address_key = suspensions.address_key and at <= suspensions.began_at
        order by at desc
        limit 1
      ) as status
    from suspensions
    left join addresses on addresses.address_key = suspensions.address_key
    left join players on players.id = addresses.player_id
    where reported_at is null
    order by suspensions.id`,
  ).all() as Suspended[];

/** The admins know of every suspension up to now. */
export const markSuspensionsReported = (db: Database, now: number): void => {
  sql(db, 'update suspensions set reported_at = ? where reported_at is null').run(now);
};
