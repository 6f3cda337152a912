import PostalMime from 'postal-mime';
import { encodedTextBytesMax, htmlBytesMax, newTextBytesMax } from '../limits.ts';
import { unflow } from './flowed.ts';
import { htmlToText } from './html.ts';
import type { Part } from './part.ts';

/**
 * The text of a letter as a person sees it: of alternatives the plain one, unless it is blank, and of
 * parts in a row all that are no attachments. Nothing is taken from letters and reports inside it.
 */
export const textOf = (letter: Part): Promise<string> =>
  partText(letter, { bytes: encodedTextBytesMax });

/** How much more of the letter is decoded. */
interface Budget {
  bytes: number;
}

async function partText(letter: Part, budget: Budget): Promise<string> {
  const { type } = letter.content;
  if (NOT_OURS.has(type)) return '';
  if (letter.parts.length === 0) return leafText(letter, budget);
  const parts = letter.parts.filter(({ content }) => !content.attachment);
  return type === 'multipart/alternative' ? firstText(parts, budget) : allTexts(parts, budget);
}

/** Reports hold what others wrote, and the parts of a digest are letters (RFC 2046, section 5.1.5). */
const NOT_OURS = new Set(['multipart/report', 'multipart/digest']);

/** Some programs put an empty text beside the HTML that holds the words. */
async function firstText(parts: readonly Part[], budget: Budget): Promise<string> {
  const plain = parts.filter(({ content }) => content.type === 'text/plain');
  const others = parts.filter(({ content }) => content.type !== 'text/plain');
  for (const part of [...plain, ...others]) {
    const text = await partText(part, budget);
    if (text.trim() !== '') return text;
  }
  return '';
}

async function allTexts(parts: readonly Part[], budget: Budget): Promise<string> {
  let texts = '';
  for (const part of parts) {
    const text = await partText(part, budget);
    if (text.trim() !== '') texts += `${text}\n`;
    if (texts.length > newTextBytesMax) break;
  }
  return texts;
}

async function leafText({ content, body }: Part, budget: Budget): Promise<string> {
  const { type, flowed, delSp } = content;
  if (type !== 'text/plain' && type !== 'text/html') return '';
  const beginning = wholeLines(body, budget.bytes);
  budget.bytes -= beginning.length;
  const text = await decode(content, beginning);
  if (type === 'text/html') return htmlToText(text);
  return flowed ? unflow(text, delSp) : text;
}

/** No charset, or one that 8-bit bytes contradict: most programs mean UTF-8 then. */
const UTF_8_MAYBE = /^(?:utf-?8|(?:us-)?ascii|ansi_x3\.4-1968)?$/i;

/**
 * Undoes the transfer encoding and the charset. The library is given one part with a header of our
 * making, so that the time it takes does not depend on what the letter's own header holds. A charset
 * that nobody knows is read as windows-1252, and so is UTF-8 that is none.
 */
async function decode(
  { encoding, charset = 'utf-8' }: Part['content'],
  body: Uint8Array,
): Promise<string> {
  const isUtf8 = UTF_8_MAYBE.test(charset);
  const text = await readAs(isUtf8 ? 'utf-8' : charset, encoding, body);
  // Behind this a long body may have been cut off in the middle of a character.
  const isNone = isUtf8 && text.slice(0, htmlBytesMax).includes('\ufffd');
  return isNone ? readAs('windows-1252', encoding, body) : text;
}

async function readAs(charset: string, encoding: string, body: Uint8Array): Promise<string> {
  const label = charset.replace(/[^\w.:-]/g, '?').slice(0, 40);
  // The library makes two chunks of every line that is not encoded: seconds for 100,000 of them.
  const encoded = ENCODED.has(encoding);
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

/** The transfer encodings that change anything (RFC 2045, section 6.1). */
const ENCODED = new Set(['quoted-printable', 'base64']);

/** The beginning of a long body, up to the end of a line. */
function wholeLines(body: Uint8Array, bytesMax: number): Uint8Array {
  if (body.length <= bytesMax) return body;
  const end = bytesMax > 0 ? body.lastIndexOf(0x0a, bytesMax - 1) : -1;
  return body.subarray(0, end < 0 ? bytesMax : end + 1);
}
