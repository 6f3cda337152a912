import type { Database } from '../../../src/store/file/database.ts';
import { column, rows, value } from './rows.ts';

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
    liftedBy: 'letter' | 'time' | null;
  }>(
    db,
    `select address_key as address, began_at as beganAt, lifted_at as liftedAt, lifted_by as liftedBy
    from suspensions order by id`,
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
