import type { OutStanding } from '../../command/shape/admin-reading.ts';
import type { MessageKind } from '../../intent.ts';
import { type Database, sql } from '../file/database.ts';

/** A letter that goes out, as far as it is the operator's business: not a word of it. Times in UTC ms. */
export interface OutLetter {
  readonly id: number;
  readonly state: OutStanding;
  readonly kind: MessageKind;
  readonly board: number | null;
  /** Of the address that it goes to. */
  readonly domain: string;
  readonly createdAt: number;
  readonly tries: number;
  /** When it is tried next, at the earliest; null when it is not tried any more. */
  readonly nextAt: number | null;
  readonly sentAt: number | null;
  /** What the server has said last, as codes, or why it was given up. */
  readonly said: string | null;
  /** Nothing is sent to its address for now, because letters came back. */
  readonly stopped: 0 | 1;
  /** There is something of it to send. */
  readonly kept: 0 | 1;
}

/** Which of the letters in a state are meant. */
interface OutQuery {
  readonly domain: string | undefined;
  /** The id of the last one that is known already. */
  readonly after: number;
  readonly most: number;
}

/** The letters that were not sent because nobody is to get them any more. */
const WITHHELD = `last_error is 'withheld'`;
/** A condition for each state that an index has, too, where there is one. */
const IN_STATE: Readonly<Record<OutStanding, string>> = {
  intended: `state = 'intended'`,
  composed: `state in ('composed', 'waiting') and state = 'composed'`,
  sending: `state = 'sending'`,
  waiting: `state in ('composed', 'waiting') and state = 'waiting'`,
  sent: `state = 'sent'`,
  failed: `state = 'failed' and not (${WITHHELD})`,
  withheld: `state = 'failed' and ${WITHHELD}`,
};
/** The index of these has another order; in that of ids all letters that were sent would be passed. */
const OWN_ORDER: readonly OutStanding[] = ['composed', 'waiting'];

const DOMAIN = `substr(address_key, instr(address_key, '@') + 1)`;

const COLUMNS = `
  id, iif(state = 'failed' and ${WITHHELD}, 'withheld', state) as state, kind, board, letter.domain,
  created_at as createdAt, attempts as tries,
  iif(state in ('sent', 'failed'), null, max(retry_at, coalesce(destinations.next_at, 0))) as nextAt,
  sent_at as sentAt, last_error as said,
  exists (
    select 1 from conditions
    where kind = 'suspension' and key = letter.address_key and ended_at is null
  ) as stopped,
  facts <> 'null' as kept`;

/** Letters in a state, the oldest first. */
export const outLetters = (
  db: Database,
  state: OutStanding,
  { domain, after, most }: OutQuery,
): readonly OutLetter[] => {
  const inOrder = OWN_ORDER.includes(state) ? '+id' : 'id';
  return sql(
    db,
    `select ${COLUMNS}
    from (
      select *, ${DOMAIN} as domain
      from outbox
      where ${IN_STATE[state]} and ${inOrder} > :after
        and (:domain is null or ${DOMAIN} = :domain)
      order by ${inOrder}
      limit :most + 0
    ) as letter
    left join destinations on destinations.domain = letter.domain
    order by id`,
  ).all({ domain: domain?.toLowerCase() ?? null, after, most }) as OutLetter[];
};

/** The letter with this id. */
export const outLetter = (db: Database, id: number): OutLetter | undefined =>
  sql(
    db,
    `select ${COLUMNS}
    from (select *, ${DOMAIN} as domain from outbox where id = ?) as letter
    left join destinations on destinations.domain = letter.domain`,
  ).get(id) as OutLetter | undefined;

/** A letter that waits is due now. */
export const sendAtOnce = (db: Database, id: number, now: number): void => {
  sql(
    db,
    `update outbox
    set retry_at = min(retry_at, ?)
    where id = ? and state = 'waiting'`,
  ).run(now, id);
};
