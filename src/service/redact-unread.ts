import { decodeWords } from 'postal-mime';
import { passwordIn, without } from '../command/password-line.ts';
import { unreadPasswordsMax } from '../limits.ts';

/** What is left of a letter that cannot be kept otherwise; our mark says that nothing comes of it. */
export const REDACTED = 'x-turnpost: redacted\r\n\r\n';

/** Whole lines of base64 (RFC 2045, section 6.8). */
const BASE64 = /(?:^[A-Za-z0-9+/]{4,}={0,2}\r?(?:\n|$))+/gm;
/** Where quoted-printable goes on in the next line, and coded words do (RFC 2045, 6.7; RFC 2047, 2). */
const GOES_ON = /(?<!=\?\S{1,999}\?)=\r?\n|(?<=\?=)\r?\n(?=[ \t]+=\?)/g;

/**
 * The bytes of a letter that could not be read, without the passwords of its lines. Nothing has taken
 * it apart, so each line is looked at as it stands, as quoted-printable, as coded words and as base64.
 *
 * @returns undefined when there are none
 */
export function redactUnread(raw: Uint8Array): Uint8Array | undefined {
  // Latin-1 keeps every byte as it is.
  const written = Buffer.from(raw).toString('latin1');
  const coded = (written.match(BASE64) ?? []).map(fromBase64);
  const lines = new Set([written, unfold(written), ...coded].flatMap((text) => text.split('\n')));
  const words = new Set([...lines].flatMap(spellingsOf).flatMap(passwordIn));
  if (words.size === 0) return undefined;
  if (words.size > unreadPasswordsMax) return Buffer.from(REDACTED);
  const clean = (text: string) => cleanLines(text, [...words]);
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

const unfold = (text: string): string => text.replace(GOES_ON, '');

const cleanLines = (text: string, words: readonly string[]): string =>
  text
    .split('\n')
    .map((line) => cleanLine(line, words))
    .join('\n');

/** A line as the codings of mail would read it, each once. */
function spellingsOf(line: string): readonly string[] {
  const written = line.replace(/\r$/, '').replace(/^[>\s]{1,20}/, '');
  const bare = written.replace(/^subject:\s*/i, '');
  return bare.includes('=') ? [bare, fromQuotedPrintable(bare), decodeWords(bare)] : [bare];
}

/** In the spelling in which a password would be read, dots take its place. */
function cleanLine(line: string, words: readonly string[]): string {
  const holds = (text: string) => words.some((word) => text.includes(word));
  if (holds(line)) return without(line, words);
  if (!line.includes('=')) return line;
  const plain = fromQuotedPrintable(line);
  if (holds(plain)) return without(plain, words).replaceAll('=', '=3D');
  const decoded = decodeWords(line);
  return holds(decoded) ? without(decoded, words) : line;
}

const fromQuotedPrintable = (line: string): string =>
  line.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

const fromBase64 = (run: string): string => Buffer.from(run, 'base64').toString('latin1');

const toBase64 = (text: string): string =>
  Buffer.from(text, 'latin1')
    .toString('base64')
    .replace(/.{1,76}/g, '$&\r\n');
