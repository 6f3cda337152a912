import { budgetOf, type Charge, type LetterQueue } from '../../budget/charge.ts';
import type { Message, MessageKind } from '../../intent.ts';
import { addressKey } from '../../player/address.ts';
import type { TimeWindow } from '../../ports.ts';
import { composeLimits } from '../../server-limits.ts';
import { type Database, type Sql, sql } from '../file/database.ts';
import { keepForTry } from './leases.ts';
import type { LetterTraces, PackedBytes } from './packed.ts';

/** A letter that is decided and not rendered yet. */
export interface Intended {
  readonly id: number;
  /** The incoming letter that has caused it. */
  readonly inboxId: number | undefined;
  readonly playerId: number | undefined;
  /** The reader's userid when the letter was decided. */
  readonly userid: string | undefined;
  readonly address: string;
  readonly language: string;
  readonly board: number | undefined;
  readonly message: Message;
  readonly replyToken: string;
  readonly messageId: string;
  readonly inReplyTo: string | undefined;
  readonly automatic: 'auto-replied' | 'auto-generated';
  readonly createdAt: number;
  /** Message-IDs of earlier letters about its board to its reader, the oldest first. */
  readonly thread: readonly string[];
  /** Proof and arrival of the letter that has caused it; undefined if written by an older version. */
  readonly charged: Pick<Charge, 'proof' | 'at'> | undefined;
}

/**
 * Stores a decided letter, in the transaction of the decision.
 *
 * @param dueAt 0 for at once, even if the clock is set back meanwhile
 * @returns `false` if another letter has this Message-ID
 */
export function intend(
  db: Database,
  letter: Omit<Intended, 'id' | 'charged' | 'thread'>,
  charge: Charge,
  queue: LetterQueue,
  dueAt: number,
): boolean {
  const { message } = letter;
  const { changes } = sql`insert into outbox
      (inbox_id, player_id, userid, address, address_key, language, kind, board, facts,
        reply_token, message_id, in_reply_to, automatic, queue, precedence, state, retry_at,
        created_at, causer_id, proof, account, caused_at)
    values (${letter.inboxId}, ${letter.playerId}, ${letter.userid}, ${letter.address},
      ${addressKey(letter.address)}, ${letter.language}, ${message.kind}, ${letter.board},
      ${JSON.stringify(message.facts)}, ${letter.replyToken}, ${letter.messageId},
      ${letter.inReplyTo}, ${letter.automatic}, ${queue.name}, ${queue.precedence}, 'intended',
      ${dueAt}, ${letter.createdAt}, ${charge.playerId}, ${charge.proof},
        ${budgetOf(message.kind)},
      ${charge.at})
    on conflict (message_id) do nothing`.run(db);
  return changes > 0;
}

/**
 * The content of our letter with this Message-ID, or undefined. Its facts are null if they were deleted for
 * their age.
 */
export function messageById(db: Database, messageId: string): Message | undefined {
  const row = sql`select kind, facts from outbox where message_id = ${messageId}`.get<Stored>(db);
  return row && toMessage(row);
}

/** The language of one of these letters of ours; undefined if none is known. */
export const languageSent = (db: Database, messageIds: readonly string[]): string | undefined =>
  sql`select language from outbox
    where message_id in (select value from json_each(${JSON.stringify(messageIds)}))
    limit 1`.value(db);

/** The next letters that wait to be rendered, after this id, the oldest first. */
export function intendedLetters(db: Database, after: number, most: number): readonly Intended[] {
  const rows = sql`select outbox.id, inbox_id as inboxId, player_id as playerId,
      coalesce(outbox.userid, players.userid) as userid, address, outbox.language, board, kind,
        facts,
      reply_token as replyToken, message_id as messageId, in_reply_to as inReplyTo, automatic,
      outbox.created_at as createdAt, proof, caused_at as at,
      (
        select json_group_array(earlier.message_id order by earlier.id) from outbox as earlier
        where earlier.player_id = outbox.player_id and earlier.board = outbox.board
          and earlier.id < outbox.id
      ) as thread
    from outbox
    left join players on players.id = outbox.player_id
    where state = 'intended' and outbox.id > ${after}
    order by outbox.id
    limit ${most} + 0`.all<
    Omit<Intended, 'message' | 'thread' | 'charged'> &
      Stored & { readonly thread: string } & Partial<NonNullable<Intended['charged']>>
  >(db);
  return rows.map(({ kind, facts, thread, proof, at, ...letter }) => ({
    ...letter,
    message: toMessage({ kind, facts }),
    thread: JSON.parse(thread) as string[],
    charged: proof === undefined || at === undefined ? undefined : { proof, at },
  }));
}

/** What a letter says, as it is stored. */
interface Stored {
  readonly kind: MessageKind;
  readonly facts: string;
}

const toMessage = ({ kind, facts }: Stored): Message =>
  ({ kind, facts: JSON.parse(facts) }) as Message;

/** A rendered letter: its bytes as sent and as stored, and the traces of its words. */
interface Composed {
  readonly raw: Uint8Array;
  readonly compressed: PackedBytes;
  readonly traces: LetterTraces;
}

/** Freezes a rendered letter: from now on its bytes never change. */
export function storeComposed(
  db: Database,
  { id, replyToken }: Pick<Intended, 'id' | 'replyToken'>,
  envelopeFrom: string,
  { raw, compressed, traces }: Composed,
): void {
  sql`update outbox
    set state = 'composed', envelope_from = ${envelopeFrom}, bytes = ${raw.length}
    where id = ${id} and state = 'intended'`.run(db);
  const keptTraces = replyToken === '' ? undefined : traces;
  // A letter whose bytes were deleted is rendered once more.
  sql`insert or replace into letter_bytes
      (outbox_id, reply_token, trace_text, trace_html, packed, raw)
    values (${id}, ${keptTraces ? replyToken : null}, ${keptTraces?.text}, ${keptTraces?.html}, ${compressed.packed},
      ${compressed.bytes})`.run(db);
  keepForTry(db, id, raw);
}

/** Records a failure to render a letter, which is given up after some attempts. */
export const noteComposeError = (db: Database, id: number, error: string): void => {
  sql`update outbox
    set attempts = attempts + 1, last_error = ${error},
      state = case when attempts + 1 >= ${composeLimits.attempts} then 'failed' else state end
    where id = ${id}`.run(db);
};

/** The sections of the last answer to an address, as JSON; undefined without one, or if its facts were deleted. */
export const lastAnswer = (
  db: Database,
  address: string,
  { since, now }: TimeWindow,
): string | undefined =>
  sql`select facts -> '$.sections' from outbox
    where address_key = ${addressKey(address)} and kind = 'answer'
      and created_at between ${since} and ${now}
    order by id desc
    limit 1`.value(db);

/**
 * Withholds letters that are no longer wanted, except those on their way. This is not reported to the admins.
 *
 * @param which a condition on `outbox`
 */
const withholdWhere = (db: Database, which: Sql, now: number): number =>
  sql`update outbox
    set state = 'failed', last_error = 'withheld', reported_at = ${now}
    where state in ('intended', 'composed', 'waiting')
      and ${which}`.run(db).changes;

export const withhold = (db: Database, id: number, now: number): void => {
  withholdWhere(db, sql`id = ${id}`, now);
};

/** A newer letter of the board, or of the morning, waits, and this one has no comment. */
const IS_REPLACED = sql`
  kind in ('board', 'morning')
  and not exists (
    select 1 from json_tree(outbox.facts) as fact
    where fact.key = 'comment' and fact.type = 'object'
  )
  and exists (
    select 1 from outbox as newer
    where newer.address_key = outbox.address_key
      and newer.state in ('intended', 'composed', 'waiting')
      and newer.kind = outbox.kind
      and newer.board is outbox.board
      and newer.id > outbox.id
  )`;

/** Withholds a letter, or letters to an address, that a newer one replaces. Returns their number. */
export const withholdReplaced = (
  db: Database,
  of: { readonly id: number } | { readonly addressKey: string },
  now: number,
): number => {
  const which = 'id' in of ? sql`id = ${of.id}` : sql`address_key = ${of.addressKey}`;
  return withholdWhere(db, sql`${which} and ${IS_REPLACED}`, now);
};

/** Withholds a player's answers that are not due yet, to addresses that are no longer the player's. */
export const withholdLateAnswers = (db: Database, playerId: number, now: number): void => {
  withholdWhere(
    db,
    sql`player_id = ${playerId} and kind = 'answer' and retry_at > ${now}
      and address_key not in (select address_key from addresses
        where player_id = ${playerId})`,
    now,
  );
};

/** Withholds the waiting letters of a letter queue to a player. Returns their number. */
export const withholdQueue = (db: Database, playerId: number, queue: string, now: number): number =>
  withholdWhere(db, sql`player_id = ${playerId} and queue = ${queue}`, now);

/** The letter about a challenge, or about a counter-proposal. */
const ofChallenge = (playerId: number, number: number) => sql`
  player_id = ${playerId}
  and board is null
  and kind in ('challenge', 'counter')
  and json_extract(facts, '$.number') = ${number}`;

/** Withholds the letter about a challenge to a player, unless it was tried. */
export const withholdChallenge = (
  db: Database,
  playerId: number,
  number: number,
  now: number,
): void => {
  withholdWhere(db, sql`attempts = 0 and ${ofChallenge(playerId, number)}`, now);
};

/** Whether the letter about a challenge to a player was not tried yet, or is withheld. */
export const isUnsentChallenge = (db: Database, playerId: number, number: number): boolean =>
  sql`select 1 from outbox
    where ${ofChallenge(playerId, number)}
      and (state in ('intended', 'composed', 'waiting') and attempts = 0
        or last_error = 'withheld')`.exists(db);

/** Whether the letter that is being read has caused the newest of ours. */
export const hasAnswer = (db: Database, inboxId: number): boolean =>
  sql`select inbox_id is ${inboxId} from outbox order by id desc limit 1`.value(db) === 1;
