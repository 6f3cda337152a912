import { createHash } from 'node:crypto';
import { encode as encodeBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import MimeNode, { type MimeNodeHeader } from 'nodemailer/lib/mime-node';
import { encode as encodeQuoted, wrap as wrapQuoted } from 'nodemailer/lib/qp';

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
  readonly pictures: readonly { readonly cid: string; readonly png: Uint8Array }[];
  readonly attached: readonly { readonly name: string; readonly text: string }[];
  /** RFC 3834, section 5: an answer, or a letter that nobody's letter has caused. */
  readonly autoSubmitted: 'auto-replied' | 'auto-generated';
  /** `Turnpost <games.host>`, the same for every letter (RFC 2919). */
  readonly listId: string;
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
  // No text can hold the boundary: it needs no more chance than there is in the Message-ID.
  const baseBoundary = createHash('sha256').update(letter.messageId).digest('hex').slice(0, 16);
  // And `=_` cannot stand in what is quoted-printable (RFC 2045, section 6.7).
  const part: MakePart = (type, filename) =>
    new MimeNode(type, { baseBoundary, boundaryPrefix: '=_', ...(filename && { filename }) });
  const root = attachedTo(wordsOf(letter, part), letter, part);
  root.node.addHeader(headersOf(letter));
  return Buffer.from(serialize(root), 'utf8');
}

/** The library writes the head of a part, and chooses boundaries; what is below the head is ours. */
interface Part {
  readonly node: MimeNode;
  /** Encoded, or the parts of a multipart. */
  readonly body: string | readonly Part[];
}

type MakePart = (type: string, filename?: string) => MimeNode;

/** The text, and beside it the HTML part with what it shows. */
function wordsOf({ text, html, pictures }: Outgoing, part: MakePart): Part {
  const plain = textPart(part('text/plain; charset=utf-8'), text);
  if (html === undefined) return plain;
  const marked = markedPart(part('text/html; charset=utf-8'), html);
  const shown = pictures.map(({ cid, png }, at) => {
    const node = part('image/png', `board-${at + 1}.png`);
    node.setHeader('Content-Disposition', 'inline');
    node.setHeader('Content-ID', cid);
    const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
    return encoded(node, 'base64', wrapBase64(encodeBase64(bytes)));
  });
  const related = () => join(part('multipart/related; type="text/html"'), [marked, ...shown]);
  return join(part('multipart/alternative'), [plain, shown.length > 0 ? related() : marked]);
}

function attachedTo(words: Part, { attached }: Outgoing, part: MakePart): Part {
  if (attached.length === 0) return words;
  const files = attached.map(({ name, text }) => {
    const node = part('text/plain; charset=utf-8', name);
    node.setHeader('Content-Disposition', 'attachment');
    return textPart(node, text);
  });
  return join(part('multipart/mixed'), [words, ...files]);
}

function join(node: MimeNode, body: readonly Part[]): Part {
  for (const part of body) node.appendChild(part.node);
  return { node, body };
}

const headersOf = (letter: Outgoing): MimeNodeHeader[] => [
  { key: 'From', value: letter.from },
  { key: 'To', value: letter.to },
  { key: 'Reply-To', value: { name: letter.from.name, address: letter.replyTo } },
  { key: 'Subject', value: letter.subject },
  { key: 'Date', value: new Date(letter.date) },
  { key: 'Message-ID', value: letter.messageId },
  ...threadOf(letter),
  { key: 'Auto-Submitted', value: letter.autoSubmitted },
  { key: 'X-Turnpost', value: 'letter' },
  { key: 'X-Auto-Response-Suppress', value: 'All' },
  { key: 'List-Id', value: letter.listId },
  ...(letter.unsubscribe === undefined
    ? []
    : [{ key: 'List-Unsubscribe', value: `<${letter.unsubscribe}>` }]),
];

/** The fields that name other letters; the library would write one that names none as `<>`. */
const threadOf = ({ inReplyTo, references }: Outgoing): MimeNodeHeader[] => [
  ...(inReplyTo === undefined ? [] : [{ key: 'In-Reply-To', value: inReplyTo }]),
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
function textPart(node: MimeNode, text: string): Part {
  const lines = withLineEnds(text);
  const quoted = wrapQuoted(encodeQuoted(lines));
  return quoted.length <= worthBase64(lines)
    ? encoded(node, 'quoted-printable', quoted)
    : encoded(node, 'base64', wrapBase64(encodeBase64(Buffer.from(lines, 'utf8'))));
}

/** How long a text may be in a form that people can read, before base64 is worth it. */
const worthBase64 = (text: string): number => 1_024 + 1.4 * Buffer.byteLength(text);

/**
 * Markup can say everything in ASCII and break its lines anywhere, so it travels as it is: to quote
 * its thousand equals signs takes longer than to draw the board. What cannot is quoted as text is: a
 * line near the end of what RFC 5322, section 2.1.1 allows, one that a mailbox would mark as a new
 * letter, signs within a style, where no reference is read, and so many that references are too long.
 */
function markedPart(node: MimeNode, html: string): Part {
  const styles = html.slice(0, html.lastIndexOf('</style>') + 1);
  const ascii = inAscii(html);
  const lines = ascii.split('\n');
  return hasSigns(styles) ||
    ascii.length > worthBase64(html) ||
    lines.some((line) => line.length > 900 || line.startsWith('From '))
    ? textPart(node, html)
    : encoded(node, '7bit', withLineEnds(ascii));
}

const hasSigns = (markup: string): boolean => /[^\s -~]/.test(markup);

/** Each sign that a line of ASCII cannot hold as a reference to its number. */
const inAscii = (markup: string): string =>
  markup.replace(/(?:[^\t\n\r -~]|\r(?!\n))+/g, (signs) =>
    [...signs].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
  );

function encoded(node: MimeNode, encoding: string, body: string): Part {
  node.setHeader('Content-Transfer-Encoding', encoding);
  return { node, body };
}

/** Lines of text end as RFC 2045, section 6.8 wants them. */
const withLineEnds = (text: string): string => text.replace(/\r?\n/g, '\r\n');

/**
 * A part and all within it as it goes over the wire. The library's own way there is a chain of
 * streams, which takes longer than everything else that a letter needs.
 */
function serialize({ node, body }: Part): string {
  // The boundary is settled while the head is written.
  const head = `${node.buildHeaders()}\r\n\r\n`;
  if (typeof body === 'string') return head + body;
  const parts = body.map((part) => `--${node.boundary}\r\n${serialize(part)}\r\n`);
  return `${head}${parts.join('')}--${node.boundary}--\r\n`;
}
