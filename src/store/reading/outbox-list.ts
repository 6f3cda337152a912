import type { OutgoingState } from '../../command/shape/admin-reading.ts';
import type { MessageKind } from '../../intent.ts';
import { type Database, type Sql, sql } from '../file/database.ts';

/** An outgoing letter, for the operator, without its text. Times in UTC milliseconds. */
export interface OutgoingLetter {
  readonly id: number;
  readonly state: OutgoingState;
  readonly kind: MessageKind;
  readonly board: number | undefined;
  /** The domain of its address. */
  readonly domain: string;
  readonly createdAt: number;
  readonly tries: number;
  /** The earliest next try; undefined if there is none. */
  readonly nextAt: number | undefined;
  readonly sentAt: number | undefined;
  /** The last codes of the server, or why it was given up. */
  readonly said: string | undefined;
  /** Whether the letter's address is suspended, because letters bounced. */
  readonly stopped: 0 | 1;
  /** Whether the letter's facts are still stored. */
  readonly kept: 0 | 1;
}

/** The letters of a state to list. */
interface OutQuery {
  readonly domain: string | undefined;
  /** The last id of the previous page. */
  readonly after: number;
  readonly most: number;
}

/** Letters that were not sent because they were no longer wanted. */
const WITHHELD = sql`last_error is 'withheld'`;
/** A condition for each state, with that of an index if there is one. */
const IN_STATE: Readonly<Record<OutgoingState, Sql>> = {
  intended: sql`state = 'intended'`,
  composed: sql`state in ('composed', 'waiting') and state = 'composed'`,
  sending: sql`state = 'sending'`,
  waiting: sql`state in ('composed', 'waiting') and state = 'waiting'`,
  sent: sql`state = 'sent'`,
  failed: sql`state = 'failed' and not (${WITHHELD})`,
  withheld: sql`state = 'failed' and ${WITHHELD}`,
};
/** States whose index has another order: in the order of ids, all sent letters would be scanned. */
const OWN_ORDER: readonly OutgoingState[] = ['composed', 'waiting'];

const DOMAIN = sql`substr(address_key, instr(address_key, '@') + 1)`;

const COLUMNS = sql`
  id, iif(state = 'failed' and ${WITHHELD}, 'withheld', state) as state, kind, board, letter.domain,
  created_at as createdAt, attempts as tries,
  iif(state in ('sent', 'failed'), null, max(retry_at, coalesce(destinations.next_at,
    0))) as nextAt,
  sent_at as sentAt, last_error as said,
  exists (
    select 1 from conditions
    where kind = 'suspension' and key = letter.address_key and ended_at is null
  ) as stopped,
  facts <> 'null' as kept`;

/** Letters in a state, the oldest first. */
export const outLetters = (
  db: Database,
  state: OutgoingState,
  { domain, after, most }: OutQuery,
): readonly OutgoingLetter[] => {
  const inOrder = OWN_ORDER.includes(state) ? sql`+id` : sql`id`;
  return sql`select ${COLUMNS}
    from (
      select *, ${DOMAIN} as domain
      from outbox
      where ${IN_STATE[state]} and ${inOrder} > ${after}
        and (${domain?.toLowerCase()} is null or ${DOMAIN} = ${domain?.toLowerCase()})
      order by ${inOrder}
      limit ${most} + 0
    ) as letter
    left join destinations on destinations.domain = letter.domain
    order by id`.all(db);
};

/** The letter with this id. */
export const outLetter = (db: Database, id: number): OutgoingLetter | undefined =>
  sql`select ${COLUMNS}
    from (select *, ${DOMAIN} as domain from outbox where id = ${id}) as letter
    left join destinations on destinations.domain = letter.domain`.get(db);

/** Makes a waiting letter due now. */
export const makeDue = (db: Database, id: number, now: number): void => {
  sql`update outbox
    set retry_at = min(retry_at, ${now})
    where id = ${id} and state = 'waiting'`.run(db);
};
