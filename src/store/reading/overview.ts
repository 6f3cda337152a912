import type { InboxState, OutboxState, StateCount } from '../../command/shape/admin-reading.ts';
import { type Database, sql } from '../file/database.ts';
import { type Kept, unpack } from '../letters/packed.ts';

export type { StateCount };

/** A letter that came in, for the operator. */
export interface ListedLetter {
  readonly id: number;
  readonly receivedAt: number;
  readonly reason: string;
  readonly attempts: number;
  /** Null when nothing of it was fetched, or its bytes have been pruned. */
  readonly bytes: number | null;
  /** Its beginning, with the header. */
  readonly head: Uint8Array | null;
}

/** Which letters are meant. */
export interface LetterQuery {
  readonly state: InboxState;
  /** The id of the last one that is known already. */
  readonly after: number;
  readonly most: number;
  readonly headBytes: number;
}

/** A condition for each state that an index has, too, where there is one. */
const IN_STATE: Readonly<Record<InboxState, string>> = {
  stored: `state = 'stored'`,
  'put-aside': `state = 'put-aside'`,
  done: `state = 'done'`,
  refused: `state = 'refused'`,
  held: `state = 'held'`,
  ignored: `state = 'ignored'`,
};

/** Letters that came in and are in a state now, the oldest first. */
export const listedLetters = (
  db: Database,
  { state, ...query }: LetterQuery,
): readonly ListedLetter[] => {
  const rows = sql(
    db,
    `select id, received_at as receivedAt, coalesce(reason, '') as reason, attempts,
      coalesce(cut_bytes, length(raw)) as bytes, packed,
      iif(packed = 1, raw, substr(raw, 1, :headBytes)) as head
    from inbox
    where ${IN_STATE[state]} and id > :after
    order by id
    limit :most + 0`,
  ).all(query) as readonly (ListedLetter & Pick<Kept, 'packed'>)[];
  return rows.map(({ packed, ...letter }) => {
    if (packed === 0 || letter.head === null) return letter;
    const raw = unpack({ bytes: letter.head, packed });
    return { ...letter, bytes: raw.length, head: raw.subarray(0, query.headBytes) };
  });
};

/** What stands in the way of reading a letter once more; `undefined` when there is no such letter. */
export const replayable = (db: Database, id: number) =>
  sql(
    db,
    `select state, raw is not null as kept, cut_bytes is not null as cut
    from inbox
    where id = ?`,
  ).get(id) as { state: InboxState; kept: 0 | 1; cut: 0 | 1 } | undefined;

/** Lets a letter that was put aside be read as if it had just come, but not in a group. */
export const storeAgain = (db: Database, id: number): void => {
  sql(
    db,
    `update inbox
    set state = 'stored', reason = null, attempts = 0, grouped = 1, fingerprint = null,
      finished_at = null, reported_at = null
    where id = ? and state = 'put-aside'`,
  ).run(id);
};

/** The letters that came in, by state. */
export const inboxCounts = (db: Database): readonly StateCount<InboxState>[] =>
  sql(
    db,
    'select state, count(*) as count from inbox group by state order by state',
  ).all() as StateCount<InboxState>[];

/** The letters that go out, by state. */
export const outboxCounts = (db: Database): readonly StateCount<OutboxState>[] =>
  sql(
    db,
    'select state, count(*) as count from outbox group by state order by state',
  ).all() as StateCount<OutboxState>[];

/** When the letter came that has waited longest to be read, in UTC milliseconds. */
export const oldestUnread = (db: Database): number | undefined =>
  (sql(db, `select min(received_at) from inbox where state = 'stored'`).pluck().get() as
    | number
    | null) ?? undefined;

/** When the letter was decided that has waited longest to be sent, in UTC milliseconds. */
export const oldestUnsent = (db: Database): number | undefined =>
  (sql(db, `select min(created_at) from outbox where state not in ('sent', 'failed')`)
    .pluck()
    .get() as number | null) ?? undefined;

/** The reply tokens of the newest letters, of those that were decided since a time. */
export const tokensSince = (db: Database, since: number, most: number): readonly string[] =>
  sql(
    db,
    `select reply_token
    from outbox
    where reply_token <> '' and created_at >= ?
    order by id desc
    limit ? + 0`,
  )
    .pluck()
    .all(since, most) as string[];
