import type { Message } from '../intent.ts';
import { composeAttemptsMax } from '../limits.ts';
import { addressKey } from '../player/address.ts';
import { type Database, sql } from './database.ts';

/** A letter that has been decided and is to be rendered. */
export interface Intended {
  readonly id: number;
  readonly playerId: number | undefined;
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
}

/** A frozen letter that is to be handed to the submission server. */
export interface Composed {
  readonly id: number;
  readonly envelopeFrom: string;
  readonly address: string;
  readonly raw: Uint8Array;
  readonly attempts: number;
  readonly createdAt: number;
}

interface Row {
  readonly id: number;
  readonly player_id: number | null;
  readonly userid: string | null;
  readonly address: string;
  readonly language: string;
  readonly board: number | null;
  readonly kind: string;
  readonly facts: string;
  readonly reply_token: string;
  readonly message_id: string;
  readonly in_reply_to: string | null;
  readonly automatic: Intended['automatic'];
  readonly created_at: number;
}

/** Writes down that a letter shall be sent, in the transaction that decided it. */
export function intend(
  db: Database,
  letter: Omit<Intended, 'id' | 'userid'> & { readonly inboxId: number | undefined },
): void {
  const { message } = letter;
  sql(
    db,
    `insert into outbox
      (inbox_id, player_id, address, address_key, language, kind, board, facts, reply_token,
        message_id, in_reply_to, automatic, state, retry_at, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'intended', ?, ?)`,
  ).run(
    letter.inboxId ?? null,
    letter.playerId ?? null,
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
    letter.createdAt,
    letter.createdAt,
  );
}

/** Every letter that waits to be rendered, the oldest first. */
export function intendedLetters(db: Database): readonly Intended[] {
  const rows = sql(
    db,
    `select outbox.*, players.userid
    from outbox
    left join players on players.id = outbox.player_id
    where state = 'intended'
    order by outbox.id`,
  ).all() as Row[];
  return rows.map((row) => ({
    id: row.id,
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
  }));
}

/** The ids of earlier letters about a board to the same player, the oldest first. */
export const threadOf = (db: Database, letter: Intended): readonly string[] =>
  letter.board === undefined || letter.playerId === undefined
    ? []
    : (sql(
        db,
        `select message_id from outbox
        where player_id = ? and board = ? and id < ?
        order by id`,
      )
        .pluck()
        .all(letter.playerId, letter.board, letter.id) as string[]);

/** Freezes a rendered letter: from now on its bytes never change. */
export function freeze(db: Database, id: number, envelopeFrom: string, raw: Uint8Array): void {
  sql(
    db,
    `update outbox
    set state = 'composed', envelope_from = ?, raw = ?
    where id = ? and state = 'intended'`,
  ).run(envelopeFrom, raw, id);
}

/** Notes that a letter could not be rendered: it is tried again, but not for ever. */
export const noteComposeError = (db: Database, id: number, error: string): void => {
  sql(
    db,
    `update outbox
    set attempts = attempts + 1, last_error = ?,
      state = case when attempts + 1 >= ? then 'failed' else state end
    where id = ?`,
  ).run(error, composeAttemptsMax, id);
};

/** Frozen letters whose time has come, the oldest first. */
export const dueLetters = (db: Database, now: number, most: number): readonly Composed[] =>
  sql(
    db,
    `select id, envelope_from as envelopeFrom, address, raw, attempts, created_at as createdAt
    from outbox
    where state in ('composed', 'waiting') and retry_at <= ?
    order by id
    limit ?`,
  ).all(now, most) as Composed[];

/** Marks a letter as being handed over, and counts the attempt. */
export const beginSending = (db: Database, id: number): void => {
  sql(db, `update outbox set state = 'sending', attempts = attempts + 1 where id = ?`).run(id);
};

/** The server has taken the letter. */
export const markSent = (db: Database, id: number, now: number): void => {
  sql(db, `update outbox set state = 'sent', sent_at = ?, last_error = null where id = ?`).run(
    now,
    id,
  );
};

/** The server has not taken the letter; it is tried again at a time. */
export const retryLater = (db: Database, id: number, retryAt: number, error: string): void => {
  sql(db, `update outbox set state = 'waiting', retry_at = ?, last_error = ? where id = ?`).run(
    retryAt,
    error,
    id,
  );
};

/** The letter is given up. */
export const giveUp = (db: Database, id: number, error: string): void => {
  sql(db, `update outbox set state = 'failed', last_error = ? where id = ?`).run(error, id);
};

/** After a start: letters that were in the hands of a process that is no more are due again. */
export const takeBackSending = (db: Database): number =>
  sql(db, `update outbox set state = 'composed' where state = 'sending'`).run().changes;

/** When the next letter is due, in UTC milliseconds; undefined when none waits. */
export const nextDueAt = (db: Database): number | undefined =>
  (sql(db, `select min(retry_at) from outbox where state in ('composed', 'waiting')`)
    .pluck()
    .get() as number | null) ?? undefined;

/** How many letters that anybody could have asked for an address has been sent since a time. */
export const answersSince = (db: Database, address: string, since: number): number =>
  sql(
    db,
    `select count(*) from outbox
    where address_key = ? and kind in ('answer', 'show') and created_at >= ?`,
  )
    .pluck()
    .get(addressKey(address), since) as number;

/** How many letters have been decided for people without an account since a time. */
export const strangerLettersSince = (
  db: Database,
  since: number,
): { readonly total: number; to(address: string): number } => ({
  total: sql(db, 'select count(*) from outbox where player_id is null and created_at >= ?')
    .pluck()
    .get(since) as number,
  to: (address) =>
    sql(
      db,
      `select count(*) from outbox
      where player_id is null and address_key = ? and created_at >= ?`,
    )
      .pluck()
      .get(addressKey(address), since) as number,
});
