import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { type Database, sql } from '../file/database.ts';

/** The bytes of a letter as they are kept. */
export interface PackedBytes {
  readonly bytes: Uint8Array;
  /** 0: as they are. 1: made small, with one of our dictionaries. */
  readonly packed: 0 | 1;
}

/** More costs time, and the pages of the file are filled as well as they can be. */
const LEVEL = 3;
/** Most letters of ours are unpacked in one piece. */
const PIECE_BYTES = 32 * 1024;

/**
 * Letters of ours, which all others are like: most of a letter is style, markup and stones that stand
 * here. The letters of every database need these very bytes; other ones are another file behind these,
 * and letters are made small with the last. `npm run bench dictionary` makes one.
 */
const DICTIONARIES = ['letters.dictionary', 'letters-2.dictionary'] as const;

const read = new Map<string, Buffer>();
function dictionaryIn(file: string): Buffer {
  const known = read.get(file) ?? readFileSync(`${PACKAGE_ROOT}migrations/${file}`);
  read.set(file, known);
  return known;
}
const newest = (): Buffer => dictionaryIn(DICTIONARIES[DICTIONARIES.length - 1] as string);

/** What was made small names the checksum of its dictionary behind two bytes (RFC 1950, section 2.2). */
const ID_AT = 2;
const idOf = (small: Uint8Array): number =>
  small.length < ID_AT + 4 ? 0 : new DataView(small.buffer, small.byteOffset).getUint32(ID_AT);

const byId = new Map<number, Buffer>();
/** The dictionary with which bytes were made small; the newest where they do not say. */
function dictionaryOf(small: Uint8Array): Buffer {
  if (byId.size === 0) {
    for (const file of DICTIONARIES) {
      const dictionary = dictionaryIn(file);
      byId.set(idOf(deflateSync('', { dictionary })), dictionary);
    }
  }
  return byId.get(idOf(small)) ?? newest();
}

/** Makes the bytes of a letter small, where that makes them smaller: to a fifteenth of a board letter. */
export function pack(raw: Uint8Array): PackedBytes {
  const small = deflateSync(raw, { level: LEVEL, dictionary: newest() });
  if (small.length >= raw.length) return { bytes: raw, packed: 0 };
  // A thread that hands over a part of some memory hands over all of it.
  return { bytes: new Uint8Array(small), packed: 1 };
}

/**
 * The bytes as they were.
 *
 * @throws Error when they are damaged
 */
export const unpack = ({ bytes, packed }: PackedBytes): Uint8Array =>
  packed === 1
    ? inflateSync(bytes, { dictionary: dictionaryOf(bytes), chunkSize: PIECE_BYTES })
    : bytes;

/** What the parts of a letter are known by. */
export interface KeptTraces {
  readonly text: Uint8Array;
  readonly html: Uint8Array | undefined;
}

/** What an answer says about the letter that it answers. */
interface Answered {
  /** Its reply token, as each of our secrets signs it. */
  readonly tokens: readonly string[];
  readonly messageIds: readonly string[];
}

/** What is known of the letters that may be the one answered. */
interface Candidates {
  readonly traces: readonly KeptTraces[];
  /** There may be others: the answer names none, and more than so many have this token. */
  readonly unsure: boolean;
}

/** The letters that may be the one answered: those it names, or else the newest. */
export function tracesOf(db: Database, { tokens, messageIds }: Answered, most: number): Candidates {
  const rows = sql(
    db,
    `select trace_text as text, trace_html as html,
      outbox.message_id in (select value from json_each(:messageIds)) as named
    from letter_bytes
    join outbox on outbox.id = outbox_id
    where letter_bytes.reply_token in (select value from json_each(:tokens))
    order by named desc, outbox_id desc
    limit :most + 0`,
  ).all({
    tokens: JSON.stringify(tokens),
    messageIds: JSON.stringify(messageIds),
    most: most + 1,
  }) as readonly { text: Uint8Array; html: Uint8Array | null; named: 0 | 1 }[];
  const named = rows.filter((row) => row.named === 1);
  const candidates = named.length > 0 ? named : rows.slice(0, most);
  return {
    traces: candidates.map(({ text, html }) => ({ text, html: html ?? undefined })),
    unsure: named.length === 0 && rows.length > most,
  };
}

/** The Message-ID of the newest letter with one of these reply tokens, while its traces are kept. */
export const newestWithToken = (db: Database, tokens: readonly string[]): string | undefined =>
  sql(
    db,
    `select message_id from outbox
    where id = (
      select max(outbox_id) from letter_bytes
      where reply_token in (select value from json_each(?))
    )`,
  )
    .pluck()
    .get(JSON.stringify(tokens)) as string | undefined;

/**
 * Drops the traces of letters that were decided before a time, but for those of running boards: their
 * tokens count until the match is over.
 *
 * @returns how many
 */
export const dropTraces = (db: Database, before: number, most: number): number =>
  sql(
    db,
    `update letter_bytes
    set reply_token = null, trace_text = null, trace_html = null
    where outbox_id in (
      select outbox_id
      from letter_bytes
      join outbox on outbox.id = outbox_id
      left join matches on matches.board = outbox.board
      where letter_bytes.reply_token is not null and outbox.created_at < ?
        and (matches.board is null or matches.ending is not null)
      order by outbox_id
      limit ? + 0
    )`,
  ).run(before, most).changes;
