import { letterLimits } from '../limits.ts';

/** A raw header field, unfolded, not decoded. */
export interface HeaderField {
  /** In lower case. A blank before the colon is kept, to expose such a field. */
  readonly name: string;
  readonly value: string;
}

/** A header block, and the start of the body. */
export interface Header {
  readonly fields: readonly HeaderField[];
  /** The offset of the first byte of the body. */
  readonly end: number;
  /** Longer than 64 KiB: fields may be missing. */
  readonly tooLong: boolean;
}

/**
 * Parses the raw header of a letter or a part, top first (RFC 5322, section 2.2). Bytes are decoded as
 * latin1, without loss or exceptions. Parsing ends at the empty line or at 64 KiB.
 *
 * @param from the offset of the first header line
 */
export function readHeader(raw: Uint8Array, from = 0): Header {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const stop = Math.min(bytes.length, from + letterLimits.headerBytes);
  const fields: { name: string; value: string }[] = [];
  let at = from;
  while (at < stop) {
    const feed = bytes.indexOf(0x0a, at);
    const next = feed < 0 ? bytes.length : feed + 1;
    if (next > stop) break;
    const line = bytes.toString('latin1', at, next).replace(/\r?\n$/, '');
    at = next;
    if (line === '') return { fields: fields.map(trimmed), end: at, tooLong: false };
    takeLine(fields, line);
  }
  return {
    fields: fields.map(trimmed),
    end: at,
    tooLong: stop === from + letterLimits.headerBytes,
  };
}

/** Trims only blanks and tabs: other bytes that `trim` removes may be half of a UTF-8 letter. */
function trimmed({ name, value }: HeaderField): HeaderField {
  let start = 0;
  let end = value.length;
  while (value[start] === ' ' || value[start] === '\t') start++;
  while (end > start && (value[end - 1] === ' ' || value[end - 1] === '\t')) end--;
  return { name, value: value.slice(start, end) };
}

function takeLine(fields: { name: string; value: string }[], line: string): void {
  const last = fields.at(-1);
  if (/^[ \t]/.test(line)) {
    if (last) last.value += line;
    return;
  }
  const colon = line.indexOf(':');
  if (colon > 0) {
    fields.push({ name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1) });
  }
}

export const headerFields = (raw: Uint8Array): readonly HeaderField[] => readHeader(raw).fields;

/**
 * The header of a letter with its final empty line.
 *
 * @returns undefined when the header is not complete
 */
export function headerBlock(head: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const end = /\r?\n\r?\n/.exec(bytes.toString('latin1'));
  return end ? bytes.subarray(0, end.index + end[0].length) : undefined;
}

/** The values of all fields of this name, top first. */
export const valuesOf = (fields: readonly HeaderField[], name: string): readonly string[] =>
  fields.filter((field) => field.name === name).map(({ value }) => value);

const RECIPIENT_FIELDS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to'];

/** The plain addresses in the To, Cc and delivery headers. */
export const recipients = (fields: readonly HeaderField[]): readonly string[] =>
  addressesIn(fields, RECIPIENT_FIELDS);

export function addressesIn(
  fields: readonly HeaderField[],
  names: readonly string[],
): readonly string[] {
  return names
    .flatMap((name) => valuesOf(fields, name))
    .flatMap((value) =>
      [...value.matchAll(/[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,253}/g)].map(([address]) => address),
    );
}

/**
 * The Message-IDs in a header value, in order, without angle brackets (RFC 5322, section 3.6.4). Ids with
 * control characters are skipped.
 */
export function parseMessageIds(value: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  return [...value.matchAll(/<([^<>\s\u0000-\u001f\u007f]{1,250})>/g)].map(([, id]) => id ?? '');
}

/** The recipients of a letter, and the letters that it answers. */
export interface Addressing {
  /** All plain addresses in the To, Cc and delivery headers. */
  readonly recipients: readonly string[];
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
}

export const addressing = (fields: readonly HeaderField[]): Addressing => ({
  recipients: recipients(fields),
  inReplyTo: newestIds(fields, 'in-reply-to'),
  references: newestIds(fields, 'references'),
});

/** The newest ids of a field, which are its last. */
const newestIds = (fields: readonly HeaderField[], name: string): readonly string[] =>
  parseMessageIds(valuesOf(fields, name).join(' ')).slice(-letterLimits.references);

/**
 * The References of an answer, from the ids of its thread. A long thread keeps its first id, which anchors
 * it in mail programs, and the newest ones.
 */
export function makeReferences(thread: readonly string[]): readonly string[] {
  const ids = [...new Set(thread)];
  return ids.length <= letterLimits.references
    ? ids
    : [...ids.slice(0, 1), ...ids.slice(1 - letterLimits.references)];
}

/** A word, the content of a quoted string, or a sign between them. */
export interface Lexeme {
  readonly kind: 'word' | 'quoted' | 'sign';
  readonly text: string;
}

/**
 * The lexemes of a structured value, without blanks and comments (RFC 5322, section 3.2).
 *
 * @param lexeme a sticky pattern of blanks, or of one group each for a word, a quoted string and a sign, in this order
 * @returns undefined if malformed, such as an unclosed comment
 */
export function lexemesOf(value: string, lexeme: RegExp): readonly Lexeme[] | undefined {
  const lexemes: Lexeme[] = [];
  for (let at = 0; at < value.length; ) {
    lexeme.lastIndex = at;
    const [found = commentAt(value, at), word, quoted, sign] = lexeme.exec(value) ?? [];
    if (found === undefined) return undefined;
    at += found.length;
    if (word !== undefined) lexemes.push({ kind: 'word', text: word });
    if (sign !== undefined) lexemes.push({ kind: 'sign', text: sign });
    if (quoted !== undefined) {
      lexemes.push({ kind: 'quoted', text: quoted.replace(/\\(.)/g, '$1') });
    }
  }
  return lexemes;
}

function commentAt(value: string, from: number): string | undefined {
  if (value[from] !== '(') return undefined;
  let depth = 0;
  for (let at = from; at < value.length; at++) {
    if (value[at] === '\\') at++;
    else if (value[at] === '(') depth++;
    else if (value[at] === ')') depth--;
    if (depth === 0) return value.slice(from, at + 1);
  }
  return undefined;
}
