import type { IntroducedGame, ReplyPurpose, Section } from '../../intent.ts';
import { introductionLimits } from '../../limits.ts';
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
  /** An introduction of this server, with the game that the letter names. */
  | ({ readonly introduce: true } & IntroducedGame);

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

/**
 * Adds a letter to a line, from which those with the highest lots are deleted: perhaps this one.
 * Returns its id.
 */
export function putNewcomer(
  db: Database,
  { inboxId, messageId, address, language, proof, answer }: Omit<Newcomer, 'id'>,
  { line, domain, lot }: QueuePlace,
  now: number,
): number {
  const id = sql`insert into newcomers
        (inbox_id, message_id, address, address_key, language, proof, answer, line, domain, lot,
          came_at)
      values (${inboxId}, ${messageId}, ${address}, ${addressKey(address)}, ${language}, ${proof},
        ${JSON.stringify(answer)}, ${line}, ${domain}, ${lot}, ${now})`.insert(db);
  sql`delete from newcomers
    where id in (
      select id from newcomers where line = ${line} order by lot limit -1 offset ${introductionLimits.lettersWaiting} + 0
    )`.run(db);
  return id;
}

/** The letters of a line with the lowest lots, the lowest first. */
export const firstNewcomers = (
  db: Database,
  line: string,
  most: number,
): readonly { readonly id: number; readonly domain: string }[] =>
  sql`select id, domain from newcomers
    where line = ${line} order by lot limit ${most} + 0`.all(db);

export function takeNewcomer(db: Database, id: number): Newcomer {
  const row = sql`delete from newcomers
    where id = ${id}
    returning id, inbox_id as inboxId, message_id as messageId, address, language, proof,
      answer`.one<Omit<Newcomer, 'answer'> & { readonly answer: string }>(db);
  return { ...row, answer: JSON.parse(row.answer) as FirstAnswer };
}

export const dropOldNewcomers = (db: Database, before: number): void => {
  sql`delete from newcomers where came_at < ${before}`.run(db);
};

export const hasNewcomers = (db: Database): boolean =>
  sql`select 1 from newcomers limit 1`.exists(db);

export const isWaiting = (db: Database, id: number): boolean =>
  sql`select 1 from newcomers where id = ${id}`.exists(db);

export const answersWaiting = (db: Database, address: string): readonly FirstAnswer[] =>
  sql`select answer from newcomers where address_key = ${addressKey(address)}`
    .values<string>(db)
    .map((answer) => JSON.parse(answer) as FirstAnswer);

/** The number of letters of a domain in a line, counted up to `most`. */
export const waitingFromDomain = (
  db: Database,
  { line, domain }: Pick<QueuePlace, 'line' | 'domain'>,
  most: number,
): number =>
  sql`select count(*) from (
      select 1 from newcomers where line = ${line} and domain = ${domain} limit ${most} + 0
    )`.value(db);
