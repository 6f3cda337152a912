import { type Day, mergeSpans, type Span } from '../../match/calendar.ts';
import { type Database, sql } from '../file/database.ts';

/** Days off that a player asked for, or got because letters bounced. */
interface Vacation extends Span {
  readonly id: number;
  readonly cause: 'player' | 'bounce';
}

/** A player's days off that end on a day or later, the earliest first. */
export const vacationsFrom = (db: Database, playerId: number, day: Day): readonly Vacation[] =>
  sql(
    db,
    `select id, from_day as "from", to_day as "to", cause
    from vacations
    where player_id = ? and to_day >= ?
    order by from_day`,
  ).all(playerId, day) as Vacation[];

/** A player's days off that end on a day or later, merged. */
export const daysOffFrom = (db: Database, playerId: number, day: Day): readonly Span[] =>
  mergeSpans(vacationsFrom(db, playerId, day));

/** Stores days off. */
export const putVacation = (
  db: Database,
  playerId: number,
  { from, to }: Span,
  cause: Vacation['cause'],
  now: number,
): void => {
  sql(
    db,
    `insert into vacations (player_id, from_day, to_day, cause, created_at)
    values (?, ?, ?, ?, ?)`,
  ).run(playerId, from, to, cause, now);
};

/**
 * Ends days off before a day: those that have begun are shortened, later ones deleted.
 *
 * @param cause only days off with this cause; undefined: all
 */
export function endVacations(
  db: Database,
  playerId: number,
  day: Day,
  cause: Vacation['cause'] | undefined,
): void {
  sql(
    db,
    `delete from vacations
    where player_id = ? and from_day >= ? and cause = coalesce(?, cause)`,
  ).run(playerId, day, cause ?? null);
  sql(
    db,
    `update vacations
    set to_day = ?
    where player_id = ? and to_day >= ? and cause = coalesce(?, cause)`,
  ).run(day - 1, playerId, day, cause ?? null);
}

/** Stores a downtime: no letter could be read. */
export const putDowntime = (db: Database, beganAt: number, endedAt: number): void => {
  sql(db, 'insert into downtimes (began_at, ended_at) values (?, ?)').run(beganAt, endedAt);
};

/** Milliseconds of downtime between two moments. */
export const awayBetween = (db: Database, since: number, until: number): number =>
  until <= since
    ? 0
    : (sql(
        db,
        `select coalesce(sum(min(ended_at, :until) - max(began_at, :since)), 0)
        from downtimes
        where ended_at > :since and began_at < :until`,
      )
        .pluck()
        .get({ since, until }) as number);

/** Whether a moment is within a downtime. */
export const isInDowntime = (db: Database, at: number): boolean =>
  sql(db, 'select 1 from downtimes where began_at <= ? and ended_at > ? limit 1').get(at, at) !==
  undefined;

/** Removes future downtimes, which come from a clock that was ahead. */
export function cutDowntimes(db: Database, now: number): void {
  sql(db, 'delete from downtimes where began_at >= ?').run(now);
  sql(db, 'update downtimes set ended_at = ? where ended_at > ?').run(now, now);
}
