import type { TimeWindow } from '../../ports.ts';
import { type Database, sql } from '../file/database.ts';

export const noteRefusal = (
  db: Database,
  letter: { readonly id: number; readonly domain: string },
  error: string,
  now: number,
): void => {
  sql`insert into refusals (outbox_id, domain, error, at)
    values (${letter.id}, ${letter.domain}, ${error}, ${now})
    on conflict (outbox_id) do update
    set error = excluded.error, at = excluded.at`.run(db);
};

/** Whether a domain is deferred, a letter was refused, or the submission server may accept no letter at all. */
export const hasDoubts = (db: Database): boolean =>
  sql`select exists (select 1 from destinations) or exists (select 1 from refusals)
    or exists (
      select 1 from conditions where kind = 'door' and ended_at is null
    )`.value(db) === 1;

/**
 * Whether a letter was refused before, and when it was let go to be tried once more; and the number of other
 * domains with a refused letter.
 */
export const refusalsBefore = (
  db: Database,
  { id, domain }: { readonly id: number; readonly domain: string },
): { readonly wasRefused: 0 | 1; readonly againAt: number | undefined; readonly others: number } =>
  sql`select count(*) filter (where outbox_id = ${id}) as wasRefused,
      max(again_at) filter (where outbox_id = ${id}) as againAt,
      count(distinct domain) filter (where domain <> ${domain}) as others
    from refusals`.one(db);

/**
 * Lets a refused letter wait, and those that were given up for their refusals just before it. The refusal
 * does not count as a try, so that later letters to its address never overtake it.
 */
export const holdRefused = (db: Database, id: number, now: number): void => {
  sql`update outbox
    set state = 'waiting', retry_at = ${now}, attempts = max(attempts - 1, 1),
      last_error = (select error from refusals where outbox_id = outbox.id), reported_at = null
    where id = ${id}
      or id in (select outbox_id from refusals)
        and state = 'failed'
        and last_error = (select error from refusals where outbox_id = outbox.id)
        and exists (select 1 from letter_bytes where outbox_id = outbox.id and raw is not null)`.run(
    db,
  );
};

export const forgetRefusal = (db: Database, id: number): void => {
  sql`delete from refusals where outbox_id = ${id}`.run(db);
};

/**
 * Lets refused letters go, because the server has accepted another one. After a doubt they are tried once more.
 * A server that was shut has accepted none, so refusals prove nothing: their letters are due at once with no
 * attempt, because one that counts as never tried holds up no later one. The time without any sending does
 * not count among the five days for which a letter is tried.
 */
export function releaseRefused(
  db: Database,
  { state, beganAt }: { readonly state: string; readonly beganAt: number },
  now: number,
): void {
  if (state === 'doubted') {
    sql`update refusals set again_at = ${now}`.run(db);
  } else {
    sql`update outbox
      set attempts = 0, retry_at = 0
      where state = 'waiting' and id in (select outbox_id from refusals)`.run(db);
    sql`delete from refusals`.run(db);
  }
  sql`update outbox
    set first_tried_at = min(${now}, first_tried_at + ${now} - ${beganAt})
    where first_tried_at is not null
      and id in (
        select id from outbox where state in ('composed', 'waiting')
        union all
        select id from outbox where state = 'sending'
      )`.run(db);
}

/** Deletes the refusals of sent and failed letters, after another letter was accepted. */
export const forgetSettledRefusals = (db: Database): void => {
  sql`delete from refusals
    where exists (
      select 1 from outbox
      where outbox.id = refusals.outbox_id and state in ('sent', 'failed')
    )`.run(db);
};

/** A letter of ours that a delivery report is about. */
export interface Returned {
  readonly id: number;
  /** The Message-ID, without angle brackets. */
  readonly messageId: string;
  readonly addressKey: string;
  readonly createdAt: number;
}

const SELECT = sql`
  select id, message_id as messageId, address_key as addressKey, created_at as createdAt
  from outbox`;

/** The letter of ours with this id, or else with this Message-ID. */
export const returnedLetter = (
  db: Database,
  id: number | undefined,
  messageId: string | undefined,
): Returned | undefined =>
  sql`${SELECT} where id = ${id}`.get<Returned>(db) ??
  sql`${SELECT} where message_id = ${messageId}`.get(db);

/** Records that a letter has come back. Returns `false` if that was known already. */
export const noteBounce = (
  db: Database,
  letter: Returned,
  weight: 'hard' | 'soft',
  status: string,
  now: number,
): boolean =>
  sql`insert into bounces (outbox_id, address_key, weight, status, at)
    values (${letter.id}, ${letter.addressKey}, ${weight}, ${status}, ${now})
    on conflict (outbox_id) do nothing`.run(db).changes === 1;

/** The number of recent bounces of this weight of letters to an address. */
export const bouncesSince = (
  db: Database,
  addressKey: string,
  weight: 'hard' | 'soft',
  { since, now }: TimeWindow,
): number =>
  sql`select count(*) from bounces
    where address_key = ${addressKey} and weight = ${weight}
      and at between ${since} and ${now}`.value(db);

/** The failures of a domain in a row; 0 if it has accepted the last letter. */
export const destinationFailures = (db: Database, domain: string): number =>
  sql`select failures from destinations where domain = ${domain}`.value(db) ?? 0;

/** Defers a domain that has accepted no letter: at this time one is tried, alone. */
export const deferDestination = (db: Database, domain: string, nextAt: number): void => {
  sql`insert into destinations (domain, failures, next_at) values (${domain}, 1, ${nextAt})
    on conflict (domain) do update
    set failures = failures + 1, next_at = excluded.next_at`.run(db);
};

/** Ends the wait of a deferred domain: one letter is tried at once. */
export const retryDestinationNow = (db: Database, domain: string, now: number): void => {
  sql`update destinations set next_at = min(next_at, ${now})
    where domain = ${domain}`.run(db);
};

/** Ends the deferral of domains that have accepted a letter. */
export const clearDestinations = (db: Database, domains: readonly string[]): void => {
  sql`delete from destinations
    where domain in (select value from json_each(${JSON.stringify(domains)}))`.run(db);
};
