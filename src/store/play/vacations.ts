import { type Day, mergeSpans, type Span } from '../../match/calendar.ts';
import { type Database, sql } from '../file/database.ts';

/** Days off as they were asked for, or given because letters did not get through. */
export interface Vacation extends Span {
  readonly id: number;
  readonly cause: 'player' | 'bounce';
}

/** A player's days off that end on a day or later, the first ones first. */
export const vacationsFrom = (db: Database, playerId: number, day: Day): readonly Vacation[] =>
  sql(
    db,
    `select id, from_day as "from", to_day as "to", cause
    from vacations
    where player_id = ? and to_day >= ?
    order by from_day`,
  ).all(playerId, day) as Vacation[];

/** The same days, merged. */
export const daysOffFrom = (db: Database, playerId: number, day: Day): readonly Span[] =>
  mergeSpans(vacationsFrom(db, playerId, day));

/** Writes days off down. */
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
 * Clocks run again from a day on: what has begun ends before it, what has not is dropped.
 *
 * @param cause only days off of this kind; undefined: all
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
