import {
  accountOf,
  type Charge,
  type ChargedProof,
  type LetterQueue,
} from '../../budget/charge.ts';
import type { Message, MessageKind } from '../../intent.ts';
import { addressKey } from '../../player/address.ts';
import { composeAttemptsMax } from '../../server-limits.ts';
import { type Database, sql, type TimeWindow } from '../file/database.ts';
import type { KeptTraces, PackedBytes } from './packed.ts';

/** A letter that is decided and not rendered yet. */
export interface Intended {
  readonly id: number;
  /** The incoming letter that has caused it. */
  readonly inboxId: number | undefined;
  readonly playerId: number | undefined;
  /** Its reader's userid when it was decided. */
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

interface Row {
  readonly id: number;
  readonly inbox_id: number | null;
  readonly player_id: number | null;
  readonly userid: string | null;
  readonly address: string;
  readonly language: string;
  readonly board: number | null;
  readonly kind: MessageKind;
  readonly facts: string;
  readonly reply_token: string;
  readonly message_id: string;
  readonly in_reply_to: string | null;
  readonly automatic: Intended['automatic'];
  readonly created_at: number;
  readonly thread: string;
  readonly proof: ChargedProof | null;
  readonly caused_at: number | null;
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
  const { changes } = sql(
    db,
    `insert into outbox
      (inbox_id, player_id, userid, address, address_key, language, kind, board, facts,
        reply_token, message_id, in_reply_to, automatic, queue, precedence, state, retry_at,
        created_at, causer_id, proof, account, caused_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'intended', ?, ?, ?, ?, ?, ?)
    on conflict (message_id) do nothing`,
  ).run(
    letter.inboxId ?? null,
    letter.playerId ?? null,
    letter.userid ?? null,
    letter.address,
    addressKey(letter.address),
    letter.language,
    message.kind,
    letter.board ?? null,
    JSON.stringify(message.facts),
    letter.replyToken,
    letter.messageId,
    letter.inReplyTo ?? null,
    letter.automatic,
    queue.name,
    queue.precedence,
    dueAt,
    letter.createdAt,
    charge.playerId ?? null,
    charge.proof,
    accountOf(message.kind),
    charge.at,
  );
  return changes > 0;
}

/**
 * The content of our letter with this Message-ID, or undefined. Its facts are null if they were deleted for
 * their age.
 */
export function messageWith(db: Database, messageId: string): Message | undefined {
  const row = sql(db, 'select kind, facts from outbox where message_id = ?').get(messageId) as
    | Pick<Row, 'kind' | 'facts'>
    | undefined;
  return row && ({ kind: row.kind, facts: JSON.parse(row.facts) } as Message);
}

/** The next letters that wait to be rendered, after this id, the oldest first. */
export function intendedLetters(db: Database, after: number, most: number): readonly Intended[] {
  const rows = sql(
    db,
    `select outbox.*, coalesce(outbox.userid, players.userid) as userid,
      (
        select json_group_array(earlier.message_id order by earlier.id) from outbox as earlier
        where earlier.player_id = outbox.player_id and earlier.board = outbox.board
          and earlier.id < outbox.id
      ) as thread
    from outbox
    left join players on players.id = outbox.player_id
    where state = 'intended' and outbox.id > ?
    order by outbox.id
    limit ? + 0`,
  ).all(after, most) as Row[];
  return rows.map((row) => ({
    id: row.id,
    inboxId: row.inbox_id ?? undefined,
    playerId: row.player_id ?? undefined,
    userid: row.userid ?? undefined,
    address: row.address,
    language: row.language,
    board: row.board ?? undefined,
    message: { kind: row.kind, facts: JSON.parse(row.facts) } as Message,
    replyToken: row.reply_token,
    messageId: row.message_id,
    inReplyTo: row.in_reply_to ?? undefined,
    automatic: row.automatic,
    createdAt: row.created_at,
    thread: JSON.parse(row.thread) as string[],
    charged:
      row.proof === null || row.caused_at === null
        ? undefined
        : { proof: row.proof, at: row.caused_at },
  }));
}

/** A rendered letter: its bytes as sent and as stored, and the traces of its words. */
interface Frozen {
  readonly raw: Uint8Array;
  readonly kept: PackedBytes;
  readonly traces: KeptTraces;
}

/** Freezes a rendered letter: from now on its bytes never change. */
export function freeze(
  db: Database,
  { id, replyToken }: Pick<Intended, 'id' | 'replyToken'>,
  envelopeFrom: string,
  { raw, kept, traces }: Frozen,
): void {
  sql(
    db,
    `update outbox
    set state = 'composed', envelope_from = ?, bytes = ?
    where id = ? and state = 'intended'`,
  ).run(envelopeFrom, raw.length, id);
  const keptTraces = replyToken === '' ? undefined : traces;
  // A letter whose bytes were deleted is rendered once more.
  sql(
    db,
    `insert or replace into letter_bytes
      (outbox_id, reply_token, trace_text, trace_html, packed, raw)
    values (?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    keptTraces ? replyToken : null,
    keptTraces?.text ?? null,
    keptTraces?.html ?? null,
    kept.packed,
    kept.bytes,
  );
}

/** Records a failure to render a letter, which is given up after some attempts. */
export const noteComposeError = (db: Database, id: number, error: string): void => {
  sql(
    db,
    `update outbox
    set attempts = attempts + 1, last_error = ?,
      state = case when attempts + 1 >= ? then 'failed' else state end
    where id = ?`,
  ).run(error, composeAttemptsMax, id);
};

/** The sections of the last answer to an address, as JSON; undefined without one, null if it was emptied. */
export const lastAnswer = (
  db: Database,
  address: string,
  { since, now }: TimeWindow,
): string | null | undefined =>
  sql(
    db,
    `select facts -> '$.sections' from outbox
    where address_key = ? and kind = 'answer' and created_at between ? and ?
    order by id desc
    limit 1`,
  )
    .pluck()
    .get(addressKey(address), since, now) as string | null | undefined;

/**
 * Withholds letters that are no longer wanted, except those on their way. This is not reported to the admins.
 *
 * @param which a condition on `outbox`, with its parameters in `facts`
 */
const withholdWhere = (
  db: Database,
  which: string,
  facts: Readonly<Record<string, string | number>>,
  now: number,
): number =>
  sql(
    db,
    `update outbox
    set state = 'failed', last_error = 'withheld', reported_at = :now
    where state in ('intended', 'composed', 'waiting')
      and ${which}`,
  ).run({ ...facts, now }).changes;

/** Withholds one letter. */
export const withhold = (db: Database, id: number, now: number): void => {
  withholdWhere(db, 'id = :id', { id }, now);
};

/** A newer letter of the board, or of the morning, waits, and this one has no comment. */
const IS_REPLACED = `
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

/** Withholds letters to an address that a newer one replaces. Returns their number. */
export const withholdReplaced = (db: Database, addressKey: string, now: number): number =>
  withholdWhere(db, `address_key = :addressKey and ${IS_REPLACED}`, { addressKey }, now);

/** Withholds a letter if a newer one replaces it. */
export const withholdIfReplaced = (db: Database, id: number, now: number): boolean =>
  withholdWhere(db, `id = :id and ${IS_REPLACED}`, { id }, now) > 0;

/** Withholds a player's answers that are not due yet, to addresses that are no longer the player's. */
export const withholdLateAnswers = (db: Database, playerId: number, now: number): void => {
  withholdWhere(
    db,
    `player_id = :playerId and kind = 'answer' and retry_at > :now
      and address_key not in (select address_key from addresses where player_id = :playerId)`,
    { playerId },
    now,
  );
};

/** Withholds the waiting letters of a letter queue to a player. Returns their number. */
export const withholdQueue = (db: Database, playerId: number, queue: string, now: number): number =>
  withholdWhere(db, 'player_id = :playerId and queue = :queue', { playerId, queue }, now);

/** The letter about a challenge, or about a counter-proposal. */
const OF_CHALLENGE = `
  player_id = :playerId
  and board is null
  and kind in ('challenge', 'counter')
  and json_extract(facts, '$.number') = :number`;

/** Withholds the letter about a challenge to a player, unless it was tried. */
export const withholdChallenge = (
  db: Database,
  playerId: number,
  number: number,
  now: number,
): void => {
  withholdWhere(db, `attempts = 0 and ${OF_CHALLENGE}`, { playerId, number }, now);
};

/** Whether the letter about a challenge to a player was not tried yet, or is withheld. */
export const isUnsentChallenge = (db: Database, playerId: number, number: number): boolean =>
  sql(
    db,
    `select 1 from outbox
    where ${OF_CHALLENGE}
      and (state in ('intended', 'composed', 'waiting') and attempts = 0
        or last_error = 'withheld')`,
  ).get({ playerId, number }) !== undefined;

/** Whether an incoming letter has caused one of ours. */
export const hasAnswer = (db: Database, inboxId: number): boolean =>
  sql(db, 'select 1 from outbox where inbox_id = ? limit 1').get(inboxId) !== undefined;
