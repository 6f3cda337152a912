import { headerBytesMax, referencesMax } from '../limits.ts';

/** One header field as it stands in the letter, folding undone, nothing decoded. */
export interface HeaderField {
  /** In lower case. A blank before the colon belongs to the name, so that such a field is noticed. */
  readonly name: string;
  readonly value: string;
}

/** A header block and where the body behind it begins. */
export interface Header {
  readonly fields: readonly HeaderField[];
  /** The offset of the first byte of the body. */
  readonly end: number;
  /** Longer than 64 KiB, so that fields may be missing. */
  readonly tooLong: boolean;
}

/**
 * The raw header fields of a letter or a part, top first (RFC 5322, section 2.2). Bytes are read as
 * latin1, so nothing is lost and nothing throws. Reading ends at the empty line or at 64 KiB.
 *
 * @param from the offset of the first header line
 */
export function readHeader(raw: Uint8Array, from = 0): Header {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const stop = Math.min(bytes.length, from + headerBytesMax);
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
  return { fields: fields.map(trimmed), end: at, tooLong: stop === from + headerBytesMax };
}

/** Only blanks and tabs: in latin1 what `trim` takes for a blank may be half of a UTF-8 letter. */
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

/** The fields of the letter itself. */
export const headerFields = (raw: Uint8Array): readonly HeaderField[] => readHeader(raw).fields;

/**
 * The header of a letter with the empty line that ends it.
 *
 * @param head the beginning of the letter
 * @returns undefined when the header goes on behind it
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

/** The plain addresses in all fields of these names. */
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
 * The Message-IDs in a header value, without their angles, in order (RFC 5322, section 3.6.4). What
 * holds a control character is none.
 */
export function parseMessageIds(value: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  return [...value.matchAll(/<([^<>\s\u0000-\u001f\u007f]{1,250})>/g)].map(([, id]) => id ?? '');
}

/**
 * The References of an answer: those of the thread and the letter answered. A long thread keeps its
 * first id, which anchors it in mail programs, and the newest ones.
 */
export function makeReferences(thread: readonly string[]): readonly string[] {
  const ids = [...new Set(thread)];
  return ids.length <= referencesMax ? ids : [...ids.slice(0, 1), ...ids.slice(1 - referencesMax)];
}
