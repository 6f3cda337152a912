import { isUtf8 } from 'node:buffer';
import { decodeWords } from 'postal-mime';
import { quotingCharsMax, referencesMax, subjectCharsMax } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import { type HeaderField, parseMessageIds, readHeader, recipients, valuesOf } from './header.ts';
import { type PartError, readParts, type Seal, sealOf, typesOf } from './part.ts';
import { newLines } from './quote/new-lines.ts';
import { parseSender, type SenderError } from './sender.ts';
import { textsOf, visibleText } from './text.ts';

/** What of a header says where a letter went, and what it answers. */
export interface Addressing {
  /** Every address it was sent to: the To, Cc and delivery headers, as far as they are plain. */
  readonly recipients: readonly string[];
  readonly inReplyTo: readonly string[];
  readonly references: readonly string[];
}

/** A letter that came in, as far as it concerns us. */
export interface Letter extends Addressing {
  readonly fields: readonly HeaderField[];
  /** What it and its parts are: `multipart/mixed`, `text/plain`. */
  readonly types: readonly string[];
  readonly sender: Result<string, SenderError>;
  readonly messageId: string | undefined;
  readonly date: string;
  /** Decoded (RFC 2047), without control characters. */
  readonly subject: string;
  /** What the person wrote anew, line by line: in the first part of text that has words. */
  readonly lines: readonly string[];
  /** Why that cannot be read; undefined when it can. */
  readonly sealed: Seal | undefined;
  /** They stand below a quotation, and nothing new above it; see `service/in/answered.ts`. */
  readonly below: boolean;
  /** All lines of that part, with those that it quotes, to find the letter in them that was answered. */
  readonly quoting: readonly string[];
  /** How many such lines stand in later parts, which are not read. */
  readonly laterLines: number;
}

/** Why a letter cannot be read, for the operator. */
export type LetterError = 'header too long' | PartError | 'unreadable';

/**
 * Takes a raw letter apart, in a time linear in its length. Who wrote it is read from the raw
 * header, the text from the parts that hold it: transfer encodings, charsets and format=flowed
 * undone, HTML turned to text where there is nothing else. Letters inside letters are attachments,
 * and attachments are not looked at.
 *
 * @param own the address of this server, whose letters are what people quote
 */
export async function parseLetter(
  raw: Uint8Array,
  own: string,
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
      lines: sealed ? [''] : newLines(first, own),
      sealed,
      below: false,
      quoting: first.slice(0, quotingCharsMax).split('\n'),
      laterLines: newLines(later, own).filter((line) => line.trim() !== '').length,
    });
  } catch {
    return err('unreadable');
  }
}

/** Where a letter with this header went, and what it answers. */
export const addressing = (fields: readonly HeaderField[]): Addressing => ({
  recipients: recipients(fields),
  inReplyTo: newestIds(fields, 'in-reply-to'),
  references: newestIds(fields, 'references'),
});

/** The last ids of a field are the newest ones; more are of no use to anybody. */
const newestIds = (fields: readonly HeaderField[], name: string): readonly string[] =>
  parseMessageIds(valuesOf(fields, name).join(' ')).slice(-referencesMax);

/**
 * A subject as people see it, on one line: encoded words decoded (RFC 2047), bare 8-bit bytes read as
 * UTF-8 (RFC 6532, section 3.2) or else as windows-1252, and nothing invisible in it.
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
 * The text of a letter without the armour of a clear signature (RFC 9580, section 7), which nobody
 * here checks: its header lines, the hyphens that were put before hyphens, and the signature with all
 * below it. Any other text is as it was.
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
