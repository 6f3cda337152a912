import { addressKey } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';
import type { Lately } from '../file/lately.ts';

/** A sign-up for whose question there was no room yet. */
export interface SignUp {
  readonly id: number;
  readonly inboxId: number;
  readonly messageId: string | undefined;
  readonly address: string;
  readonly lines: readonly string[];
  /** In which its address is asked. */
  readonly language: string;
  /** Our mail host has found that it comes from where it says. */
  readonly verified: boolean;
}

interface Row {
  readonly id: number;
  readonly inbox_id: number;
  readonly message_id: string | null;
  readonly address: string;
  readonly lines: string;
  readonly language: string;
  readonly verified: 0 | 1;
}

/** Notes a sign-up, and that it waits. The same one that waits already waits in its place. */
export function putSignUp(db: Database, signUp: Omit<SignUp, 'id'>, now: number): number {
  const { inboxId, messageId, address, language, verified } = signUp;
  const key = addressKey(address);
  const lines = JSON.stringify(signUp.lines);
  sql(
    db,
    `delete from sign_ups
    where address_key = ? and lines = ? and asked_at is null`,
  ).run(key, lines);
  const { lastInsertRowid } = sql(
    db,
    `insert into sign_ups
      (inbox_id, message_id, address, address_key, domain, lines, language, verified, came_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    inboxId,
    messageId ?? null,
    address,
    key,
    key.slice(key.lastIndexOf('@') + 1),
    lines,
    language,
    verified ? 1 : 0,
    now,
  );
  return Number(lastInsertRowid);
}

/** Takes a sign-up off the list: its address is asked. What is left of it counts for its domain. */
export const noteAsked = (db: Database, id: number, now: number): void => {
  sql(
    db,
    `update sign_ups
    set asked_at = ?, address = '', address_key = '', lines = '[]'
    where id = ?`,
  ).run(now, id);
};

/**
 * Forgets sign-ups from before a time, whether they were asked about or not; and those that were asked
 * about by a clock that has been put back since.
 */
export const dropSignUps = (db: Database, { since, now }: Lately): void => {
  sql(db, 'delete from sign_ups where came_at < ? or (came_at > ? and asked_at is not null)').run(
    since,
    now,
  );
};

/** How many sign-ups of an address wait. */
export const signUpsWaiting = (db: Database, address: string): number =>
  sql(db, 'select count(*) from sign_ups where address_key = ? and asked_at is null')
    .pluck()
    .get(addressKey(address)) as number;

/** Whether any sign-up waits. */
export const someSignUpWaits = (db: Database): boolean =>
  sql(db, 'select 1 from sign_ups where asked_at is null limit 1').get() !== undefined;

/**
 * The newest sign-up that waits at each domain, verified ones first, then those of the domain with the
 * fewest: who floods us from many domains has many from each, and behind a flood the oldest would wait
 * for its end.
 */
export const nextSignUps = (db: Database): readonly SignUp[] =>
  (
    sql(
      db,
      `select sign_ups.*
      from (
        select max(id) filter (where asked_at is null) as id, count(*) as requests
        from sign_ups
        group by domain, verified
      ) as newest
      join sign_ups on sign_ups.id = newest.id
      order by verified desc, requests, sign_ups.id desc`,
    ).all() as Row[]
  ).map((row) => ({
    id: row.id,
    inboxId: row.inbox_id,
    messageId: row.message_id ?? undefined,
    address: row.address,
    lines: JSON.parse(row.lines) as string[],
    language: row.language,
    verified: row.verified === 1,
  }));
