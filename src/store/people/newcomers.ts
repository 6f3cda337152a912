import type { ReplyPurpose, Section } from '../../intent.ts';
import { addressKey } from '../../player/address.ts';
import { type Database, sql } from '../file/database.ts';

/** The answer to a letter of a person without an account. */
export type FirstAnswer =
  /** A question for a `yes` to these command lines. */
  | { readonly ask: readonly string[] }
  /** The result of a command, or why a line was refused. */
  | {
      readonly say: readonly Section[];
      /** What a reply to it may do. */
      readonly reply: ReplyPurpose;
      /** The reader's userid on a first board. */
      readonly userid: string | undefined;
    }
  /** An introduction of this server. */
  | { readonly introduce: true };

/** A letter of a person without an account whose answer waits for its rate limit. */
export interface Newcomer {
  readonly id: number;
  readonly inboxId: number;
  readonly messageId: string | undefined;
  readonly address: string;
  /** The language of the answer. */
  readonly language: string;
  /** The proof of the letter. */
  readonly proof: 'none' | 'sender';
  readonly answer: FirstAnswer;
}

/** A place in a line: the lowest lot is answered first. */
interface QueuePlace {
  readonly line: string;
  /** Letters of one domain share a rate limit. */
  readonly domain: string;
  readonly lot: number;
}

interface Row {
  readonly id: number;
  readonly inbox_id: number;
  readonly message_id: string | null;
  readonly address: string;
  readonly language: string;
  readonly proof: 'none' | 'sender';
  readonly answer: string;
}

/** Adds a letter to a line. Returns its id. */
export const putNewcomer = (
  db: Database,
  { inboxId, messageId, address, language, proof, answer }: Omit<Newcomer, 'id'>,
  { line, domain, lot }: QueuePlace,
  now: number,
): number =>
  Number(
    sql(
      db,
      `insert into newcomers
        (inbox_id, message_id, address, address_key, language, proof, answer, line, domain, lot,
          came_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      inboxId,
      messageId ?? null,
      address,
      addressKey(address),
      language,
      proof,
      JSON.stringify(answer),
      line,
      domain,
      lot,
      now,
    ).lastInsertRowid,
  );

/** The letters of a line with the lowest lots, the lowest first. */
export const firstNewcomers = (
  db: Database,
  line: string,
  most: number,
): readonly { readonly id: number; readonly domain: string }[] =>
  sql(db, 'select id, domain from newcomers where line = ? order by lot limit ? + 0').all(
    line,
    most,
  ) as { id: number; domain: string }[];

/** Removes a letter from its line, and returns it. */
export function takeNewcomer(db: Database, id: number): Newcomer {
  const row = sql(db, 'delete from newcomers where id = ? returning *').get(id) as Row;
  return {
    id: row.id,
    inboxId: row.inbox_id,
    messageId: row.message_id ?? undefined,
    address: row.address,
    language: row.language,
    proof: row.proof,
    answer: JSON.parse(row.answer) as FirstAnswer,
  };
}

/** Deletes letters that came before a time. */
export const dropOldNewcomers = (db: Database, before: number): void => {
  sql(db, 'delete from newcomers where came_at < ?').run(before);
};

/** Deletes the letters of a line beyond `most`: those with the highest lots. */
export const dropLastNewcomers = (db: Database, line: string, most: number): void => {
  sql(
    db,
    `delete from newcomers
    where id in (
      select id from newcomers where line = ? order by lot limit -1 offset ? + 0
    )`,
  ).run(line, most);
};

/** Whether any letter waits. */
export const hasNewcomers = (db: Database): boolean =>
  sql(db, 'select 1 from newcomers limit 1').get() !== undefined;

/** Whether a letter still waits. */
export const isWaiting = (db: Database, id: number): boolean =>
  sql(db, 'select 1 from newcomers where id = ?').get(id) !== undefined;

/** The waiting answers to an address. */
export const answersWaiting = (db: Database, address: string): readonly FirstAnswer[] =>
  (
    sql(db, 'select answer from newcomers where address_key = ?')
      .pluck()
      .all(addressKey(address)) as string[]
  ).map((answer) => JSON.parse(answer) as FirstAnswer);

/** The number of letters of a domain in a line, counted up to `most`. */
export const waitingFromDomain = (
  db: Database,
  { line, domain }: Pick<QueuePlace, 'line' | 'domain'>,
  most: number,
): number =>
  sql(
    db,
    `select count(*) from (
      select 1 from newcomers where line = ? and domain = ? limit ? + 0
    )`,
  )
    .pluck()
    .get(line, domain, most) as number;
