import { createHash } from 'node:crypto';
import { encode as encodeBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode as encodeQuoted, wrap as wrapQuoted } from 'nodemailer/lib/qp';

/** A picture in a letter: its Content-ID, what its file is called, and its bytes. */
export interface Picture {
  readonly cid: string;
  readonly name: string;
  readonly png: Uint8Array;
}

/** Everything that a letter of ours consists of. Ids are without their angles. */
export interface Outgoing {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  /** The address that answers go to, with the reply token as its tag. */
  readonly replyTo: string;
  readonly messageId: string;
  readonly inReplyTo: string | undefined;
  readonly references: readonly string[];
  /** UTC milliseconds. */
  readonly date: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
  /** What the HTML part shows by `cid:` (RFC 2387: it travels in one part with them). */
  readonly pictures: readonly Picture[];
  readonly attached: readonly { readonly name: string; readonly text: string }[];
  /** RFC 3834, section 5: an answer, or a letter that nobody's letter has caused. */
  readonly autoSubmitted: 'auto-replied' | 'auto-generated';
  /** `Turnpost <games.host>`, the same for every letter (RFC 2919). */
  readonly listId: string;
  /** A field of Authentication-Results to see what the mail host does with it. */
  readonly forgery?: string | undefined;
  /** A link that ends letters of this kind (RFC 2369, section 3.2); undefined where nothing does. */
  readonly unsubscribe?: string | undefined;
}

/**
 * Writes the complete raw letter. The same content gives the same bytes.
 *
 * @throws Error when a value would end its line in the header. No typed value holds that; if one ever
 *   does, no letter goes out with a field that somebody else has written
 */
export function composeLetter(letter: Outgoing): Uint8Array {
  refuseLineEnds(letter);
  // No text can hold the boundaries: they need no more chance than there is in the Message-ID.
  const mark = createHash('sha256').update(letter.messageId).digest('hex').slice(0, 16);
  const written = write(attachedTo(wordsOf(letter), letter), mark);
  const fields = [
    ...headersOf(letter),
    ...(written.encoding ? [{ key: 'Content-Transfer-Encoding', value: written.encoding }] : []),
    { key: 'MIME-Version', value: '1.0' },
    { key: 'Content-Type', value: written.type },
  ];
  return bytesOf(fields.map(fieldOf).join(''), `\r\n${written.body}`);
}

/** A part of a letter; its head is ours, for it says nothing that comes from elsewhere. */
interface Part {
  readonly type: string;
  /** Undefined for a multipart: its parts have their own. */
  readonly encoding?: string;
  /** Fields that say how it is shown. */
  readonly fields?: string;
  /** Encoded, or the parts of a multipart. */
  readonly body: string | readonly (Part | Written)[];
}

/** A part as it goes over the wire. */
type Written = string;

const multipart = (type: string, body: readonly (Part | Written)[]): Part => ({
  type: `multipart/${type}`,
  body,
});

/** The text, and beside it the HTML part with what it shows. */
function wordsOf({ text, html, pictures }: Outgoing): Part {
  const plain = textPart('text/plain; charset=utf-8', text);
  if (html === undefined) return plain;
  const marked = markedPart(html);
  const shown = pictures.map(writtenPicture);
  const related = () => multipart('related; type="text/html"', [marked, ...shown]);
  return multipart('alternative', [plain, shown.length > 0 ? related() : marked]);
}

/**
 * A picture as a part of a letter (RFC 2183, RFC 2392). Most are those of stones, which come in letter
 * after letter, and are written once.
 */
function writtenPicture(picture: Picture): Written {
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

const writtenPictures = new WeakMap<Uint8Array, Written>();

/** @throws Error when a name would need quotation marks; all are ours */
function fileName(name: string): string {
  if (!/^[\w.-]+$/.test(name)) throw new Error('a file would have an odd name');
  return name;
}

function attachedTo(words: Part, { attached }: Outgoing): Part {
  if (attached.length === 0) return words;
  const files = attached.map(({ name, text }) => ({
    ...textPart(`text/plain; charset=utf-8; name=${fileName(name)}`, text),
    fields: `Content-Disposition: attachment; filename=${name}\r\n`,
  }));
  return multipart('mixed', [words, ...files]);
}

interface Field {
  readonly key: string;
  readonly value: string | Outgoing['from'];
}

/** A field as it goes over the wire. */
function fieldOf({ key, value }: Field): string {
  const text = typeof value === 'string' ? value : mailboxOf(value);
  const isPlain = PLAIN.test(text) && !text.includes('=?');
  const encoded = isPlain ? text : ENCODER.encodeHeaderValue(key, value);
  const line = `${key}: ${encoded}`;
  return `${line.length < FIELD_LINE_MAX ? line : foldLines(line, FIELD_LINE_MAX)}\r\n`;
}

const FIELD_LINE_MAX = 76;
/** What every field may hold as it is. Nearly all do, and to ask the library takes long. */
const PLAIN = /^[!#-~](?:[ !#-~]*[!#-~])?$/;
const ENCODER = new MimeNode();

/** Name and address, where both can stand as they are; else empty. */
const mailboxOf = ({ name, address }: Outgoing['from']): string =>
  !PLAIN_NAME.test(name) || !PLAIN_ADDRESS.test(address)
    ? ''
    : name === ''
      ? address
      : `${name} <${address}>`;
const PLAIN_NAME = /^[\w ]*$/;
const PLAIN_ADDRESS = /^[\w+-]+(?:\.[\w+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

const headersOf = (letter: Outgoing): readonly Field[] => [
  ...(letter.forgery === undefined
    ? []
    : [{ key: 'Authentication-Results', value: letter.forgery }]),
  { key: 'From', value: letter.from },
  { key: 'To', value: { name: '', address: letter.to } },
  { key: 'Reply-To', value: { name: letter.from.name, address: letter.replyTo } },
  { key: 'Subject', value: letter.subject },
  { key: 'Date', value: new Date(letter.date).toUTCString().replace('GMT', '+0000') },
  { key: 'Message-ID', value: `<${letter.messageId}>` },
  ...threadOf(letter),
  { key: 'Auto-Submitted', value: letter.autoSubmitted },
  { key: 'X-Turnpost', value: 'letter' },
  { key: 'X-Auto-Response-Suppress', value: 'All' },
  { key: 'List-ID', value: letter.listId },
  ...(letter.unsubscribe === undefined
    ? []
    : [{ key: 'List-Unsubscribe', value: `<${letter.unsubscribe}>` }]),
];

/** The fields that name other letters; the library would write one that names none as `<>`. */
const threadOf = ({ inReplyTo, references }: Outgoing): readonly Field[] => [
  ...(inReplyTo === undefined ? [] : [{ key: 'In-Reply-To', value: `<${inReplyTo}>` }]),
  ...(references.length === 0
    ? []
    : [{ key: 'References', value: references.map((id) => `<${id}>`).join(' ') }]),
];

/** RFC 5322, section 2.2: CR and LF only end fields; NUL (section 4) is nothing at all. */
function refuseLineEnds({ from, references, ...letter }: Outgoing): void {
  const { to, replyTo, messageId, inReplyTo = '', subject, listId } = letter;
  const values = [from.name, from.address, to, replyTo, messageId, inReplyTo, subject, listId];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  if ([...values, ...references].some((value) => /[\r\n\u0000]/.test(value))) {
    throw new Error('a header field would hold the end of a line');
  }
}

/**
 * Quoted-printable keeps every column and blank of a board, whatever the relays do. It takes three
 * bytes for each of a sign that is not ASCII; where many are none, base64 takes less than half.
 */
function textPart(type: string, text: string): Part {
  const lines = withLineEnds(text);
  const quoted = wrapQuoted(encodeQuoted(lines));
  return quoted.length <= worthBase64(lines)
    ? { type, encoding: 'quoted-printable', body: quoted }
    : { type, encoding: 'base64', body: wrapBase64(encodeBase64(Buffer.from(lines, 'utf8'))) };
}

/** How much longer base64 is, with its ends of lines. */
export const BASE64_GROWTH = 1.4;
/** How long a text may be in a form that people can read, before base64 is worth it. */
export const worthBase64 = (text: string): number =>
  1_024 + BASE64_GROWTH * Buffer.byteLength(text);

/**
 * Markup can say everything in ASCII and break its lines anywhere, so it travels as it is: to quote
 * its thousand equals signs takes longer than to draw the board. What cannot is quoted as text is: a
 * line near the end of what RFC 5322, section 2.1.1 allows, one that a mailbox would mark as a new
 * letter, signs within a style, where no reference is read, and so many that references are too long.
 */
function markedPart(html: string): Part {
  const type = 'text/html; charset=utf-8';
  const bytes = Buffer.from(html);
  const isPlain = bytes.length === html.length;
  // A template gives a string of a thousand pieces, in which it takes longer to look for anything.
  const ascii = isPlain ? bytes.toString('latin1') : inAscii(html);
  const markup = hasLongLine(ascii) ? foldedLines(ascii) : ascii;
  const hasRoom = isPlain || (!hasSignsInStyle(html) && markup.length <= worthBase64(html));
  return hasRoom && !mustBeQuoted(markup)
    ? { type, encoding: '7bit', body: withLineEnds(markup) }
    : textPart(type, html);
}

/** RFC 5322, section 2.1.1 allows 998, and relays may add to one. */
const LINE_MAX = 900;

function hasLongLine(markup: string): boolean {
  let start = 0;
  for (let end = markup.indexOf('\n'); end >= 0; end = markup.indexOf('\n', start)) {
    if (end - start > LINE_MAX) return true;
    start = end + 1;
  }
  return markup.length - start > LINE_MAX;
}

/** Markup whose long lines are in pieces, but not where lines are shown as they are. */
const foldedLines = (markup: string): string =>
  markup.includes('<pre')
    ? markup
    : markup
        .split('\n')
        .map((line) => (line.length > LINE_MAX ? folded(line) : line))
        .join('\n');

/** Where a blank stands a line of markup may as well end. */
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

/** RFC 5322, section 2.3: no CR alone. */
const mustBeQuoted = (markup: string): boolean =>
  markup.startsWith('From ') ||
  markup.includes('\nFrom ') ||
  (markup.includes('\r') && /\r(?!\n)/.test(markup)) ||
  hasLongLine(markup);

/** No reference is read within a style. */
const hasSignsInStyle = (html: string): boolean =>
  /[^\s -~]/.test(html.slice(0, html.lastIndexOf('</style>') + 1));

/** Each sign that a line of ASCII cannot hold as a reference to its number. */
const inAscii = (markup: string): string =>
  markup.replace(/(?:[^\t\n\r -~]|\r(?!\n))+/g, (signs) =>
    [...signs].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  );

/** Lines of text end as RFC 2045, section 6.8 wants them. */
const withLineEnds = (text: string): string =>
  (text.includes('\r') ? text.replaceAll('\r\n', '\n') : text).replaceAll('\n', '\r\n');

/**
 * A part and all within it. The library's own way there is a chain of streams, which takes longer than
 * everything else that a letter needs.
 * Pieces are put behind each other with nothing that would copy all of them on every level.
 *
 * @param mark what no line of the letter holds; `=_` cannot stand in what is quoted-printable (RFC 2045,
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

function writtenPart({ type, encoding, fields = '', body }: Part & { body: string }): Written {
  const encoded = encoding ? `Content-Transfer-Encoding: ${encoding}\r\n` : '';
  return `Content-Type: ${type}\r\n${encoded}${fields}\r\n${body}`;
}

/** What is below the header is ASCII, as all our encodings are. */
function bytesOf(header: string, body: string): Uint8Array {
  if (isAscii(header)) return Buffer.from(header + body, 'latin1');
  return Buffer.concat([Buffer.from(header, 'utf8'), Buffer.from(body, 'latin1')]);
}

export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;
