import { createHash } from 'node:crypto';
import { encode as encodeBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode as encodeQuoted, wrap as wrapQuoted } from 'nodemailer/lib/qp';

/** An inline picture: Content-ID, file name without extension, and bytes. */
export interface Picture {
  readonly cid: string;
  readonly name: string;
  readonly png: Uint8Array;
}

/** The content of an outgoing letter. Ids are without angle brackets. */
export interface Outgoing {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  /** The address for answers, with the reply token as its tag. */
  readonly replyTo: string;
  readonly messageId: string;
  readonly inReplyTo: string | undefined;
  readonly references: readonly string[];
  /** UTC milliseconds. */
  readonly date: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
  /** Pictures that the HTML part shows by `cid:`, in one part with it (RFC 2387). */
  readonly pictures: readonly Picture[];
  readonly attached: readonly { readonly name: string; readonly text: string }[];
  /** RFC 3834, section 5: an answer, or a letter that no letter caused. */
  readonly autoSubmitted: 'auto-replied' | 'auto-generated';
  /** `Turnpost <games.host>`, the same for every letter (RFC 2919). */
  readonly listId: string;
  /** A value of Authentication-Results, to test whether the mail host removes it. */
  readonly forgery?: string | undefined;
  /** A link to unsubscribe from letters of this kind (RFC 2369, section 3.2), if any. */
  readonly unsubscribe?: string | undefined;
}

/**
 * Makes the complete raw letter. Equal content gives equal bytes.
 *
 * @throws Error when a value would end its header line, so that no foreign field is injected
 */
export function composeLetter(letter: Outgoing): Uint8Array {
  refuseLineEnds(letter);
  // Boundaries are as random as the Message-ID, so no text can hold them.
  const mark = createHash('sha256').update(letter.messageId).digest('hex').slice(0, 16);
  const { body, encoding, type } = write(withAttachments(wordsOf(letter), letter), mark);
  const header = {
    ...headerOf(letter),
    'Content-Transfer-Encoding': encoding,
    'MIME-Version': '1.0',
    'Content-Type': type,
  };
  const fields = Object.entries(header).map(([key, value]) =>
    value === undefined ? '' : fieldOf(key, value),
  );
  return bytesOf(fields.join(''), `\r\n${body}`);
}

/** A MIME part; its header holds no foreign text. */
interface Part {
  readonly type: string;
  /** Undefined for a multipart: its parts have their own. */
  readonly encoding?: string;
  readonly fields?: string;
  /** The encoded text, or the parts of a multipart. */
  readonly body: string | readonly (Part | SerializedPart)[];
}

/** A part in its final form: header, empty line and body. */
type SerializedPart = string;

const multipart = (type: string, body: readonly (Part | SerializedPart)[]): Part => ({
  type: `multipart/${type}`,
  body,
});

/** The text, and the HTML part with its pictures as an alternative. */
function wordsOf({ text, html, pictures }: Outgoing): Part {
  const plain = textPart('text/plain; charset=utf-8', text);
  if (html === undefined) return plain;
  const rich = htmlPart(html);
  const shown = pictures.map(writtenPicture);
  const related = () => multipart('related; type="text/html"', [rich, ...shown]);
  return multipart('alternative', [plain, shown.length > 0 ? related() : rich]);
}

/** A picture as a MIME part (RFC 2183, RFC 2392). Cached: most are stones, used in many letters. */
function writtenPicture(picture: Picture): SerializedPart {
  const { cid, name, png } = picture;
  const known = writtenPictures.get(png);
  if (known !== undefined) return known;
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const written = writtenPart({
    type: `image/png; name=${fileName(name)}.png`,
    encoding: 'base64',
    fields: `Content-Disposition: inline; filename=${name}.png\r\nContent-ID: <${cid}>\r\n`,
    body: wrapBase64(encodeBase64(bytes)),
  });
  writtenPictures.set(png, written);
  return written;
}

const writtenPictures = new WeakMap<Uint8Array, SerializedPart>();

/** @throws Error when a name would need quotation marks */
function fileName(name: string): string {
  if (!/^[\w.-]+$/.test(name)) throw new Error('a file would have an odd name');
  return name;
}

function withAttachments(words: Part, { attached }: Outgoing): Part {
  if (attached.length === 0) return words;
  const files = attached.map(({ name, text }) => ({
    ...textPart(`text/plain; charset=utf-8; name=${fileName(name)}`, text),
    fields: `Content-Disposition: attachment; filename=${name}\r\n`,
  }));
  return multipart('mixed', [words, ...files]);
}

function fieldOf(key: string, value: string | Outgoing['from']): string {
  const text = typeof value === 'string' ? value : mailboxOf(value);
  const isPlain = PLAIN.test(text) && !text.includes('=?');
  const encoded = isPlain ? text : ENCODER.encodeHeaderValue(key, value);
  const line = `${key}: ${encoded}`;
  return `${line.length < FIELD_LINE_MAX ? line : foldLines(line, FIELD_LINE_MAX)}\r\n`;
}

const FIELD_LINE_MAX = 76;
/** Values that need no encoding. Most do not, and the library is slow. */
const PLAIN = /^[!#-~](?:[ !#-~]*[!#-~])?$/;
const ENCODER = new MimeNode();

/** Name and address, if neither needs encoding; else empty. */
const mailboxOf = ({ name, address }: Outgoing['from']): string =>
  !PLAIN_NAME.test(name) || !PLAIN_ADDRESS.test(address)
    ? ''
    : name === ''
      ? address
      : `${name} <${address}>`;
const PLAIN_NAME = /^[\w ]*$/;
const PLAIN_ADDRESS = /^[\w+-]+(?:\.[\w+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/** The header in its order; what is undefined is left out. */
const headerOf = (letter: Outgoing) => ({
  'Authentication-Results': letter.forgery,
  From: letter.from,
  To: { name: '', address: letter.to },
  'Reply-To': { name: letter.from.name, address: letter.replyTo },
  Subject: letter.subject,
  Date: new Date(letter.date).toUTCString().replace('GMT', '+0000'),
  'Message-ID': `<${letter.messageId}>`,
  'In-Reply-To': letter.inReplyTo && `<${letter.inReplyTo}>`,
  // The library would write an empty one as `<>`.
  References: letter.references.map((id) => `<${id}>`).join(' ') || undefined,
  'Auto-Submitted': letter.autoSubmitted,
  'X-Turnpost': 'letter',
  'X-Auto-Response-Suppress': 'All',
  'List-ID': letter.listId,
  'List-Unsubscribe': letter.unsubscribe && `<${letter.unsubscribe}>`,
});

/** RFC 5322, section 2.2: CR and LF only end fields; NUL (section 4) is obsolete. */
function refuseLineEnds({ from, references, ...letter }: Outgoing): void {
  const { to, replyTo, messageId, inReplyTo = '', subject, listId } = letter;
  const values = [from.name, from.address, to, replyTo, messageId, inReplyTo, subject, listId];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  if ([...values, ...references].some((value) => /[\r\n\u0000]/.test(value))) {
    throw new Error('a header field would hold the end of a line');
  }
}

/**
 * Encodes text. Quoted-printable keeps every column and blank of a board through relays. It takes three
 * bytes for each non-ASCII byte; where many are, base64 takes less than half.
 */
function textPart(type: string, text: string): Part {
  const lines = withLineEnds(text);
  const quoted = wrapQuoted(encodeQuoted(lines));
  return quoted.length <= base64CharsMin(lines)
    ? { type, encoding: 'quoted-printable', body: quoted }
    : { type, encoding: 'base64', body: wrapBase64(encodeBase64(Buffer.from(lines, 'utf8'))) };
}

/** Growth factor of base64 with its line ends. */
export const BASE64_GROWTH = 1.4;
/** The length from which base64 is used instead of a readable encoding. */
export const base64CharsMin = (text: string): number =>
  1_024 + BASE64_GROWTH * Buffer.byteLength(text);

/**
 * Markup can be pure ASCII and break lines at blanks, so it is sent unencoded: to quote its thousand equals
 * signs takes longer than to draw the board. The whole part is encoded like text if it has a line near the
 * limit of RFC 5322, section 2.1.1; a line that starts with `From `, which an mbox would mangle; a lone CR;
 * non-ASCII in a style, where references are not decoded; or so much non-ASCII that its references are longer
 * than base64.
 */
function htmlPart(html: string): Part {
  const type = 'text/html; charset=utf-8';
  const bytes = Buffer.from(html);
  const isPlain = bytes.length === html.length;
  // A template returns a rope of a thousand pieces, which is slow to search.
  const ascii = isPlain ? bytes.toString('latin1') : inAscii(html);
  const markup = hasLongLine(ascii) ? foldedLines(ascii) : ascii;
  const canBeAscii =
    isPlain || (!hasNonAsciiInStyle(html) && markup.length <= base64CharsMin(html));
  return canBeAscii && !mustBeEncoded(markup)
    ? { type, encoding: '7bit', body: withLineEnds(markup) }
    : textPart(type, html);
}

/** RFC 5322, section 2.1.1 allows 998; relays may lengthen a line. */
const LINE_MAX = 900;

const hasLongLine = (markup: string): boolean =>
  markup.split('\n').some(({ length }) => length > LINE_MAX);

/** Breaks long lines of markup, unless it has preformatted text. */
const foldedLines = (markup: string): string =>
  markup.includes('<pre')
    ? markup
    : markup
        .split('\n')
        .map((line) => (line.length > LINE_MAX ? folded(line) : line))
        .join('\n');

function folded(line: string): string {
  const lines: string[] = [];
  let rest = line;
  let end = rest.lastIndexOf(' ', LINE_MAX);
  while (rest.length > LINE_MAX && end > 0) {
    lines.push(rest.slice(0, end));
    rest = rest.slice(end + 1);
    end = rest.lastIndexOf(' ', LINE_MAX);
  }
  return [...lines, rest].join('\n');
}

/** RFC 5322, section 2.3: no lone CR. */
const mustBeEncoded = (markup: string): boolean =>
  markup.startsWith('From ') ||
  markup.includes('\nFrom ') ||
  (markup.includes('\r') && /\r(?!\n)/.test(markup)) ||
  hasLongLine(markup);

/** References are not decoded within a style. */
const hasNonAsciiInStyle = (html: string): boolean =>
  /[^\s -~]/.test(html.slice(0, html.lastIndexOf('</style>') + 1));

/** Replaces each character that is not plain ASCII by a numeric reference. */
const inAscii = (markup: string): string =>
  markup.replace(/(?:[^\t\n\r -~]|\r(?!\n))+/g, (signs) =>
    [...signs].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  );

/** CRLF line ends (RFC 2045, section 6.8). */
const withLineEnds = (text: string): string =>
  (text.includes('\r') ? text.replaceAll('\r\n', '\n') : text).replaceAll('\n', '\r\n');

/**
 * Serializes a part and its subparts. The library's chain of streams takes longer than everything else for
 * a letter. Appends pieces, without copying them on every level.
 *
 * @param mark text that no line of the letter holds; `=_` cannot occur in quoted-printable (RFC 2045,
 *   section 6.7)
 */
function write({ body, ...part }: Part, mark: string): Part & { readonly body: string } {
  if (typeof body === 'string') return { ...part, body };
  const boundary = `=_${mark}-${part.type.slice('multipart/'.length).split(';')[0]}`;
  let parts = '';
  for (const each of body) {
    const written = typeof each === 'string' ? each : writtenPart(write(each, mark));
    parts += `--${boundary}\r\n${written}\r\n`;
  }
  return {
    ...part,
    type: `${part.type}; boundary="${boundary}"`,
    body: `${parts}--${boundary}--\r\n`,
  };
}

function writtenPart({
  type,
  encoding,
  fields = '',
  body,
}: Part & { body: string }): SerializedPart {
  const encoded = encoding ? `Content-Transfer-Encoding: ${encoding}\r\n` : '';
  return `Content-Type: ${type}\r\n${encoded}${fields}\r\n${body}`;
}

/** The body is ASCII in all our encodings. */
function bytesOf(header: string, body: string): Uint8Array {
  if (isAscii(header)) return Buffer.from(header + body, 'latin1');
  return Buffer.concat([Buffer.from(header, 'utf8'), Buffer.from(body, 'latin1')]);
}

export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;
