import { dotsFor, passwordIn } from '../../command/text/password-line.ts';
import type { Vocabulary } from '../../command/text/vocabulary.ts';
import { unreadPasswordsMax } from '../../limits.ts';
import { type Kept, pack } from '../../store/letters/packed.ts';

/** What is left of a letter that cannot be kept otherwise; our mark says that nothing comes of it. */
export const REDACTED = 'x-turnpost: redacted\r\n\r\n';

/** What may be kept of a letter. */
export interface Redacted {
  /** Undefined when all of it. */
  readonly left: Uint8Array | undefined;
  /** The same made small, for letters that are done with. */
  readonly small?: Kept;
}

/** Redacts a letter and makes it small, both where nothing else waits for it. */
export function redacted(raw: Uint8Array, vocabulary: Vocabulary): Redacted {
  const left = redactUnread(raw, vocabulary);
  return { left, small: pack(left ?? raw) };
}

/** A command, a number, a userid and a password take as much. */
const LINE_CHARS_MIN = 10;
/** Whole lines of base64 (RFC 2045, section 6.8). */
const BASE64 = /(?:^[A-Za-z0-9+/]{4,}={0,2}\r?(?:\n|$))+/gm;
/** A coded word (RFC 2047, section 2), and the blanks before the next one, which are not text. */
const CODED_WORD = /=\?[^?\s]+\?([bq])\?([^?\r\n]*)\?=(?:[ \t]+(?==\?))?/gi;
/** Where quoted-printable goes on in the next line (RFC 2045, 6.7), but not behind a coded word. */
const SOFT_BREAK = /(=\?[^?\s]+\?[bq]\?[^?\r\n]*\?=)|=[ \t]*\r?\n/gi;
/** Where a coded word goes on in the next one, below it. */
const CODED_FOLD = /(\?=)\r?\n(?=[ \t]+=\?)/g;
const FOLD = /\r?\n(?=[ \t])/g;

/**
 * The bytes of a letter without the passwords of lines that nobody has read. Nothing takes it apart,
 * so each line is looked at as it stands, as quoted-printable, as coded words, as base64, and between
 * tags. Codings are undone byte by byte, so that a word is the same in all of them. Every pattern
 * looks at a byte a few times at most, whatever stands around it: the time is linear in the length.
 *
 * @returns undefined when there are none
 */
export function redactUnread(raw: Uint8Array, vocabulary: Vocabulary): Uint8Array | undefined {
  // Latin-1 keeps every byte as it is.
  const written = Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('latin1');
  const words = passwordsOf(written, vocabulary);
  if (words.size === 0) return undefined;
  if (words.size > unreadPasswordsMax) return Buffer.from(REDACTED);
  const dots = dotsFor([...words]);
  const clean = (text: string) => text.replace(/[^\n]+/g, (line) => cleanLine(line, dots));
  const left = clean(
    written.replace(BASE64, (run) => {
      const text = fromBase64(run);
      const cleaned = clean(text);
      return cleaned === text ? run : toBase64(cleaned);
    }),
  );
  // Lines are joined only where a word goes on from one to the next.
  const joined = unfold(left);
  const cleaned = clean(joined);
  return Buffer.from(cleaned === joined ? left : cleaned, 'latin1');
}

/** The passwords in any line, in any spelling, up to one more than are kept apart. */
function passwordsOf(written: string, vocabulary: Vocabulary): ReadonlySet<string> {
  const words = new Set<string>();
  const seen = new Set<string>();
  for (const text of [written, unfold(written), ...(written.match(BASE64) ?? []).map(fromBase64)]) {
    for (const [line] of text.matchAll(/[^\n]+/g)) {
      if (seen.has(line)) continue;
      seen.add(line);
      for (const spelling of spellingsOf(line)) {
        if (spelling.length < LINE_CHARS_MIN || (spelling !== line && seen.has(spelling))) continue;
        seen.add(spelling);
        for (const word of passwordIn(spelling, vocabulary)) words.add(word);
        if (words.size > unreadPasswordsMax) return words;
      }
    }
  }
  return words;
}

/** The text with the lines joined that a header or a coding has broken. */
function unfold(text: string): string {
  const end = text.search(/\r?\n\r?\n/);
  const header = end < 0 ? text : text.slice(0, end);
  const body = end < 0 ? '' : text.slice(end);
  return header.replace(FOLD, '') + body.replace(CODED_FOLD, '$1').replace(SOFT_BREAK, '$1');
}

/** A line as the codings of mail would read it, each once. */
function spellingsOf(line: string): readonly string[] {
  const written = line.replace(/\r$/, '').replace(/^[>|\s]{1,20}/, '');
  const bare = written.replace(/^subject:\s*/i, '');
  const decoded = bare.includes('=')
    ? [bare, fromQuotedPrintable(bare), fromCodedWords(bare)]
    : [bare];
  return decoded
    .flatMap((text) => (OUTSIDE_ASCII.test(text) ? [text, fromUtf8(text)] : [text]))
    .flatMap((text) => (text.includes('<') ? text.split(/<[^<>]*>/) : [text]));
}

/** In the spelling in which a password would be read, dots take its place. */
function cleanLine(line: string, dots: (text: string) => string): string {
  const cleaned = dots(line);
  if (cleaned !== line || !line.includes('=')) return cleaned;
  const plain = fromQuotedPrintable(line);
  const cleanPlain = dots(plain);
  if (cleanPlain !== plain) return cleanPlain.replaceAll('=', '=3D');
  const decoded = fromCodedWords(line);
  const cleanDecoded = dots(decoded);
  return cleanDecoded === decoded ? line : cleanDecoded;
}

const fromQuotedPrintable = (line: string): string =>
  line.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

const fromCodedWords = (line: string): string =>
  line.replace(CODED_WORD, (_, coding: string, text: string) =>
    coding.toLowerCase() === 'b'
      ? fromBase64(text)
      : fromQuotedPrintable(text.replaceAll('_', ' ')),
  );

/** Commands have umlauts in some languages; no password has. */
const OUTSIDE_ASCII = /[\x80-\xff]/;

const fromUtf8 = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

const fromBase64 = (run: string): string => Buffer.from(run, 'base64').toString('latin1');

const toBase64 = (text: string): string =>
  Buffer.from(text, 'latin1')
    .toString('base64')
    .replace(/.{1,76}/g, '$&\r\n');
