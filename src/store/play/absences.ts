import { type Day, mergeSpans, type Span } from '../../match/calendar.ts';
import { type Database, type Sql, sql } from '../file/database.ts';

/** Days off that a player asked for, or got because letters bounced. */
interface Vacation extends Span {
  readonly id: number;
  readonly cause: 'player' | 'bounce';
}

/** A player's days off that end on a day or later, the earliest first. */
export const vacationsFrom = (db: Database, playerId: number, day: Day): readonly Vacation[] =>
  sql`select id, from_day as "from", to_day as "to", cause
    from vacations
    where player_id = ${playerId} and to_day >= ${day}
    order by from_day`.all(db);

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
  sql`insert into vacations (player_id, from_day, to_day, cause, created_at)
    values (${playerId}, ${from}, ${to}, ${cause}, ${now})`.run(db);
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
  sql`delete from vacations
    where player_id = ${playerId} and from_day >= ${day}
      and cause = coalesce(${cause}, cause)`.run(db);
  sql`update vacations
    set to_day = ${day - 1}
    where player_id = ${playerId} and to_day >= ${day}
      and cause = coalesce(${cause}, cause)`.run(db);
}

/** Stores a downtime: no letter could be read. */
export const putDowntime = (db: Database, beganAt: number, endedAt: number): void => {
  sql`insert into downtimes (began_at, ended_at) values (${beganAt}, ${endedAt})`.run(db);
};

/** The milliseconds of downtime between two moments, as a subquery. */
export const downtime = (since: number, until: number): Sql =>
  sql`(select coalesce(sum(max(0, min(ended_at, ${until}) - max(began_at, ${since}))), 0)
    from downtimes
    where ended_at > ${since} and began_at < ${until})`;

/** Whether a moment is within a downtime. */
export const isInDowntime = (db: Database, at: number): boolean =>
  sql`select 1 from downtimes where began_at <= ${at} and ended_at > ${at} limit 1`.exists(db);

/** Removes future downtimes, which come from a clock that was ahead. */
export function dropFutureDowntimes(db: Database, now: number): void {
  sql`delete from downtimes where began_at >= ${now}`.run(db);
  sql`update downtimes set ended_at = ${now} where ended_at > ${now}`.run(db);
}
