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
  // The boundary needs no more chance than there is in the Message-ID.
  const baseBoundary = createHash('sha256').update(letter.messageId).digest('hex').slice(0, 16);
  // Nor can `=_` stand in what is quoted-printable (RFC 2045, section 6.7).
  const part: MakePart = (type, filename) =>
    new MimeNode(type, { baseBoundary, boundaryPrefix: '=_', ...(filename && { filename }) });
  const root = attachedTo(wordsOf(letter, part), letter, part);
  root.addHeader(headersOf(letter));
  return Buffer.from(serialize(root), 'utf8');
}

type MakePart = (type: string, filename?: string) => MimeNode;

/** The text, and beside it the HTML part with what it shows. */
function wordsOf({ text, html, pictures }: Outgoing, part: MakePart): MimeNode {
  const plain = textPart(part('text/plain; charset=utf-8'), text);
  if (html === undefined) return plain;
  const marked = textPart(part('text/html; charset=utf-8'), html);
  const shown = pictures.map(({ cid, png }, at) => {
    const picture = part('image/png', `board-${at + 1}.png`);
    picture.setHeader('Content-Disposition', 'inline');
    picture.setHeader('Content-ID', cid);
    return picture.setContent(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  });
  const related = () => join(part('multipart/related; type="text/html"'), [marked, ...shown]);
  return join(part('multipart/alternative'), [plain, shown.length > 0 ? related() : marked]);
}

function attachedTo(words: MimeNode, { attached }: Outgoing, part: MakePart): MimeNode {
  if (attached.length === 0) return words;
  const files = attached.map(({ name, text }) => {
    const file = part('text/plain; charset=utf-8', name);
    file.setHeader('Content-Disposition', 'attachment');
    return textPart(file, text);
  });
  return join(part('multipart/mixed'), [words, ...files]);
}

function join(whole: MimeNode, parts: readonly MimeNode[]): MimeNode {
  for (const part of parts) whole.appendChild(part);
  return whole;
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

/** Quoted-printable keeps every column and blank of a board, whatever the relays do. */
function textPart(part: MimeNode, text: string): MimeNode {
  part.setHeader('Content-Transfer-Encoding', 'quoted-printable');
  return part.setContent(text);
}

/**
 * A part and all within it as it goes over the wire. The library's own way there is a chain of
 * streams, which takes longer than everything else that a letter needs.
 */
function serialize(part: MimeNode): string {
  // Which parts it has, and how it is encoded, is settled while its head is written.
  const head = `${part.buildHeaders()}\r\n\r\n`;
  if (!part.multipart) return head + encodeContent(part);
  const parts = part.childNodes.map((child) => `--${part.boundary}\r\n${serialize(child)}\r\n`);
  return `${head}${parts.join('')}--${part.boundary}--\r\n`;
}

/** RFC 2045, sections 6.7 and 6.8; lines of text end as section 6.8 wants them. */
function encodeContent(part: MimeNode): string {
  const { content = '' } = part;
  const isBytes = content instanceof Uint8Array;
  if (typeof content !== 'string' && !isBytes) throw new TypeError('a part is text or bytes');
  const bytes = isBytes ? content : Buffer.from(content.replace(/\r?\n/g, '\r\n'), 'utf8');
  return part.getTransferEncoding() === 'base64'
    ? wrapBase64(encodeBase64(bytes))
    : wrapQuoted(encodeQuoted(bytes));
}
