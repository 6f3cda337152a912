import type { Rank } from '../../budget/quota.ts';
import type { TimeWindow } from '../../ports.ts';
import { composeLimits, leaseLimits, retryLimits } from '../../server-limits.ts';
import { type Database, sql } from '../file/database.ts';
import { type PackedBytes, unpack } from './packed.ts';

/** A frozen letter that is to be handed to the submission server. */
export interface Leased {
  readonly id: number;
  readonly envelopeFrom: string;
  readonly address: string;
  readonly addressKey: string;
  readonly domain: string;
  /** Letters of one letter queue to an address keep their order. */
  readonly queue: string;
  /** Lower ones go first; -1 is for the board letters of a match that is over. */
  readonly precedence: -1 | 0 | 1;
  /** Hand-overs before this one. */
  readonly attempts: number;
  /** When a server first answered for it; undefined before. */
  readonly firstTriedAt: number | undefined;
}

/** The rank of letters under a quota: reports to the admins, boards and the calendar, all others. */
export const LEASE_RANK = sql`iif(kind = 'report', 0, precedence + 1)`;

/** The board letters of a match that is over go before all others. */
const PRECEDENCE = sql`
  iif(kind = 'board' and exists (
    select 1 from matches where matches.board = outbox.board and ending is not null
  ), -1, precedence)`;

const NOT_SUSPENDED = sql`
  not exists (
    select 1 from conditions
    where kind = 'suspension' and key = letter.address_key and ended_at is null
  )`;

/** No letter goes to a suspended address, or overtakes one of its letter queue that has just failed. */
const MAY_GO = sql`
  ${NOT_SUSPENDED}
  and not exists (
    select 1 from outbox as earlier
    where earlier.address_key = letter.address_key
      and earlier.queue = letter.queue
      and earlier.id < letter.id
      and earlier.state in ('composed', 'waiting')
      and earlier.attempts between 1 and ${leaseLimits.orderedTries - 1}
  )`;

/**
 * Frozen letters that are due: boards of matches that are over first, even if postponed, then other boards
 * and letters from the calendar, then all others. The first letter of each queue to an address comes before
 * the second of any other, so that a long queue holds up no other. Excluded are letters to a suspended
 * address or a deferred domain, and those after one of their queue that has just failed. A domain whose
 * deferral is over gets one letter as a test: the least tried, so that it is not always the same one. A time
 * further ahead than any letter waits was written by a clock that was set back since.
 *
 * @param rank the highest that may go
 */
export const dueLetters = (
  db: Database,
  now: number,
  most: number,
  rank: Rank = 2,
): readonly Leased[] =>
  sql`select outbox.id, envelope_from as envelopeFrom, address, address_key as addressKey,
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
          where state in ('composed', 'waiting') and ${LEASE_RANK} <= ${rank}
        ) as letter
        left join destinations on destinations.domain = letter.domain
        where (letter.retry_at <= ${now} or letter.retry_at > ${now + retryLimits.msMax}
            or letter.precedence = -1 and letter.attempts = 0)
          and (destinations.domain is null
            or destinations.next_at <= ${now} or destinations.next_at > ${now + retryLimits.msMax})
          and ${MAY_GO}
      )
    ) as due
    join outbox on outbox.id = due.id
    where due.place <= iif(due.waited is null, ${leaseLimits.lettersPerDomain}, 1)
    order by due.precedence, due.turn, due.id
    limit ${most} + 0`.all(db);

/**
 * The letter to test with whether the submission server accepts any: at best one to an address that has
 * accepted one lately, and never one that would overtake another of its queue. Refused letters come last, the
 * one refused longest ago first.
 *
 * @param acceptedWithin the period in which such an address has accepted one
 * @param any also allows letters that prove little: those refused before, to a domain that has refused one,
 *   or, if several have, to an address that has accepted none lately
 * @param rank the highest that may go
 */
export const trialLetter = (
  db: Database,
  acceptedWithin: TimeWindow,
  any: boolean,
  rank: Rank,
): Leased | undefined =>
  sql`select id, envelope_from as envelopeFrom, address, letter.address_key as addressKey,
      letter.domain, queue, precedence, attempts, first_tried_at as firstTriedAt
    from (
      select *, substr(address_key, instr(address_key, '@') + 1) as domain,
        exists (
          select 1 from outbox as taken
          where taken.address_key = outbox.address_key
            and taken.state = 'sent' and taken.sent_at > ${acceptedWithin.since}
              and taken.sent_at <= ${acceptedWithin.now}
        ) as has_taken
      from outbox
      where state in ('composed', 'waiting') and ${LEASE_RANK} <= ${rank}
    ) as letter
    left join destinations on destinations.domain = letter.domain
    left join refusals on refusals.outbox_id = letter.id
    where (letter.retry_at <= ${acceptedWithin.now} or letter.retry_at > ${acceptedWithin.now + retryLimits.msMax})
      and (destinations.domain is null
        or destinations.next_at <= ${acceptedWithin.now} or destinations.next_at > ${acceptedWithin.now + retryLimits.msMax})
      and ${NOT_SUSPENDED}
      and not exists (
        select 1 from outbox as earlier
        where earlier.address_key = letter.address_key
          and earlier.queue = letter.queue
          and earlier.id < letter.id
          and earlier.state in ('composed', 'waiting', 'sending')
          and earlier.attempts < ${leaseLimits.orderedTries}
          and (earlier.attempts > 0 or earlier.retry_at <= ${acceptedWithin.now})
      )
      and (${any}
        or letter.domain not in (select domain from refusals)
        and (has_taken
          or (select count(distinct domain) from refusals) < ${leaseLimits.doubtedDomains}))
    order by refusals.at is not null, has_taken desc, refusals.at, precedence, id
    limit 1`.get(db);

/** Whether an address has lately accepted a letter. */
export const hasAcceptedRecently = (db: Database, addressKey: string, taken: TimeWindow): boolean =>
  sql`select 1 from outbox
    where address_key = ${addressKey} and state = 'sent' and sent_at > ${taken.since}
      and sent_at <= ${taken.now}
    limit 1`.exists(db);

/** The bytes of letters that were composed just now, for their first try. */
const composed = new WeakMap<Database, Map<number, Uint8Array>>();

/** Keeps the bytes of a frozen letter in memory for its first try, in the place of the oldest. */
export function keepForTry(db: Database, id: number, raw: Uint8Array): void {
  const kept = composed.get(db) ?? new Map<number, Uint8Array>();
  composed.set(db, kept);
  kept.delete(id);
  kept.set(id, raw);
  let bytes = 0;
  for (const each of kept.values()) bytes += each.length;
  for (const [oldest, { length }] of kept) {
    if (bytes <= composeLimits.keptBytes) return;
    kept.delete(oldest);
    bytes -= length;
  }
}

/** The bytes of a frozen letter, the same on every try. */
export function frozenRaw(db: Database, id: number): Uint8Array {
  const kept = composed.get(db);
  const raw = kept?.get(id);
  kept?.delete(id);
  return raw ?? unpack(packedRaw(db, id));
}

const packedRaw = (db: Database, id: number): PackedBytes =>
  sql`select raw as bytes, packed from letter_bytes where outbox_id = ${id}`.one(db);

/** Whether any letter waits to be sent: a quick check, as mostly none does. */
export const hasFrozen = (db: Database): boolean =>
  sql`select 1 from outbox where state in ('composed', 'waiting') limit 1`.exists(db);

/**
 * Leases a letter, and counts the attempt, unless its queue to the address has had so many hand-overs lately.
 */
export const leaseLetter = (
  db: Database,
  letter: Pick<Leased, 'id' | 'addressKey' | 'queue'>,
  lately: TimeWindow,
  handOversMax = Number.MAX_SAFE_INTEGER,
): boolean =>
  sql`update outbox
    set state = 'sending', attempts = attempts + 1, leased_at = ${lately.now}
    where id = ${letter.id}
      and (select count(*) from (${handOvers(letter, lately)})) < ${handOversMax}`.run(db)
    .changes === 1;

/** Ends the lease of a letter that was not handed over. */
export const release = (db: Database, id: number): void => {
  sql`update outbox
    set state = 'composed', attempts = attempts - 1, leased_at = null
    where id = ${id} and state = 'sending'`.run(db);
};

/** Postpones a letter until the first recent hand-over, or lease, of its queue to the address is no longer recent. */
export const postpone = (
  db: Database,
  letter: Pick<Leased, 'id' | 'addressKey' | 'queue'>,
  lately: TimeWindow,
): void => {
  sql`update outbox
    set retry_at = (select coalesce(min(at), ${lately.now}) from (${handOvers(letter, lately)}))
      + ${lately.now - lately.since}
    where id = ${letter.id}`.run(db);
};

export const markSent = (db: Database, ids: readonly number[], now: number): void => {
  sql`update outbox
    set state = 'sent', sent_at = ${now}, last_error = null
    where id in (select value from json_each(${JSON.stringify(ids)}))`.run(db);
};

/** Records a deferred letter, and when it is tried again. */
export const retryLater = (
  db: Database,
  id: number,
  now: number,
  retryAt: number,
  error: string,
): void => {
  sql`update outbox
    set state = 'waiting', retry_at = ${retryAt}, last_error = ${error},
      first_tried_at = coalesce(first_tried_at, ${now})
    where id = ${id}`.run(db);
};

export const giveUpLetter = (db: Database, id: number, error: string): void => {
  sql`update outbox set state = 'failed', last_error = ${error} where id = ${id}`.run(db);
};

export const hasSending = (db: Database): boolean =>
  sql`select 1 from outbox where state = 'sending' limit 1`.exists(db);

/**
 * Resets the attempts at all letters that wait for an address: their five days begin anew. Letters never
 * tried stay due when they were.
 */
export const restartRetries = (db: Database, addressKey: string, now: number): void => {
  sql`update outbox
    set attempts = 0, first_tried_at = null,
      retry_at = iif(attempts = 0, retry_at, min(retry_at, ${now}))
    where address_key = ${addressKey} and state in ('composed', 'waiting')`.run(db);
};

/** Ends all leases after a crash: the letters are due again. */
export const requeueSending = (db: Database): number =>
  sql`update outbox set state = 'composed', leased_at = null where state = 'sending'`.run(db)
    .changes;

/** The recent hand-overs of a letter queue to an address, with leases. */
const handOvers = (
  { addressKey, queue }: Pick<Leased, 'addressKey' | 'queue'>,
  lately: TimeWindow,
) => sql`select sent_at as at
  from outbox
  where address_key = ${addressKey} and queue = ${queue} and state = 'sent'
    and sent_at > ${lately.since} and sent_at <= ${lately.now}
  union all
  select leased_at
  from outbox
  where +address_key = ${addressKey} and queue = ${queue} and state = 'sending'`;

/** The letter that has been due for longest, of those that could be sent. */
export const oldestDue = (db: Database, now: number): number | undefined =>
  sql`select letter.id
    from outbox as letter
    left join destinations
      on destinations.domain = substr(letter.address_key, instr(letter.address_key, '@') + 1)
    where letter.state in ('composed', 'waiting')
      and letter.retry_at <= ${now} and coalesce(destinations.next_at, 0) <= ${now} and ${MAY_GO}
    order by letter.retry_at, letter.id
    limit 1`.value(db);

/**
 * When the next letter may be due, in UTC milliseconds; undefined if none waits. While the submission server
 * accepts no letters, or may accept none, not before its next test.
 *
 * @param rank of the letters that count; undefined: all
 */
export const nextDueAt = (db: Database, rank?: Rank): number | undefined =>
  sql`select max(
      min(max(letter.retry_at, coalesce(destinations.next_at, 0))),
      coalesce((select due_at from conditions where kind = 'door' and ended_at is null), 0)
    )
    from outbox as letter
    left join destinations
      on destinations.domain = substr(letter.address_key, instr(letter.address_key, '@') + 1)
    where letter.state in ('composed', 'waiting')
      and ${LEASE_RANK} = coalesce(${rank}, ${LEASE_RANK})
      and ${MAY_GO}`.value(db);
