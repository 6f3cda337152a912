import { isUtf8 } from 'node:buffer';
import { decodeWords } from 'postal-mime';
import { quotingCharsMax, subjectCharsMax } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import {
  type Addressing,
  addressing,
  type HeaderField,
  parseMessageIds,
  readHeader,
  valuesOf,
} from './header.ts';
import { type PartError, readParts, type Seal, sealOf, typesOf } from './part.ts';
import { newLines } from './quote/new-lines.ts';
import { parseSender, type SenderError } from './sender.ts';
import { textsOf, visibleText } from './text.ts';

/** A parsed incoming letter. */
export interface Letter extends Addressing {
  readonly fields: readonly HeaderField[];
  /** Types of the letter and its parts: `multipart/mixed`, `text/plain`. */
  readonly types: readonly string[];
  readonly sender: Result<string, SenderError>;
  readonly messageId: string | undefined;
  readonly date: string;
  /** Decoded (RFC 2047), without control characters. */
  readonly subject: string;
  /** The new lines that the person wrote, in the first text part with words. */
  readonly lines: readonly string[];
  /** Why they cannot be read; undefined if they can. */
  readonly sealed: Seal | undefined;
  /** The new lines are all below a quotation; see `service/in/answered-letter.ts`. */
  readonly below: boolean;
  /** What a player wrote in the answered letter, if no quotation is recognised here. */
  readonly theirWords?: string;
  /** All lines of that part, with quotations, to find the answered letter in them. */
  readonly quoting: readonly string[];
  /** Number of new lines in later parts, which are not read. */
  readonly laterLines: number;
}

/** Why a letter cannot be parsed, for the operator. */
export type LetterError = 'header too long' | PartError | 'unreadable';

/**
 * Parses a raw letter, in linear time. The sender comes from the raw header, the text from the text parts:
 * transfer encoding, charset and format=flowed decoded, HTML converted where there is no plain text.
 * Attachments, also enclosed letters, are ignored.
 *
 * @param serverAddress the address of this server, to recognize quotations of its letters
 */
export async function parseLetter(
  raw: Uint8Array,
  serverAddress: string,
): Promise<Result<Letter, LetterError>> {
  const header = readHeader(raw);
  if (header.tooLong) return err('header too long');
  const parts = readParts(raw, header);
  if (!parts.ok) return parts;
  const { fields } = header;
  try {
    const { first: text, later } = await textsOf(parts.value);
    const first = withoutArmour(text);
    const sealed = sealOf(parts.value, first);
    return ok({
      fields,
      types: typesOf(parts.value),
      sender: parseSender(fields),
      ...addressing(fields),
      messageId: parseMessageIds(valuesOf(fields, 'message-id').join(' '))[0],
      date: valuesOf(fields, 'date')[0] ?? '',
      subject: decodeSubject(valuesOf(fields, 'subject')[0] ?? ''),
      lines: sealed ? [''] : newLines(first, serverAddress),
      sealed,
      below: false,
      quoting: first.slice(0, quotingCharsMax).split('\n'),
      laterLines: newLines(later, serverAddress).filter((line) => line.trim() !== '').length,
    });
  } catch {
    return err('unreadable');
  }
}

/**
 * A subject as displayed, on one line: encoded words decoded (RFC 2047), bare 8-bit bytes read as UTF-8
 * (RFC 6532, section 3.2) or else as windows-1252, without invisible characters.
 *
 * @param raw the value of the field, read as latin1
 */
function decodeSubject(raw: string): string {
  const bytes = Buffer.from(raw.slice(0, subjectCharsMax), 'latin1');
  const text = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
  return visibleText(decodeWords(text).replace(/\s+/g, ' ')).trim();
}

const BEGIN = /^-----BEGIN PGP SIGNED MESSAGE-----\s*$/;
const SIGNATURE = /^-----BEGIN PGP SIGNATURE-----\s*$/;

/**
 * The text without the armour of a cleartext signature (RFC 9580, section 7), which is not verified:
 * without its headers, dash escapes, and the signature with all below. Other text is unchanged.
 */
function withoutArmour(text: string): string {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => BEGIN.test(line));
  if (begin < 0) return text;
  const blank = lines.findIndex((line, at) => at > begin && line.trim() === '');
  if (blank < 0) return text;
  const end = lines.findIndex((line, at) => at > blank && SIGNATURE.test(line));
  const signed = lines.slice(blank + 1, end < 0 ? lines.length : end);
  const typed = signed.map((line) => (line.startsWith('- ') ? line.slice(2) : line));
  return [...lines.slice(0, begin), ...typed].join('\n');
}
