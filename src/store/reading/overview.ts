import type {
  InboxState,
  OutboxState,
  OutgoingState,
  StateCount,
} from '../../command/shape/by-subject.ts';
import type { MessageKind } from '../../intent.ts';
import { type Database, type Sql, sql } from '../file/database.ts';
import { type PackedBytes, unpack } from '../letters/packed.ts';
import { robotTurnsWaiting } from '../play/jobs.ts';

/** An incoming letter, for the operator. */
interface ListedLetter {
  readonly id: number;
  readonly receivedAt: number;
  readonly reason: string;
  readonly attempts: number;
  /** Undefined if nothing of it was fetched, or its bytes were deleted. */
  readonly bytes: number | undefined;
  /** The first bytes of the letter, with the header. */
  readonly head: Uint8Array | undefined;
}

interface LetterQuery {
  readonly state: InboxState;
  /** The last id of the previous page. */
  readonly after: number;
  readonly most: number;
  readonly headBytes: number;
}

const IN_STATE: Readonly<Record<InboxState, Sql>> = {
  stored: sql`state = 'stored'`,
  'put-aside': sql`state = 'put-aside'`,
  done: sql`state = 'done'`,
  refused: sql`state = 'refused'`,
  held: sql`state = 'held'`,
  ignored: sql`state = 'ignored'`,
};

/** Incoming letters in a state, the oldest first. */
export const listedLetters = (
  db: Database,
  { state, ...query }: LetterQuery,
): readonly ListedLetter[] => {
  const rows = sql`select id, received_at as receivedAt, coalesce(reason, '') as reason, attempts,
      coalesce(cut_bytes, length(raw)) as bytes, packed,
      iif(packed = 1, raw, substr(raw, 1, ${query.headBytes})) as head
    from inbox
    where ${IN_STATE[state]} and id > ${query.after}
    order by id
    limit ${query.most} + 0`.all<ListedLetter & Pick<PackedBytes, 'packed'>>(db);
  return rows.map(({ packed, ...letter }) => {
    if (packed === 0 || letter.head === undefined) return letter;
    const raw = unpack({ bytes: letter.head, packed });
    return { ...letter, bytes: raw.length, head: raw.subarray(0, query.headBytes) };
  });
};

/**
 * The facts that decide whether a letter can be read again; undefined if there is no such letter. Of one that was
 * too large, only the beginning is stored (`cut`).
 */
export const replayFacts = (db: Database, id: number) =>
  sql`select state, raw is not null as kept, cut_bytes is not null as cut
    from inbox
    where id = ${id}`.get<{ state: InboxState; kept: 0 | 1; cut: 0 | 1 }>(db);

/** How many letters are in each state, and since when the oldest waits, in UTC milliseconds. */
export const letterCounts = (db: Database) => ({
  inbox: counts<InboxState>(db, 'in'),
  outbox: counts<OutboxState>(db, 'out'),
  /** When the oldest letter that waits to be read was stored. */
  unreadSince: sql`select min(received_at) from inbox where state = 'stored'`.value<
    number | undefined
  >(db),
  /** When the oldest letter that is not sent yet was decided. */
  unsentSince: sql`select ${UNSENT_SINCE}`.value<number | undefined>(db),
});

const counts = <State extends InboxState | OutboxState>(
  db: Database,
  way: 'in' | 'out',
): readonly StateCount<State>[] =>
  sql`select state, letters as count from letter_counts
    where way = ${way} and letters > 0
    order by state`.all(db);

/** The most waiting letters that are counted. */
const WAITING_MAX = 10_000;

const UNSENT_SINCE = sql`(
    select min(created_at) from (
      select id, created_at from (
        select id, created_at from outbox where state = 'intended' order by id limit 1
      )
      union all
      select id, created_at from (
        select id, created_at from outbox where state = 'sending' order by id limit 1
      )
      union all
      select id, created_at from (
        select id, created_at from outbox
        where state in ('composed', 'waiting')
        order by retry_at
        limit ${WAITING_MAX} + 0
      )
    )
  )`;

/** The reply tokens of the newest letters that were decided since a time. */
export const tokensSince = (db: Database, since: number, most: number): readonly string[] =>
  sql`select reply_token
    from outbox
    where reply_token <> '' and created_at >= ${since}
    order by id desc
    limit ${most} + 0`.values(db);

/** Metrics of a server. Reading them takes no longer on a larger database. */
interface Figures {
  readonly letters: readonly {
    readonly way: 'in' | 'out';
    readonly state: string;
    readonly letters: number;
  }[];
  /** When the oldest letter that waits to be read was stored, in UTC milliseconds; undefined if none does. */
  readonly unreadSince: number | undefined;
  /** When the oldest letter that is not sent yet was decided. */
  readonly unsentSince: number | undefined;
  /** Letters that wait after a failed hand-over, and the number of their hand-overs. */
  readonly retried: number;
  readonly retries: number;
  readonly suspensions: number;
  readonly robotTurns: number;
  readonly bytes: number;
}

export const figures = (db: Database): Figures => ({
  letters: sql`select way, state, letters from letter_counts order by way, state`.all(db),
  ...sql`select
      (
        select received_at from inbox
        where state = 'stored'
        order by id
        limit 1
      ) as unreadSince,
      ${UNSENT_SINCE} as unsentSince,
      (select count(*) from conditions where kind = 'suspension'
        and ended_at is null) as suspensions,
      (select page_count * page_size from pragma_page_count,
        pragma_page_size) as bytes`.one<
    Pick<Figures, 'unreadSince' | 'unsentSince' | 'suspensions' | 'bytes'>
  >(db),
  robotTurns: robotTurnsWaiting(db),
  ...sql`select count(*) as retried, coalesce(sum(attempts), 0) as retries
    from (
      select attempts from outbox
      where state in ('composed', 'waiting')
      order by retry_at desc
      limit ${WAITING_MAX} + 0
    )
    where attempts > 0`.one<Pick<Figures, 'retried' | 'retries'>>(db),
});

/** An outgoing letter, for the operator, without its text. Times in UTC milliseconds. */
export interface OutgoingLetter {
  readonly id: number;
  readonly state: OutgoingState;
  readonly kind: MessageKind;
  readonly board: number | undefined;
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

interface OutQuery {
  readonly domain: string | undefined;
  /** The last id of the previous page. */
  readonly after: number;
  readonly most: number;
}

/** Letters that were not sent because they were no longer wanted. */
const WITHHELD = sql`last_error is 'withheld'`;
/** The condition of each state, with that of a partial index in front, so that SQLite uses it. */
const OUT_STATE: Readonly<Record<OutgoingState, Sql>> = {
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
      where ${OUT_STATE[state]} and ${inOrder} > ${after}
        and (${domain?.toLowerCase()} is null or ${DOMAIN} = ${domain?.toLowerCase()})
      order by ${inOrder}
      limit ${most} + 0
    ) as letter
    left join destinations on destinations.domain = letter.domain
    order by id`.all(db);
};

export const outLetter = (db: Database, id: number): OutgoingLetter | undefined =>
  sql`select ${COLUMNS}
    from (select *, ${DOMAIN} as domain from outbox where id = ${id}) as letter
    left join destinations on destinations.domain = letter.domain`.get(db);

export const makeDue = (db: Database, id: number, now: number): void => {
  sql`update outbox
    set retry_at = min(retry_at, ${now})
    where id = ${id} and state = 'waiting'`.run(db);
};
