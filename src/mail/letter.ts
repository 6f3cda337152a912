import { isUtf8 } from 'node:buffer';
import { convert } from 'html-to-text';
import PostalMime, { decodeWords } from 'postal-mime';
import { htmlLimits, letterLimits, newTextLimits, quoteLimits } from '../limits.ts';
import { err, ok, type Result } from '../result.ts';
import {
  type Addressing,
  addressing,
  type HeaderField,
  parseMessageIds,
  readHeader,
  valuesOf,
} from './header.ts';
import { seenHtml } from './html/seen.ts';
import { type Part, type PartError, readParts, type Seal } from './part.ts';
import { newLines } from './quote/new-lines.ts';
import { parseSender, type SenderError } from './sender.ts';

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
  readonly allLines: readonly string[];
  /** Number of new lines in later parts, which are not read. */
  readonly laterLines: number;
}

/** Why a letter cannot be parsed, for the operator. */
export type LetterError = 'header too long' | PartError | 'unreadable';

/**
 * The types of a letter and its parts, except attachments. Calendars include their method: `text/calendar;
 * method=reply`.
 */
function typesOf({ content, parts }: Part): readonly string[] {
  const { type, method } = content;
  const own = method === undefined ? type : `${type}; method=${method}`;
  return [own, ...parts.filter((part) => !part.content.attachment).flatMap(typesOf)];
}

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
    const [text = '', ...later] = await partTexts(parts.value, {
      bytes: htmlLimits.encodedBytes,
      markup: htmlLimits.bytes,
      chars: newTextLimits.bytes,
    });
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
      allLines: first.slice(0, quoteLimits.letterChars).split('\n'),
      laterLines: newLines(later.join('\n'), serverAddress).filter((line) => line.trim() !== '')
        .length,
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
  const bytes = Buffer.from(raw.slice(0, letterLimits.subjectChars), 'latin1');
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

/** Remaining bytes to decode, and characters of markup and text to read. */
interface Budget {
  bytes: number;
  markup: number;
  chars: number;
}

/**
 * The non-blank texts of a part and its subparts: of alternatives the plain one, unless blank; of a sequence
 * those that are no attachments. Enclosed letters and reports are ignored.
 */
async function partTexts(part: Part, budget: Budget): Promise<readonly string[]> {
  const { type } = part.content;
  if (IGNORED_TYPES.has(type) || budget.chars <= 0) return [];
  if (part.parts.length === 0) return leafTexts(part, budget);
  const parts = part.parts.filter(({ content }) => !content.attachment);
  const isChoice = type === 'multipart/alternative';
  const texts: string[] = [];
  for (const each of isChoice ? plainFirst(parts) : parts) {
    texts.push(...(await partTexts(each, budget)));
    if (isChoice && texts.length > 0) break;
  }
  return texts;
}

/** Reports quote other letters; the parts of a digest are letters (RFC 2046, section 5.1.5). */
const IGNORED_TYPES = new Set(['multipart/report', 'multipart/digest']);

/** Some programs add an empty text to the HTML that holds the words. */
const plainFirst = (parts: readonly Part[]): readonly Part[] => [
  ...parts.filter(({ content }) => content.type === 'text/plain'),
  ...parts.filter(({ content }) => content.type !== 'text/plain'),
];

async function leafTexts({ content, body }: Part, budget: Budget): Promise<readonly string[]> {
  const { type, flowed, delSp } = content;
  if (type !== 'text/plain' && type !== 'text/html') return [];
  const beginning = wholeLines(body, budget.bytes);
  budget.bytes -= beginning.length;
  const decoded = await decode(content, beginning);
  const isHtml = type === 'text/html';
  const shown = isHtml ? htmlToText(decoded.slice(0, budget.markup)) : decoded;
  if (isHtml) budget.markup -= Math.min(decoded.length, budget.markup);
  const text = visibleText(
    (flowed && !isHtml ? unflow(shown, delSp) : shown).replace(LINE_ENDS, '\n'),
  );
  if (text.trim() === '') return [];
  budget.chars -= text.length;
  return [text];
}

/** No charset, ASCII or UTF-8: most programs mean UTF-8 by 8-bit bytes. */
const UTF_8_MAYBE = /^(?:utf-?8|(?:us-)?ascii|ansi_x3\.4-1968)?$/i;

/**
 * Decodes transfer encoding and charset. The library gets a header of our own, so that its time does not
 * depend on the letter's. Unknown charsets and invalid UTF-8 are read as windows-1252.
 */
async function decode(
  { encoding, charset = 'utf-8' }: Part['content'],
  body: Uint8Array,
): Promise<string> {
  const isUtf8 = UTF_8_MAYBE.test(charset);
  const text = await readAs(isUtf8 ? 'utf-8' : charset, encoding, body);
  // Beyond this a long body may end within a character.
  const isInvalidUtf8 = isUtf8 && text.slice(0, htmlLimits.bytes).includes('\ufffd');
  return isInvalidUtf8 ? readAs('windows-1252', encoding, body) : text;
}

async function readAs(charset: string, encoding: string, body: Uint8Array): Promise<string> {
  const encoded = ENCODED.has(encoding);
  // Most bodies are so; the library takes as long for one as everything else for a letter.
  if (!encoded && charset === 'utf-8') return new TextDecoder().decode(body);
  const label = charset.replace(/[^\w.:-]/g, '?').slice(0, 40);
  // The library makes two chunks of every unencoded line: seconds for 100,000 of them.
  const header = [
    `Content-Type: text/plain; charset="${label}"`,
    `Content-Transfer-Encoding: ${encoded ? encoding : 'base64'}`,
    '\n',
  ];
  const lines = encoded ? body : Buffer.from(Buffer.from(body).toString('base64'), 'latin1');
  const { text = '' } = await PostalMime.parse(
    Buffer.concat([Buffer.from(header.join('\n'), 'latin1'), lines]),
  );
  return text;
}

/** The transfer encodings that change the body (RFC 2045, section 6.1). */
const ENCODED = new Set(['quoted-printable', 'base64']);

/** The beginning of a long body, up to a line end. */
function wholeLines(body: Uint8Array, bytesMax: number): Uint8Array {
  if (body.length <= bytesMax) return body;
  const end = bytesMax > 0 ? body.lastIndexOf(0x0a, bytesMax - 1) : -1;
  return body.subarray(0, end < 0 ? bytesMax : end + 1);
}

/**
 * Decodes format=flowed (RFC 3676, section 4): lines that end with a blank continue, unless the quote depth
 * changes (section 4.5) or the line is the signature's `-- ` (section 4.3). Quoted lines keep one `> `.
 *
 * @param delSp whether the blank before a soft line end is deleted (section 4.2)
 */
export function unflow(text: string, delSp: boolean): string {
  const paragraphs: string[] = [];
  let pieces: string[] = [];
  let depth = 0;
  const end = (): void => {
    if (pieces.length > 0) paragraphs.push((depth > 0 ? '> ' : '') + pieces.join(''));
    pieces = [];
  };
  for (const line of text.split(/\r?\n/)) {
    const quotes = /^>*/.exec(line)?.[0].length ?? 0;
    const stuffed = line.slice(quotes);
    const content = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed;
    if (quotes !== depth || content === '-- ') end();
    depth = quotes;
    const flows = content.endsWith(' ') && content !== '-- ';
    pieces.push(flows && delSp ? content.slice(0, -1) : content);
    if (!flows) end();
  }
  end();
  return paragraphs.join('\n');
}

/**
 * The visible text of HTML. Quotations become `> ` lines, links their words, and non-breaking spaces
 * blanks.
 */
const htmlToText = (html: string): string =>
  convert(seenHtml(html.slice(0, htmlLimits.bytes)), {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'blockquote', options: { leadingLineBreaks: 1 } },
    ],
    limits: { maxDepth: htmlLimits.depth },
  }).replaceAll('\u00a0', ' ');

// biome-ignore lint/suspicious/noControlCharactersInRegex: two of them are controls
const LINE_ENDS = /\r\n?|[\u000b\u000c\u2028\u2029]/g;

/**
 * The characters of windows-1252 in place of latin1's C1 controls: text declared as latin1 is windows-1252
 * (WHATWG Encoding, section 4.2), but TextDecoder of Node 20 decodes latin1.
 */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * Controls, direction marks, other invisible characters, lone surrogates, and reserved places for such
 * (Default_Ignorable_Code_Point). Joiners and variation selectors stay: emoji, Persian and Japanese need
 * them.
 */
const INVISIBLE =
  /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]|[\u2065\ufff0-\ufff8\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

/** A text without invisible characters, so that what is read is what was shown. */
const visibleText = (text: string): string =>
  // Fast path: most text is plain.
  /^[\t\n -~]*$/.test(text)
    ? text
    : text
        .replace(/[\u0080-\u009f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80] ?? '')
        .replace(INVISIBLE, '');

const PGP_MESSAGE = /^\s*-----BEGIN PGP MESSAGE-----/;

const SMIME = new Set(['application/pkcs7-mime', 'application/x-pkcs7-mime']);

const TNEF = new Set(['application/ms-tnef', 'application/vnd.ms-tnef']);

/**
 * How a letter is sealed: encrypted (PGP/MIME of RFC 3156, or S/MIME of RFC 8551), wrapped in its signature
 * (S/MIME), or in Outlook's TNEF format. Words next to encryption are a footer added on the way; TNEF
 * counts only without words.
 */
function sealOf(letter: Part, text: string): Seal | undefined {
  if (PGP_MESSAGE.test(text)) return 'encrypted';
  const first = firstOf(letter);
  if (first.content.type === 'multipart/encrypted') return 'encrypted';
  if (SMIME.has(first.content.type)) {
    return first.content.smime === 'signed-data' ? 'packed' : 'encrypted';
  }
  return text.trim() === '' && hasTnef(letter) ? 'winmail' : undefined;
}

function firstOf(part: Part): Part {
  const isSealed = part.content.type === 'multipart/encrypted';
  const [first] = part.parts;
  return isSealed || !first ? part : firstOf(first);
}

const hasTnef = ({ content, parts }: Part): boolean =>
  TNEF.has(content.type) ||
  content.fileName?.toLowerCase() === 'winmail.dat' ||
  parts.some(hasTnef);
