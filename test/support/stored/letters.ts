import type { Database } from '../../../src/store/file/database.ts';
import { change, column, rows, value } from './rows.ts';

/** Who is charged for each letter out, and why. */
export const charges = (db: Database) =>
  rows<{
    kind: string;
    proof: string;
    causer: number | null;
    account: string;
    address: string;
  }>(
    db,
    `select kind, proof, causer_id as causer, account, address_key as address from outbox
    where proof is not null order by id`,
  );

/** The letters out whose bytes are kept. */
export const frozenLetters = (db: Database) =>
  column<number>(db, 'select outbox_id from letter_bytes where raw is not null order by outbox_id');

/** How many letters out still have their bytes or their facts: all, or those to one player. */
export const keptLettersOut = (db: Database, player: number | null = null): number =>
  value(
    db,
    `select count(*) from outbox left join letter_bytes on outbox_id = id
    where (raw is not null or facts <> 'null') and player_id is ifnull(?, player_id)`,
    player,
  );

/** Each letter out is as large as that, or has no bytes left. */
export const setFrozenBytes = (db: Database, bytes: number): void =>
  void db.exec(`update letter_bytes set packed = 0,
    raw = ${bytes === 0 ? "x''" : `randomblob(${bytes})`}`);

/** A letter out has not been composed. */
export const thaw = (db: Database, id: number): void =>
  void db.prepare('delete from letter_bytes where outbox_id = ?').run(id);

/** The letters out whose words are known when they are quoted. */
export const traces = (db: Database) =>
  rows<{ board: number | null; player: number | null }>(
    db,
    `select board, player_id as player from letter_bytes join outbox on outbox_id = id
    where trace_text is not null`,
  );

export const forgetTraces = (db: Database): void =>
  void db.exec('update letter_bytes set reply_token = null, trace_text = null, trace_html = null');

/** Addresses that letters do not reach, those of the past as well. */
export const suspensions = (db: Database) =>
  rows<{
    address: string;
    beganAt: number;
    liftedAt: number | null;
  }>(
    db,
    `select key as address, began_at as beganAt, ended_at as liftedAt
    from conditions where kind = 'suspension' order by id`,
  );

/** Addresses that letters do not reach now. */
export const suspendedAddresses = (db: Database): readonly string[] =>
  suspensions(db)
    .filter(({ liftedAt }) => liftedAt === null)
    .map(({ address }) => address);

/** What the answers say that are due later than now, as JSON: all, or those to one address. */
export const lateAnswers = (db: Database, now: number, address: string | null = null) =>
  column<string>(
    db,
    `select facts -> '$.sections' from outbox
    where kind = 'answer' and state in ('intended', 'composed', 'waiting') and retry_at > ?
      and address is ifnull(?, address)
    order by id`,
    now,
    address,
  );

/** A letter in. */
export interface LetterIn {
  readonly id: number;
  readonly mailbox: string;
  readonly uidValidity: number;
  readonly uid: number;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly grouped: number;
  /** How many bytes are kept of it; null where none are. */
  readonly kept: number | null;
  readonly fullBytes: number | null;
  readonly sameAs: number | null;
  readonly filed: number;
}

export const lettersIn = (db: Database) =>
  rows<LetterIn>(
    db,
    `select id, mailbox, uidvalidity as uidValidity, uid, state, reason, attempts, grouped,
      length(raw) as kept, cut_bytes as fullBytes, same_as as sameAs, filed_at is not null as filed
    from inbox order by id`,
  );

/** The letter that came last. */
export function newestIn(db: Database): LetterIn {
  const letter = lettersIn(db).at(-1);
  if (!letter) throw new Error('no letter has come in');
  return letter;
}

/** How the letter that came last has ended. */
export function endOfNewest(db: Database): Pick<LetterIn, 'state' | 'reason'> {
  const { state, reason } = newestIn(db);
  return { state, reason };
}

/** The letters that could not be read. */
export const putAside = (db: Database): readonly number[] =>
  lettersIn(db)
    .filter(({ state }) => state === 'put-aside')
    .map(({ id }) => id);

/** How many letters are still to be read. */
export const unread = (db: Database): number =>
  value(db, "select count(*) from inbox where state = 'stored'");

const COLUMNS_IN = {
  state: 'state',
  raw: 'raw',
  token: 'token',
  grouped: 'grouped',
  finishedAt: 'finished_at',
} as const;

/** Changes some letters in, or all of them. */
export const changeIn = (
  db: Database,
  changes: Partial<Record<keyof typeof COLUMNS_IN, unknown>>,
  ...ids: readonly number[]
): void => change(db, 'inbox', COLUMNS_IN, changes, ids);

/** Letters that were put aside because they were too large. */
export const putTooLarge = (db: Database, letters: number): void =>
  void db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${letters})
    insert into inbox (mailbox, uidvalidity, uid, state, reason, received_at)
    select 'x', 1, i, 'put-aside', 'too large', 0 from n`);

/** A copy of a letter in, which has been carried out. */
export const putCarriedOut = (db: Database, id: number, copyOf: number): void =>
  void db
    .prepare(
      `insert into inbox (id, mailbox, uidvalidity, uid, raw_hash, state, received_at)
      select ?, mailbox, uidvalidity, 99, raw_hash, 'done', received_at from inbox where id = ?`,
    )
    .run(id, copyOf);

/** Whether copies of every letter in are known, also of those whose bytes are not kept. */
export const areCopiesKnown = (db: Database): boolean =>
  value<number>(db, 'select count(*) from inbox where raw_hash is null') === 0;

/** A letter out. */
export interface LetterOut {
  readonly id: number;
  /** The letter in that has led to it. */
  readonly inboxId: number | null;
  readonly player: number | null;
  readonly address: string;
  readonly kind: string;
  readonly board: number | null;
  /** JSON. */
  readonly facts: string;
  readonly state: string;
  readonly attempts: number;
  readonly retryAt: number;
  readonly lastError: string | null;
  /** Its envelope sender. */
  readonly sender: string | null;
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly automatic: string;
  readonly sentAt: number | null;
}

export const lettersOut = (db: Database) =>
  rows<LetterOut>(
    db,
    `select id, inbox_id as inboxId, player_id as player, address, kind, board, facts, state, attempts,
      retry_at as retryAt, last_error as lastError, envelope_from as sender,
      message_id as messageId, in_reply_to as inReplyTo, automatic, sent_at as sentAt
    from outbox order by id`,
  );

/** Where the letters out are, in the order in which they were decided. */
export const statesOut = (db: Database) =>
  column<string>(db, 'select state from outbox order by id');

/** How many letters out are still on their way, without those that are due after a time. */
export const unsent = (db: Database, dueBy = Number.MAX_SAFE_INTEGER): number =>
  value(
    db,
    "select count(*) from outbox where state not in ('sent', 'failed') and ifnull(retry_at, 0) <= ?",
    dueBy,
  );

const COLUMNS_OUT = {
  state: 'state',
  attempts: 'attempts',
  retryAt: 'retry_at',
  lastError: 'last_error',
  sentAt: 'sent_at',
  createdAt: 'created_at',
  facts: 'facts',
  sender: 'envelope_from',
  queue: 'queue',
  precedence: 'precedence',
} as const;

/** Changes some letters out, or all of them. */
export const changeOut = (
  db: Database,
  changes: Partial<Record<keyof typeof COLUMNS_OUT, unknown>>,
  ...ids: readonly number[]
): void => change(db, 'outbox', COLUMNS_OUT, changes, ids);

/**
 * Decides about one letter more like the first board letter to an address.
 *
 * @param facts what it says instead
 */
export const copyBoardLetter = (
  db: Database,
  address: string,
  letter: {
    readonly messageId: string;
    readonly kind?: string;
    readonly board?: number | undefined;
    readonly facts: (facts: string) => string;
    readonly createdAt: number;
  },
): void => {
  const like = lettersOut(db).find((each) => each.address === address && each.kind === 'board');
  db.prepare(
    `insert into outbox (player_id, address, address_key, language, kind, board, facts,
      reply_token, message_id, automatic, state, retry_at, created_at, queue, precedence)
    select player_id, address, address_key, language, ?, ?, ?,
      reply_token, ?, automatic, 'intended', 0, ?, ?, 0
    from outbox where id = ?`,
  ).run(
    letter.kind ?? 'board',
    letter.board ?? null,
    letter.facts(like?.facts ?? 'null'),
    letter.messageId,
    letter.createdAt,
    letter.board === undefined ? 'clock' : `board ${letter.board}`,
    like?.id,
  );
};

/** From now on nothing is written that a letter out says, but something else in its place. */
export const writeOtherCode = (db: Database, code: string, other: string): void =>
  void db.exec(`create trigger older after insert on outbox
    begin
      update outbox set facts = replace(facts, '"code":"${code}"', '"code":"${other}"')
      where id = new.id;
    end`);

/** Lets no letter be decided, until what it returns is called. */
export function letNothingOut(db: Database): () => void {
  db.exec('create trigger no before insert on outbox begin select raise(fail, 1); end');
  return () => db.exec('drop trigger no');
}

/** Commands that wait for the yes of their address, or have had it. */
export const heldCommands = (db: Database, state: 'waiting' | 'confirmed' = 'waiting'): number =>
  value(db, 'select count(*) from held where state = ?', state);

/** Commands are held as if nothing had been shown of who wrote them, and nobody was asked before. */
export const forgetProofs = (db: Database): void =>
  void db.exec("update held set proof = null; delete from counters where kind like '%question'");

/** How many letters in were reports of letters that did not arrive. */
export const bounces = (db: Database): number => value(db, 'select count(*) from bounces');

/** How the letters to ourselves went in which we ask whether tags arrive. */
export const probes = (db: Database) => column<string>(db, 'select state from probes');
