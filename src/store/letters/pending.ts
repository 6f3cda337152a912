import type { LetterContext } from '../../command/shape/types.ts';
import { addressKey } from '../../player/address.ts';
import type { Proof } from '../../player/proof.ts';
import { type Database, sql } from '../file/database.ts';

/** Commands of one letter that wait for a `yes`. */
export interface Held {
  readonly id: number;
  readonly addressKey: string;
  readonly lines: readonly string[];
  readonly place: LetterContext;
  readonly comment: string;
  /** The language of the question. */
  readonly language: string;
  /** The proof of their letter; undefined if an older version did not store it. */
  readonly proof: Proof['kind'] | undefined;
  readonly expiresAt: number;
}

/** The commands of a letter, and the address that has to confirm them. */
export interface PendingCommands {
  readonly address: string;
  readonly lines: readonly string[];
  readonly place: LetterContext;
  readonly comment: string;
}

interface Row {
  readonly id: number;
  readonly address_key: string;
  readonly lines: string;
  readonly place_number: number | null;
  readonly revisions: string | null;
  readonly comment: string;
  readonly language: string;
  readonly proof: Proof['kind'] | null;
  readonly expires_at: number;
}

/**
 * Stores commands until their address confirms them.
 *
 * @returns the id of the row
 */
export function addPending(
  db: Database,
  held: PendingCommands &
    Pick<Held, 'language'> & {
      readonly inboxId: number;
      readonly proof: Proof['kind'];
      /** Its number in reply tokens. */
      readonly question: number;
    },
  now: number,
  expiresAt: number,
): number {
  const { lastInsertRowid } = sql(
    db,
    `insert into held
      (address_key, lines, place_number, revisions, comment, language, inbox_id, proof,
        question, state, created_at, expires_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)`,
  ).run(
    pendingKey(db, held.address),
    JSON.stringify(held.lines),
    held.place.number ?? null,
    makeRevisions(held.place),
    held.comment,
    held.language,
    held.inboxId,
    held.proof,
    held.question,
    now,
    expiresAt,
  );
  return Number(lastInsertRowid);
}

/** The commands that wait for the reply to a question, or undefined if none do. */
export function pendingCommands(db: Database, question: number): Held | undefined {
  const row = sql(
    db,
    `select * from held where question = ? and state = 'waiting' and dropped_at is null`,
  ).get(question) as Row | undefined;
  if (!row) return undefined;
  const number = row.place_number ?? undefined;
  const shown = new Map(JSON.parse(row.revisions ?? '[]') as [number, number][]);
  return {
    id: row.id,
    addressKey: row.address_key,
    lines: JSON.parse(row.lines) as string[],
    place: { number, revision: number === undefined ? undefined : shown.get(number), shown },
    comment: row.comment,
    language: row.language,
    proof: row.proof ?? undefined,
    expiresAt: row.expires_at,
  };
}

/** The revisions of the boards that the letter showed, as JSON. */
const makeRevisions = ({ shown }: LetterContext): string | null =>
  shown ? JSON.stringify([...shown]) : null;

/**
 * The only command of a question, in any state; undefined if it had several, or there is no such question.
 */
export function firstPending(
  db: Database,
  question: number,
): (Pick<Held, 'id' | 'addressKey' | 'language'> & { readonly line: string }) | undefined {
  const row = sql(
    db,
    `select id, address_key as addressKey, language, lines ->> 0 as line
    from held
    where question = ? and json_array_length(lines) = 1`,
  ).get(question);
  return row as ReturnType<typeof firstPending>;
}

/**
 * The id of equal commands with an equal comment, on the same boards, that wait, or would if a `no` had not
 * dropped them.
 */
export const samePending = (
  db: Database,
  { address, lines, place, comment }: PendingCommands,
  now: number,
): { readonly id: number; readonly dropped: boolean } | undefined => {
  const row = sql(
    db,
    `select id, dropped_at is not null as dropped from held
    where address_key = ? and lines = ? and comment = ?
      and place_number is ? and revisions is ?
      and state = 'waiting' and expires_at >= ?
    order by id desc
    limit 1`,
  ).get(
    pendingKey(db, address),
    JSON.stringify(lines),
    comment,
    place.number ?? null,
    makeRevisions(place),
    now,
  ) as { readonly id: number; readonly dropped: 0 | 1 } | undefined;
  return row && { id: row.id, dropped: row.dropped === 1 };
};

/**
 * Lets commands wait for longer, because they were sent again.
 *
 * @param proof of that letter; undefined: unchanged
 */
export const extendPending = (
  db: Database,
  id: number,
  proof: Proof['kind'] | undefined,
  expiresAt: number,
): void => {
  sql(
    db,
    `update held
    set proof = coalesce(?, proof), expires_at = max(expires_at, ?)
    where id = ?`,
  ).run(proof ?? null, expiresAt, id);
};

/** The lookup key of the address that a question went to. */
export const askedAddressKey = (db: Database, question: number): string | undefined =>
  sql(db, 'select address_key from held where question = ?').pluck().get(question) as
    | string
    | undefined;

/** The number of held commands in the reply tokens of letters about them. */
export const questionOf = (db: Database, id: number): number =>
  sql(db, 'select question from held where id = ?').pluck().get(id) as number;

/** The lowest number of a question drawn at random; older versions used row ids. */
export const firstDrawnQuestion = 2 ** 32;

/** The id of the commands of a question, or undefined. */
export const pendingOf = (db: Database, question: number): number | undefined =>
  sql(db, 'select id from held where question = ?').pluck().get(question) as number | undefined;

/** Ends the wait of commands after their `yes`. */
export const confirmPending = (db: Database, id: number): void => {
  sql(db, `update held set state = 'confirmed' where id = ?`).run(id);
};

/** Ends the wait of commands after a `no`. */
export const dropPending = (db: Database, id: number, now: number): void => {
  sql(db, 'update held set dropped_at = ? where id = ?').run(now, id);
};

/** The lookup key of the address to ask: of a player the main one. */
export const pendingKey = (db: Database, address: string): string =>
  (sql(
    db,
    `select main.address_key
    from addresses
    join addresses main on main.player_id = addresses.player_id and main.main = 1
    where addresses.address_key = ?`,
  )
    .pluck()
    .get(addressKey(address)) as string | undefined) ?? addressKey(address);
