import type { Rank } from '../../budget/quota.ts';
import {
  doubtedDomainsMax,
  leaseLettersPerDomainMax,
  orderedTriesMax,
  retryMsMax,
} from '../../server-limits.ts';
import { type Database, sql, type TimeWindow } from '../file/database.ts';
import { type PackedBytes, unpack } from './packed.ts';

/** A frozen letter that is to be handed to the submission server. */
export interface Leased {
  readonly id: number;
  readonly envelopeFrom: string;
  readonly address: string;
  readonly addressKey: string;
  readonly domain: string;
  /** Letters of one queue to an address keep their order. */
  readonly queue: string;
  /** Lower ones go first; -1 is for the boards of a match that is over. */
  readonly precedence: -1 | 0 | 1;
  /** Hand-overs before this one. */
  readonly attempts: number;
  /** When a server first had an answer for it; null before. */
  readonly firstTriedAt: number | null;
}

/** Which letters go first when few may: reports to the admins, boards and the calendar, all others. */
export const LEASE_RANK = `iif(kind = 'report', 0, precedence + 1)`;

/** The boards of a match that is over go before all others. */
const PRECEDENCE = `
  iif(kind = 'board' and exists (
    select 1 from matches where matches.board = outbox.board and ending is not null
  ), -1, precedence)`;

const NOT_SUSPENDED = `
  not exists (
    select 1 from conditions
    where kind = 'suspension' and key = letter.address_key and ended_at is null
  )`;

/** No letter goes to a suspended address, nor past an earlier one of its queue that has just failed. */
const MAY_GO = `
  ${NOT_SUSPENDED}
  and not exists (
    select 1 from outbox as earlier
    where earlier.address_key = letter.address_key
      and earlier.queue = letter.queue
      and earlier.id < letter.id
      and earlier.state in ('composed', 'waiting')
      and earlier.attempts between 1 and ${orderedTriesMax - 1}
  )`;

/**
 * Frozen letters whose time has come: boards of matches that are over first, for which no cap counts,
 * then other boards and what the calendar says, then all others; and of each queue to an address its
 * first letter before the second of any other, so that many in one queue hold up no other. Not among them: letters to a suspended address or to a domain that waits, letters
 * behind an earlier one of their queue that has just failed, and, of a domain that has waited, all but the one that shows whether it takes letters again:
 * the one tried least, so that it is not for ever the same. A time that is further away than any
 * letter waits was stamped by a clock that has been put back since.
 *
 * @param rank of those that may go
 */
export const dueLetters = (
  db: Database,
  now: number,
  most: number,
  rank: Rank = 2,
): readonly Leased[] =>
  sql(
    db,
    `select outbox.id, envelope_from as envelopeFrom, address, address_key as addressKey,
      due.domain, queue, due.precedence, outbox.attempts, first_tried_at as firstTriedAt
    from (
      select *, row_number() over (
          partition by domain
          order by iif(waited is null, 0, attempts), precedence, turn, attempts, id
        ) as place
      from (
        select letter.id, letter.domain, letter.precedence, letter.attempts,
          destinations.domain as waited,
          row_number() over (
            partition by letter.address_key, letter.queue
            order by letter.id
          ) as turn
        from (
          select id, attempts, retry_at, address_key, queue, ${PRECEDENCE} as precedence,
            substr(address_key, instr(address_key, '@') + 1) as domain
          from outbox
          where state in ('composed', 'waiting') and ${LEASE_RANK} <= :rank
        ) as letter
        left join destinations on destinations.domain = letter.domain
        where (letter.retry_at <= :now or letter.retry_at > :latest
            or letter.precedence = -1 and letter.attempts = 0)
          and (destinations.domain is null
            or destinations.next_at <= :now or destinations.next_at > :latest)
          and ${MAY_GO}
      )
    ) as due
    join outbox on outbox.id = due.id
    where due.place <= iif(due.waited is null, :perDomain, 1)
    order by due.precedence, due.turn, due.id
    limit :most + 0`,
  ).all({
    now,
    latest: now + retryMsMax,
    most,
    rank,
    perDomain: leaseLettersPerDomainMax,
  }) as Leased[];

/**
 * The letter that shows whether the submission server takes any, when that is in doubt: at best one
 * to an address that has taken one lately, and never one that others of its queue come before. Those
 * that were refused come last, the one that was refused longest ago before the others.
 *
 * @param taken when an address must have taken one for that
 * @param any whether it may also be one that settles little: one that was refused before, or goes to a
 *   domain that has refused one, or, where several have, to an address that has taken none lately
 * @param rank of those that may go
 */
export const trialLetter = (
  db: Database,
  taken: TimeWindow,
  any: boolean,
  rank: Rank,
): Leased | undefined =>
  sql(
    db,
    `select id, envelope_from as envelopeFrom, address, letter.address_key as addressKey,
      letter.domain, queue, precedence, attempts, first_tried_at as firstTriedAt
    from (
      select *, substr(address_key, instr(address_key, '@') + 1) as domain,
        exists (
          select 1 from outbox as taken
          where taken.address_key = outbox.address_key
            and taken.state = 'sent' and taken.sent_at > :since and taken.sent_at <= :now
        ) as has_taken
      from outbox
      where state in ('composed', 'waiting') and ${LEASE_RANK} <= :rank
    ) as letter
    left join destinations on destinations.domain = letter.domain
    left join refusals on refusals.outbox_id = letter.id
    where (letter.retry_at <= :now or letter.retry_at > :latest)
      and (destinations.domain is null
        or destinations.next_at <= :now or destinations.next_at > :latest)
      and ${NOT_SUSPENDED}
      and not exists (
        select 1 from outbox as earlier
        where earlier.address_key = letter.address_key
          and earlier.queue = letter.queue
          and earlier.id < letter.id
          and earlier.state in ('composed', 'waiting', 'sending')
          and earlier.attempts < ${orderedTriesMax}
          and (earlier.attempts > 0 or earlier.retry_at <= :now)
      )
      and (:any
        or letter.domain not in (select domain from refusals)
        and (has_taken
          or (select count(distinct domain) from refusals) < ${doubtedDomainsMax}))
    order by refusals.at is not null, has_taken desc, refusals.at, precedence, id
    limit 1`,
  ).get({
    ...taken,
    latest: taken.now + retryMsMax,
    any: any ? 1 : 0,
    rank,
  }) as Leased | undefined;

/** Whether an address has lately taken a letter. */
export const hasAcceptedRecently = (db: Database, addressKey: string, taken: TimeWindow): boolean =>
  sql(
    db,
    `select 1 from outbox
    where address_key = :addressKey and state = 'sent' and sent_at > :since and sent_at <= :now
    limit 1`,
  ).get({ addressKey, ...taken }) !== undefined;

/** The bytes of a frozen letter, the same on every try. */
export const frozenRaw = (db: Database, id: number): Uint8Array =>
  unpack(
    sql(db, 'select raw as bytes, packed from letter_bytes where outbox_id = ?').get(
      id,
    ) as PackedBytes,
  );

/** Whether there is any letter to look at; mostly there is none, and that is seen at once. */
export const hasFrozen = (db: Database): boolean =>
  sql(db, `select 1 from outbox where state in ('composed', 'waiting') limit 1`).get() !==
  undefined;

/** Marks a letter as being handed over, and counts the attempt. */
export const beginSending = (db: Database, id: number, now: number): void => {
  sql(
    db,
    `update outbox
    set state = 'sending', attempts = attempts + 1, leased_at = ?
    where id = ?`,
  ).run(now, id);
};

/** Gives a letter back that was leased and not handed over. */
export const release = (db: Database, id: number): void => {
  sql(
    db,
    `update outbox
    set state = 'composed', attempts = attempts - 1, leased_at = null
    where id = ? and state = 'sending'`,
  ).run(id);
};

/** The letter waits, though nobody has refused it. */
export const postpone = (db: Database, id: number, until: number): void => {
  sql(db, 'update outbox set retry_at = ? where id = ?').run(until, id);
};

/** The server has taken letters. */
export const markSent = (db: Database, ids: readonly number[], now: number): void => {
  sql(
    db,
    `update outbox
    set state = 'sent', sent_at = ?, last_error = null
    where id in (select value from json_each(?))`,
  ).run(now, JSON.stringify(ids));
};

/** The server has not taken the letter; it is tried again at a time. */
export const retryLater = (
  db: Database,
  id: number,
  now: number,
  retryAt: number,
  error: string,
): void => {
  sql(
    db,
    `update outbox
    set state = 'waiting', retry_at = ?, last_error = ?, first_tried_at = coalesce(first_tried_at, ?)
    where id = ?`,
  ).run(retryAt, error, now, id);
};

/** The letter is given up. */
export const giveUpLetter = (db: Database, id: number, error: string): void => {
  sql(db, `update outbox set state = 'failed', last_error = ? where id = ?`).run(error, id);
};

/** Whether any letter is in the hands of a process. */
export const hasSending = (db: Database): boolean =>
  sql(db, `select 1 from outbox where state = 'sending' limit 1`).get() !== undefined;

/**
 * Lets all that waits for an address begin anew: its five days have not passed in the hands of a mail
 * server. What was never tried is due when it is.
 */
export const restartRetries = (db: Database, addressKey: string, now: number): void => {
  sql(
    db,
    `update outbox
    set attempts = 0, first_tried_at = null, retry_at = iif(attempts = 0, retry_at, min(retry_at, ?))
    where address_key = ? and state in ('composed', 'waiting')`,
  ).run(now, addressKey);
};

/** After a crash: letters that were in the hands of a process that is no more are due again. */
export const requeueSending = (db: Database): number =>
  sql(db, `update outbox set state = 'composed', leased_at = null where state = 'sending'`).run()
    .changes;

/** What an address is and has been handed lately of a queue: how many letters, and when the first. */
export const handedSince = (
  db: Database,
  { addressKey, queue }: Pick<Leased, 'addressKey' | 'queue'>,
  lately: TimeWindow,
): { readonly count: number; readonly firstAt: number | null } =>
  sql(
    db,
    `select count(*) as count, min(at) as firstAt
    from (
      select sent_at as at
      from outbox
      where address_key = :addressKey and queue = :queue and state = 'sent'
        and sent_at > :since and sent_at <= :now
      union all
      select leased_at
      from outbox
      where address_key = :addressKey and queue = :queue and state = 'sending'
    )`,
  ).get({ addressKey, queue, ...lately }) as { count: number; firstAt: number | null };

/**
 * The letter that has been due for longest, of those that nothing holds back but us.
 *
 * @returns its number
 */
export const oldestDue = (db: Database, now: number): number | undefined =>
  sql(
    db,
    `select letter.id
    from outbox as letter
    left join destinations
      on destinations.domain = substr(letter.address_key, instr(letter.address_key, '@') + 1)
    where letter.state in ('composed', 'waiting')
      and letter.retry_at <= :now and coalesce(destinations.next_at, 0) <= :now and ${MAY_GO}
    order by letter.retry_at, letter.id
    limit 1`,
  )
    .pluck()
    .get({ now }) as number | undefined;

/**
 * When the next letter may be due, in UTC milliseconds; undefined when none waits. While it is in
 * doubt whether the submission server takes any, that is when it is asked next.
 *
 * @param rank of the letters that are looked at; all are, where there is none
 */
export const nextDueAt = (db: Database, rank?: Rank): number | undefined =>
  (sql(
    db,
    `select max(
      min(max(letter.retry_at, coalesce(destinations.next_at, 0))),
      coalesce((select due_at from conditions where kind = 'door' and ended_at is null), 0)
    )
    from outbox as letter
    left join destinations
      on destinations.domain = substr(letter.address_key, instr(letter.address_key, '@') + 1)
    where letter.state in ('composed', 'waiting') and ${LEASE_RANK} = coalesce(:rank, ${LEASE_RANK})
      and ${MAY_GO}`,
  )
    .pluck()
    .get({ rank: rank ?? null }) as number | null) ?? undefined;
