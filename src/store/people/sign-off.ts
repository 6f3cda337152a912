import { type Database, sql } from '../file/database.ts';

/**
 * Forgets a person, and keeps what the matches of others need: the userid, the boards, the
 * challenges they came from, and the ratings, from which those of others follow. Letters that wait for the person are given up, kept ones are emptied;
 * their Message-IDs stay, so that bounces and copies of them are still known for what they are.
 * Raw letters to and from others go when old letters are cleared away, and the admin log stays.
 */
export function signOff(db: Database, playerId: number, now: number): void {
  forgetLettersFrom(db, playerId);
  forgetLettersTo(db, playerId);
  forgetHeld(db, playerId);
  forgetAnalyses(db, playerId);
  endInvitations(db, playerId);
  sql(
    db,
    `delete from counters
    where key = cast(:playerId as text)
      or key in (select address_key from addresses where player_id = :playerId)`,
  ).run({ playerId });
  sql(db, 'delete from address_requests where player_id = ?').run(playerId);
  sql(db, 'delete from addresses where player_id = ?').run(playerId);
  sql(db, 'delete from settings where player_id = ?').run(playerId);
  sql(db, 'delete from blocks where player_id = ? or blocked_id = ?').run(playerId, playerId);
  sql(db, 'delete from waiting where player_id = ?').run(playerId);
  sql(db, 'delete from vacations where player_id = ?').run(playerId);
  sql(db, `delete from jobs where player_id = ? and kind in ('morning', 'puzzle')`).run(playerId);
  sql(db, 'delete from puzzle_attempts where player_id = ?').run(playerId);
  sql(db, 'delete from puzzle_standings where player_id = ?').run(playerId);
  sql(
    db,
    "delete from conditions where kind = 'odd-name' and key = cast(? as text) and ended_at is null",
  ).run(playerId);
  sql(
    db,
    `update players
    set left_at = ?, active_day = null, suspended_at = null, first_board = null, lessons = null,
      unnamed = 0
    where id = ?`,
  ).run(now, playerId);
}

/** Raw letters of the person, as far as a letter of ours answered them. */
const forgetLettersFrom = (db: Database, playerId: number): void => {
  sql(
    db,
    `update inbox
    set raw = null
    where state <> 'stored'
      and id in (
        select inbox_id from outbox where player_id = ? and automatic = 'auto-replied'
      )`,
  ).run(playerId);
};

const forgetLettersTo = (db: Database, playerId: number): void => {
  sql(
    db,
    `update outbox
    set address = '', userid = null, address_key = '', facts = 'null',
      last_error = case when state in ('sent', 'failed') then last_error else 'signed off' end,
      state = case when state = 'sent' then 'sent' else 'failed' end
    where player_id = ?
      or address_key in (select address_key from addresses where player_id = ?)`,
  ).run(playerId, playerId);
};

const forgetHeld = (db: Database, playerId: number): void => {
  const own = `address_key in (select address_key from addresses where player_id = ?)`;
  // The row stays: its number is in the token of the question, and must not come to mean another.
  sql(
    db,
    `update held
    set address_key = '', lines = '[]', comment = '', state = 'confirmed'
    where ${own}`,
  ).run(playerId);
};

const forgetAnalyses = (db: Database, playerId: number): void => {
  sql(
    db,
    `update jobs
    set address = '', due_at = null
    where player_id = ? and kind = 'analysis'`,
  ).run(playerId);
};

/** Who was invited is still never invited again, but no challenge waits any more. */
const endInvitations = (db: Database, playerId: number): void => {
  sql(db, `update invitations set state = 'taken' where inviter_id = ?`).run(playerId);
};
