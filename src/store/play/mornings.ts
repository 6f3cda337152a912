import type { Day } from '../../match/calendar.ts';
import { type Database, sql } from '../file/database.ts';

/** The player's day of the last letter of the morning. */
export const lastMorning = (db: Database, playerId: number): Day | undefined =>
  (sql(db, 'select day from mornings where player_id = ?').pluck().get(playerId) as
    | Day
    | null
    | undefined) ?? undefined;

/** A player gets the letter of a day. */
export const noteMorning = (db: Database, playerId: number, day: Day): void => {
  sql(
    db,
    `insert into mornings (player_id, day) values (?, ?)
    on conflict (player_id) do update
    set day = excluded.day`,
  ).run(playerId, day);
};

/**
 * When the letter of a morning has left the house, or undefined while it still waits to. One that was
 * given up, or is for an address that gets no letters, counts from when it was written.
 *
 * @param wallClock the time of the letter, or one before the next
 */
export const toldAt = (db: Database, playerId: number, writtenAt: number): number | undefined => {
  const letter = sql(
    db,
    `select case
        when state = 'sent' then sent_at
        when state = 'failed' or exists (
          select 1 from suspensions
          where suspensions.address_key = outbox.address_key and lifted_at is null
        ) then created_at
      end as at
    from outbox
    where player_id = ? and board is null and kind = 'morning' and created_at <= ?
    order by id desc
    limit 1`,
  ).get(playerId, writtenAt) as { at: number | null } | undefined;
  return letter ? (letter.at ?? undefined) : writtenAt;
};

/** When the next letter of the day is due for a player who wants one; undefined: never. */
export const planMorning = (db: Database, playerId: number, dueAt: number | undefined): void => {
  sql(
    db,
    `insert into mornings (player_id, due_at) values (?, ?)
    on conflict (player_id) do update
    set due_at = excluded.due_at`,
  ).run(playerId, dueAt ?? null);
};

/** Players whose letter of the day is due, the longest due first. */
export const dueMornings = (db: Database, now: number, most: number): readonly number[] =>
  sql(
    db,
    `select player_id from mornings
    where due_at is not null and due_at <= ?
    order by due_at, player_id
    limit ? + 0`,
  )
    .pluck()
    .all(now, most) as number[];

/** Players whose letter of the day is due after a time. */
export const plannedAfter = (db: Database, at: number): readonly number[] =>
  sql(db, 'select player_id from mornings where due_at > ?').pluck().all(at) as number[];
