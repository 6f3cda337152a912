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
  /** In which their address was asked. */
  readonly language: string;
  /** What their letter has shown; undefined where an older version did not keep it. */
  readonly proof: Proof['kind'] | undefined;
  readonly expiresAt: number;
}

/** What a letter asks for, and whom the yes is to come from. */
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
 * Keeps commands until their address confirms them.
 *
 * @returns the id of the row
 */
export function addPending(
  db: Database,
  held: PendingCommands &
    Pick<Held, 'language'> & {
      readonly inboxId: number;
      readonly proof: Proof['kind'];
      /** What the tokens of its letters name it by. */
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

/** The commands that wait for the answer to a question, or undefined when none do any more. */
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

/** The boards that a question is about, as they were when it was asked. */
const makeRevisions = ({ shown }: LetterContext): string | null =>
  shown ? JSON.stringify([...shown]) : null;

/**
 * The one command that was asked about with a question, whatever has become of it; undefined where there
 * were more, or none.
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
 * The number of the very same commands with the very same words, on the same boards, while they wait,
 * or would if a no had not dropped them.
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
 * Lets commands wait for longer, because they were asked for once more.
 *
 * @param proof of that letter; undefined leaves them the one that they came with
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

/** Whose answer to a question is, or was, waited for, as a lookup key. */
export const askedAddressKey = (db: Database, question: number): string | undefined =>
  sql(db, 'select address_key from held where question = ?').pluck().get(question) as
    | string
    | undefined;

/** What the tokens of the letters about held commands name them by. */
export const questionOf = (db: Database, id: number): number =>
  sql(db, 'select question from held where id = ?').pluck().get(id) as number;

/** What questions are named by that were not counted up: the same never comes again. */
export const firstDrawnQuestion = 2 ** 32;

/** The row of a question; undefined when there is none. */
export const pendingOf = (db: Database, question: number): number | undefined =>
  sql(db, 'select id from held where question = ?').pluck().get(question) as number | undefined;

/** Takes commands off the list because their `yes` has come. */
export const confirmPending = (db: Database, id: number): void => {
  sql(db, `update held set state = 'confirmed' where id = ?`).run(id);
};

/** Takes commands off the list because a no has come. */
export const dropPending = (db: Database, id: number, now: number): void => {
  sql(db, 'update held set dropped_at = ? where id = ?').run(now, id);
};

/** A player's yes comes from the main address, because the question goes there. */
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
