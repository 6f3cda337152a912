import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../package-root.ts';
import { type Database, sql } from '../file/database.ts';

/** The bytes of a letter as they are stored. */
export interface PackedBytes {
  readonly bytes: Uint8Array;
  /** 0: unchanged. 1: compressed, with one of our dictionaries. */
  readonly packed: 0 | 1;
}

/** A higher level costs time, and saves no pages of the file. */
const LEVEL = 3;
/** The size of a chunk in unpacking: most of our letters fit into one. */
const CHUNK_BYTES = 32 * 1024;

/**
 * Dictionaries of letters of ours: most of a letter is style, markup and stones that occur in them. Stored
 * letters need their dictionary unchanged; a new one is added at the end, and the last is used to compress.
 * `npm run bench dictionary` makes one.
 */
const DICTIONARIES = ['letters.dictionary', 'letters-2.dictionary'] as const;

const dictionaries = new Map<string, Buffer>();
function dictionaryIn(file: string): Buffer {
  const dictionary = dictionaries.get(file) ?? readFileSync(`${PACKAGE_ROOT}migrations/${file}`);
  dictionaries.set(file, dictionary);
  return dictionary;
}
const newest = (): Buffer => dictionaryIn(DICTIONARIES[DICTIONARIES.length - 1] as string);

/** Compressed bytes hold the checksum of their dictionary after the first two (RFC 1950, section 2.2). */
const ID_AT = 2;
const idOf = (bytes: Uint8Array): number =>
  bytes.length < ID_AT + 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(ID_AT);

const byId = new Map<number, Buffer>();
/** The dictionary with which bytes were compressed; the newest if they name none of ours. */
function dictionaryOf(compressed: Uint8Array): Buffer {
  if (byId.size === 0) {
    for (const file of DICTIONARIES) {
      const dictionary = dictionaryIn(file);
      byId.set(idOf(deflateSync('', { dictionary })), dictionary);
    }
  }
  return byId.get(idOf(compressed)) ?? newest();
}

/** Compresses a letter if that makes it smaller: a board letter to a fifteenth. */
export function pack(raw: Uint8Array): PackedBytes {
  const compressed = deflateSync(raw, { level: LEVEL, dictionary: newest() });
  if (compressed.length >= raw.length) return { bytes: raw, packed: 0 };
  // A thread that hands over a part of some memory hands over all of it.
  return { bytes: new Uint8Array(compressed), packed: 1 };
}

/**
 * The original bytes.
 *
 * @throws Error if they are damaged
 */
export const unpack = ({ bytes, packed }: PackedBytes): Uint8Array =>
  packed === 1
    ? inflateSync(bytes, { dictionary: dictionaryOf(bytes), chunkSize: CHUNK_BYTES })
    : bytes;

/** The hashes of the lines of a letter of ours, by which its words are recognised in a quotation. */
export interface LetterTraces {
  readonly text: Uint8Array;
  readonly html: Uint8Array | undefined;
}

/** How a reply identifies the letter that it answers. */
interface Answered {
  /** The reply token of that letter, as signed by each of our secrets. */
  readonly tokens: readonly string[];
  readonly messageIds: readonly string[];
}

/** The letters that may be the one answered. */
interface Candidates {
  readonly traces: readonly LetterTraces[];
  /** Whether there may be more: the reply names none, and more than `most` have this token. */
  readonly unsure: boolean;
  /** The row in the outbox of the first of them. */
  readonly first: number | undefined;
}

/** The letters that may be the one answered: those it names, or else the newest. */
export function candidateTraces(
  db: Database,
  { tokens, messageIds }: Answered,
  most: number,
): Candidates {
  const rows = sql`select outbox_id as id, trace_text as text, trace_html as html,
      outbox.message_id in (select value from json_each(${JSON.stringify(messageIds)})) as named
    from letter_bytes
    join outbox on outbox.id = outbox_id
    where letter_bytes.reply_token in (select value from json_each(${JSON.stringify(tokens)}))
    order by named desc, outbox_id desc
    limit ${most + 1} + 0`.all<LetterTraces & { id: number; named: 0 | 1 }>(db);
  const named = rows.filter((row) => row.named === 1);
  const candidates = named.length > 0 ? named : rows.slice(0, most);
  return {
    traces: candidates.map(({ text, html }) => ({ text, html })),
    unsure: named.length === 0 && rows.length > most,
    first: candidates[0]?.id,
  };
}

/** What players wrote in a letter of ours, while its content is kept. */
export const playersWordsIn = (db: Database, outboxId: number): string =>
  sql`select coalesce(
        facts ->> '$.comment.text', facts ->> '$.comment', facts ->> '$.text',
        (select group_concat(value ->> '$.comment.text', char(10)) from json_each(facts, '$.boards')),
        ''
      )
    from outbox where id = ${outboxId}`.value<string>(db);

/** The Message-ID of the newest letter with one of these reply tokens, while its traces are kept. */
export const newestWithToken = (db: Database, tokens: readonly string[]): string | undefined =>
  sql`select message_id from outbox
    where id = (
      select max(outbox_id) from letter_bytes
      where reply_token in (select value from json_each(${JSON.stringify(tokens)}))
    )`.value(db);

/**
 * Deletes the traces of letters decided before a time, except those of running boards, whose tokens are valid
 * until the match is over. The first letter since then ends the search.
 */
export const dropTraces = (db: Database, before: number, most: number): number =>
  sql`update letter_bytes
    set reply_token = null, trace_text = null, trace_html = null
    where outbox_id in (
      select outbox_id
      from letter_bytes
      join outbox on outbox.id = outbox_id
      left join matches on matches.board = outbox.board
      where letter_bytes.reply_token is not null and outbox.created_at < ${before}
        and outbox_id < coalesce(
          (
            select id from outbox
            where facts <> 'null' and state in ('sent', 'failed') and created_at >= ${before}
            order by created_at
            limit 1
          ),
          ${Number.MAX_SAFE_INTEGER}
        )
        and (matches.board is null or matches.ending is not null)
      order by outbox_id
      limit ${most} + 0
    )`.run(db).changes;
