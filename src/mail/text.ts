import { convert } from 'html-to-text';
import PostalMime from 'postal-mime';
import { encodedTextBytesMax, htmlBytesMax, htmlDepthMax, newTextBytesMax } from '../limits.ts';
import { seenHtml } from './html/seen.ts';
import type { Part } from './part.ts';

/** The text of a letter as a person sees it, part by part. */
interface Texts {
  /** Of the first part that has words. */
  readonly first: string;
  /** Of the parts behind it: below a picture, or what somebody on the way has added. */
  readonly later: string;
}

/**
 * The text of a letter: of alternatives the plain one, unless it is blank, and of parts in a row the
 * first that is no attachment and has words. Nothing is taken from letters and reports inside it.
 */
export async function textsOf(letter: Part): Promise<Texts> {
  const [first = '', ...later] = await partTexts(letter, {
    bytes: encodedTextBytesMax,
    markup: htmlBytesMax,
    chars: newTextBytesMax,
  });
  return { first, later: later.join('\n') };
}

/** How much more of the letter is decoded, of its markup read, and of its text taken. */
interface Budget {
  bytes: number;
  markup: number;
  chars: number;
}

/** The texts of a part and of those in it; none of them is blank. */
async function partTexts(part: Part, budget: Budget): Promise<readonly string[]> {
  const { type } = part.content;
  if (NOT_OURS.has(type) || budget.chars <= 0) return [];
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

/** Reports hold what others wrote, and the parts of a digest are letters (RFC 2046, section 5.1.5). */
const NOT_OURS = new Set(['multipart/report', 'multipart/digest']);

/** Some programs put an empty text beside the HTML that holds the words. */
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
  const text = plainLines(flowed && !isHtml ? unflow(shown, delSp) : shown);
  if (text.trim() === '') return [];
  budget.chars -= text.length;
  return [text];
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

/**
 * Undoes format=flowed (RFC 3676, section 4): lines that end with a blank go on in the next line,
 * unless the depth of quoting changes (section 4.5) or the line is the signature's `-- `
 * (section 4.3). Quoted lines keep one `> `.
 *
 * @param delSp the blank before a soft line end is not part of the text (section 4.2)
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
 * The text of a letter that has only HTML, as far as a person sees it. Quotations come out as `> `
 * lines, links as words, and the hard blanks that editors put between words as blanks.
 */
const htmlToText = (html: string): string =>
  convert(seenHtml(html.slice(0, htmlBytesMax)), {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'blockquote', options: { leadingLineBreaks: 1 } },
    ],
    limits: { maxDepth: htmlDepthMax },
  }).replaceAll('\u00a0', ' ');

/** Also those of Unicode, which a mail program shows as line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: two of them are controls
const LINE_ENDS = /\r\n?|[\u000b\u000c\u2028\u2029]/g;

/**
 * What windows-1252 has where latin1 has controls that nobody writes: text that says it is latin1 is
 * windows-1252 (WHATWG Encoding, section 4.2), and TextDecoder of Node 20 takes one for the other.
 */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * Controls, what turns the direction of writing, other invisible characters and halves of surrogate
 * pairs, and the places that Unicode keeps for more of them (Default_Ignorable_Code_Point). The
 * joiners stay, and what chooses a form of a character: emoji, Persian and Japanese are written so.
 */
const INVISIBLE =
  /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]|[\u2065\ufff0-\ufff8\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;

/** A text without characters that nobody sees, so that what is read is what was shown. */
export const visibleText = (text: string): string =>
  text
    .replace(/[\u0080-\u009f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80] ?? '')
    .replace(INVISIBLE, '');

/** The same with every kind of line end turned into `\n`. */
const plainLines = (text: string): string => visibleText(text.replace(LINE_ENDS, '\n'));
