import type { LetterContext } from '../../command/shape/types.ts';
import { addressKey } from '../../player/address.ts';
import type { Proof } from '../../player/proof.ts';
import { type Database, sql } from '../file/database.ts';

/** Commands of one letter that wait for a `yes`. */
export interface Held {
  readonly id: number;
  readonly addressKey: string;
  readonly lines: readonly string[];
  readonly letterContext: LetterContext;
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
  readonly letterContext: LetterContext;
  readonly comment: string;
}

/** Stores commands until their address confirms them. */
export function addPending(
  db: Database,
  held: PendingCommands &
    Pick<Held, 'language'> & {
      readonly inboxId: number;
      readonly proof: Proof['kind'];
      /** The number of the question in reply tokens. */
      readonly question: number;
    },
  now: number,
  expiresAt: number,
): number {
  return sql`insert into held
      (address_key, lines, place_number, revisions, comment, language, inbox_id, proof,
        question, state, created_at, expires_at)
    values (${pendingKey(db, held.address)}, ${JSON.stringify(held.lines)}, ${held.letterContext.number},
      ${makeRevisions(held.letterContext)}, ${held.comment}, ${held.language}, ${held.inboxId},
      ${held.proof}, ${held.question}, 'waiting', ${now}, ${expiresAt})`.insert(db);
}

/** The commands that wait for the reply to a question, or undefined if none do. */
export function pendingCommands(db: Database, question: number): Held | undefined {
  const row = sql`select id, address_key as addressKey, lines, place_number as number, revisions,
      comment, language, proof, expires_at as expiresAt
    from held
    where question = ${question} and state = 'waiting' and dropped_at is null`.get<
    Omit<Held, 'lines' | 'letterContext'> & { lines: string; number?: number; revisions?: string }
  >(db);
  if (!row) return undefined;
  const { lines, number, revisions = '[]', ...held } = row;
  const shownRevisions = new Map(JSON.parse(revisions) as [number, number][]);
  const revision = number === undefined ? undefined : shownRevisions.get(number);
  return {
    ...held,
    lines: JSON.parse(lines) as string[],
    letterContext: { number, revision, shownRevisions },
  };
}

/** The revisions of the boards that the letter showed, as JSON. */
const makeRevisions = ({ shownRevisions }: LetterContext): string | undefined =>
  shownRevisions && JSON.stringify([...shownRevisions]);

/**
 * The only command of a question, in any state; undefined if it had several, or there is no such question.
 */
export function onlyCommandOf(
  db: Database,
  question: number,
): (Pick<Held, 'id' | 'addressKey' | 'language'> & { readonly line: string }) | undefined {
  return sql`select id, address_key as addressKey, language, lines ->> 0 as line
    from held
    where question = ${question} and json_array_length(lines) = 1`.get(db);
}

/** Equal commands with an equal comment, on the same boards, that wait, or would if a `no` had not dropped them. */
export const samePending = (
  db: Database,
  { address, lines, letterContext, comment }: PendingCommands,
  now: number,
) =>
  sql`select id, question, dropped_at is not null as dropped from held
    where address_key = ${pendingKey(db, address)} and lines = ${JSON.stringify(lines)}
      and comment = ${comment}
      and place_number is ${letterContext.number} and revisions is ${makeRevisions(letterContext)}
      and state = 'waiting' and expires_at >= ${now}
    order by id desc
    limit 1`.get<{ readonly id: number; readonly question: number; readonly dropped: 0 | 1 }>(db);

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
  sql`update held
    set proof = coalesce(${proof}, proof), expires_at = max(expires_at, ${expiresAt})
    where id = ${id}`.run(db);
};

/** The lookup key of the address that a question went to. */
export const askedAddressKey = (db: Database, question: number): string | undefined =>
  sql`select address_key from held where question = ${question}`.value(db);

/** Ends the wait of commands after their `yes`. */
export const confirmPending = (db: Database, id: number): void => {
  sql`update held set state = 'confirmed' where id = ${id}`.run(db);
};

/** Ends the wait of commands after a `no`. */
export const dropPending = (db: Database, id: number, now: number): void => {
  sql`update held set dropped_at = ${now} where id = ${id}`.run(db);
};

/** The lookup key of the address to ask: of a player the main one. */
export const pendingKey = (db: Database, address: string): string =>
  sql`select main.address_key
    from addresses
    join addresses main on main.player_id = addresses.player_id and main.main = 1
    where addresses.address_key = ${addressKey(address)}`.value(db) ?? addressKey(address);

/** Sets the language of the letters about a held request. */
export const setPendingLanguage = (db: Database, id: number, language: string): void => {
  sql`update held set language = ${language} where id = ${id} and language <> ${language}`.run(db);
};
