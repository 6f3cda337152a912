import { headerBytesMax } from '../limits.ts';

/** One header field as it stands in the letter, folding undone, nothing decoded. */
export interface Field {
  /** In lower case. A blank before the colon belongs to the name, so that such a field is noticed. */
  readonly name: string;
  readonly value: string;
}

/**
 * The raw header fields of a letter, top first (RFC 5322, section 2.2). Bytes are read as latin1, so
 * nothing is lost and nothing throws. Reading ends at the empty line or at 64 KiB.
 */
export function headerFields(raw: Uint8Array): readonly Field[] {
  const block = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, headerBytesMax));
  const fields: { name: string; value: string }[] = [];
  for (const line of block.toString('latin1').split(/\r?\n/)) {
    if (line === '') break;
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last) last.value += line;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon > 0) {
      fields.push({
        name: line.slice(0, colon).toLowerCase(),
        value: line.slice(colon + 1).trim(),
      });
    }
  }
  return fields;
}

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
export const valuesOf = (fields: readonly Field[], name: string): readonly string[] =>
  fields.filter((field) => field.name === name).map(({ value }) => value);
