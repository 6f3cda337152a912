import { type Database, sql, type TimeWindow } from '../file/database.ts';

/** Records a permanent refusal of a letter. */
export const noteRefusal = (
  db: Database,
  letter: { readonly id: number; readonly domain: string },
  error: string,
  now: number,
): void => {
  sql(
    db,
    `insert into refusals (outbox_id, domain, error, at)
    values (?, ?, ?, ?)
    on conflict (outbox_id) do update
    set error = excluded.error, at = excluded.at`,
  ).run(letter.id, letter.domain, error, now);
};

/** When a refused letter was released for another try, or null; undefined: it was not refused. */
export const releasedAt = (db: Database, id: number): number | null | undefined =>
  sql(db, 'select again_at from refusals where outbox_id = ?').pluck().get(id) as
    | number
    | null
    | undefined;

/** The number of other domains with refused letters. */
export const otherDomainsRefused = (db: Database, domain: string): number =>
  sql(db, 'select count(distinct domain) from refusals where domain <> ?')
    .pluck()
    .get(domain) as number;

/**
 * Lets a refused letter wait, and those that were given up for their refusals just before it. The refusal
 * does not count as a try, so that later letters to its address never overtake it.
 */
export const holdRefused = (db: Database, id: number, now: number): void => {
  sql(
    db,
    `update outbox
    set state = 'waiting', retry_at = :now, attempts = max(attempts - 1, 1),
      last_error = (select error from refusals where outbox_id = outbox.id), reported_at = null
    where id = :id
      or id in (select outbox_id from refusals)
        and state = 'failed'
        and last_error = (select error from refusals where outbox_id = outbox.id)
        and id in (select outbox_id from letter_bytes where raw is not null)`,
  ).run({ id, now });
};

/** Releases refused letters for another try, because the server has accepted another letter. */
export const retryRefused = (db: Database, now: number): void => {
  sql(db, 'update refusals set again_at = ?').run(now);
};

/** Deletes the refusal of one letter. */
export const forgetRefusal = (db: Database, id: number): void => {
  sql(db, 'delete from refusals where outbox_id = ?').run(id);
};

/**
 * Deletes all refusals, and resets the attempts of their letters: the server accepted none, so refusals prove
 * nothing. The letters are due at once, because one that counts as never tried holds up no later one.
 */
export const forgetRefusals = (db: Database): void => {
  sql(
    db,
    `update outbox
    set attempts = 0, retry_at = 0
    where state = 'waiting' and id in (select outbox_id from refusals)`,
  ).run();
  sql(db, 'delete from refusals').run();
};

/** Deletes the refusals of sent and failed letters, after another letter was accepted. */
export const forgetSettledRefusals = (db: Database): void => {
  sql(
    db,
    `delete from refusals
    where exists (
      select 1 from outbox
      where outbox.id = refusals.outbox_id and state in ('sent', 'failed')
    )`,
  ).run();
};

/** Leaves the time without any sending out of the five days for which a letter is tried. */
export const forgetTimeSince = (db: Database, beganAt: number, now: number): void => {
  sql(
    db,
    `update outbox
    set first_tried_at = min(:now, first_tried_at + :now - :beganAt)
    where state in ('composed', 'waiting', 'sending') and first_tried_at is not null`,
  ).run({ beganAt, now });
};

/** A letter of ours that a delivery report is about. */
export interface Returned {
  readonly id: number;
  /** Without angles. */
  readonly messageId: string;
  readonly addressKey: string;
  readonly createdAt: number;
}

const SELECT = `
  select id, message_id as messageId, address_key as addressKey, created_at as createdAt
  from outbox`;

/** The letter with this number in the outbox, or undefined. */
export const returnedById = (db: Database, id: number): Returned | undefined =>
  sql(db, `${SELECT} where id = ?`).get(id) as Returned | undefined;

/** The letter with this Message-ID (without angles), or undefined. */
export const returnedByMessageId = (db: Database, messageId: string): Returned | undefined =>
  sql(db, `${SELECT} where message_id = ?`).get(messageId) as Returned | undefined;

/** Records that a letter has come back. Returns `false` if that was known already. */
export const noteBounce = (
  db: Database,
  letter: Returned,
  weight: 'hard' | 'soft',
  status: string,
  now: number,
): boolean =>
  sql(
    db,
    `insert into bounces (outbox_id, address_key, weight, status, at)
    values (?, ?, ?, ?, ?)
    on conflict (outbox_id) do nothing`,
  ).run(letter.id, letter.addressKey, weight, status, now).changes === 1;

/** The number of recent bounces of this weight of letters to an address. */
export const bouncesSince = (
  db: Database,
  addressKey: string,
  weight: 'hard' | 'soft',
  { since, now }: TimeWindow,
): number =>
  sql(
    db,
    'select count(*) from bounces where address_key = ? and weight = ? and at between ? and ?',
  )
    .pluck()
    .get(addressKey, weight, since, now) as number;

/** The failures of a domain in a row; 0 if it has accepted the last letter. */
export const destinationFailures = (db: Database, domain: string): number =>
  (sql(db, 'select failures from destinations where domain = ?').pluck().get(domain) as
    | number
    | undefined) ?? 0;

/** Defers a domain that has accepted no letter: at this time one is tried, alone. */
export const deferDestination = (db: Database, domain: string, nextAt: number): void => {
  sql(
    db,
    `insert into destinations (domain, failures, next_at) values (?, 1, ?)
    on conflict (domain) do update
    set failures = failures + 1, next_at = excluded.next_at`,
  ).run(domain, nextAt);
};

/** Ends the wait of a deferred domain: one letter is tried at once. */
export const retryDestinationNow = (db: Database, domain: string, now: number): void => {
  sql(db, 'update destinations set next_at = min(next_at, ?) where domain = ?').run(now, domain);
};

/** Ends the deferral of domains that have accepted a letter. */
export const destinationsWork = (db: Database, domains: readonly string[]): void => {
  sql(db, 'delete from destinations where domain in (select value from json_each(?))').run(
    JSON.stringify(domains),
  );
};
