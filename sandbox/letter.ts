import { Parser } from 'htmlparser2';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { shownLimits } from '../src/limits.ts';
import { parseMessageIds } from '../src/mail/header.ts';
import { UNSEEN } from '../src/mail/quote/own-lines.ts';

/** A name, which may be empty, and an address. */
export interface Correspondent {
  readonly name: string;
  readonly address: string;
}

/** What a mail program shows of a letter. Ids are without their angles. */
export interface Letter {
  readonly from: Correspondent;
  readonly to: readonly Correspondent[];
  readonly replyTo: readonly Correspondent[];
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** What a list of letters shows of it below its subject. */
  readonly preview: string;
  readonly messageId: string | undefined;
  readonly references: readonly string[];
  /** Pictures that the HTML shows are among them, and marked. */
  readonly attachments: readonly (Attached & { readonly isShown: boolean })[];
}

const NOBODY: Correspondent = { name: '', address: '' };

/** Reads a raw letter. One that cannot be read is shown as it is. */
export async function parseLetter(raw: Uint8Array): Promise<Letter> {
  try {
    return letterOf(await PostalMime.parse(raw));
  } catch {
    const text = Buffer.from(raw).toString('latin1');
    return {
      from: NOBODY,
      to: [],
      replyTo: [],
      subject: '',
      text,
      html: undefined,
      preview: previewOf({ text }),
      messageId: undefined,
      references: [],
      attachments: [],
    };
  }
}

function letterOf(email: Email): Letter {
  // RFC 5322, section 3.6.4: without References, In-Reply-To is the thread.
  const thread = parseMessageIds(email.references ?? email.inReplyTo ?? '');
  const isShown = shownBy(email.html ?? '');
  const attachments = email.attachments.map(attachedOf).map((each) => ({
    ...each,
    isShown: isShown(each),
  }));
  return {
    from: people(email.from ? [email.from] : [])[0] ?? NOBODY,
    to: people(email.to),
    replyTo: people(email.replyTo),
    subject: email.subject ?? '',
    text: email.text,
    html: email.html === undefined ? undefined : withPictures(email.html, attachments),
    preview: previewOf(email),
    messageId: parseMessageIds(email.messageId ?? '')[0],
    references: thread,
    attachments,
  };
}

/** Groups are replaced by their members. */
const people = (addresses: readonly Address[] = []): readonly Correspondent[] =>
  addresses
    .flatMap((each) => each.group ?? [each])
    .map(({ name, address }) => ({ name, address: address ?? '' }));

/** A text is given as one, and goes out in the bytes of ours. */
function attachedOf({ filename, mimeType, contentId, content }: Attachment): Attached {
  return {
    name: filename ?? '',
    type: mimeType.toLowerCase(),
    cid: contentId?.replace(/^<|>$/g, ''),
    content:
      typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
  };
}

/** What these hold goes on in the word or line that it stands in. */
const INLINE = new Set('a b code em font i small span strong sub sup tt u wbr'.split(' '));
/** Blanks, and what lies between those that keep the rest of a letter out of a list: U+034F. */
const BLANKS = /(?:\s|\u034f)+/g;
/** Half of a sign that takes two places, where a text was cut. */
const HALF = /[\ud800-\udbff]$/;

interface Parts {
  readonly html?: string | undefined;
  readonly text?: string | undefined;
}

/**
 * What a list shows of a letter below its subject, as most mail programs do: its first words, or those
 * that it hides for such lists.
 */
export function previewOf({ html, text = '' }: Parts): string {
  const words = html === undefined ? text : wordsOf(html);
  const first = words.trimStart().slice(0, shownLimits.preheaderChars).replace(HALF, '');
  return first.replace(BLANKS, ' ').trim();
}

function wordsOf(html: string): string {
  const pieces: string[] = [];
  let unseen = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (UNSEEN.has(name)) unseen++;
      if (!INLINE.has(name)) pieces.push(' ');
    },
    ontext(text) {
      if (unseen === 0) pieces.push(text);
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen--;
      if (!INLINE.has(name)) pieces.push(' ');
    },
  });
  parser.end(html);
  return pieces.join('').replace(/[ \t\r\n]+/g, ' ');
}

/** A file that came along. */
export interface Attached {
  /** Empty when the letter has none for it. */
  readonly name: string;
  /** In lower case, such as `image/png`. */
  readonly type: string;
  /** The Content-ID, by which the HTML names it. */
  readonly cid: string | undefined;
  readonly content: Buffer;
}

/** What an `img` shows and no browser takes for a page or a script: so no SVG. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/;

/** Whether a file is a picture that may be shown. */
export const isPicture = ({ type }: Pick<Attached, 'type'>): boolean => PICTURE.test(type);

/** Where HTML names a part of its own letter: an attribute, or a style sheet. */
const NAMED = /(\b(?:src|background)\s*=\s*["']?|\burl\(\s*["']?)cid:([^"'\s<>)]+)/gi;

/**
 * Puts attached pictures where the letter's HTML names them (RFC 2392), as often as it does. What
 * names no picture of the letter stays as it is.
 */
function withPictures(html: string, attachments: readonly Attached[]): string {
  const pictures = new Map(
    attachments.flatMap((each) =>
      each.cid !== undefined && isPicture(each) ? [[each.cid, addressOf(each)] as const] : [],
    ),
  );
  if (pictures.size === 0) return html;
  return html.replace(NAMED, (whole, before: string, id: string) => {
    const address = pictures.get(decoded(id));
    return address === undefined ? whole : before + address;
  });
}

const addressOf = ({ type, content }: Attached): string =>
  `data:${type};base64,${content.toString('base64')}`;

/** Tells which files a letter's HTML shows, so that they need no place of their own. */
function shownBy(html: string): (attached: Attached) => boolean {
  const ids = new Set([...html.matchAll(NAMED)].map(([, , id = '']) => decoded(id)));
  return (attached) => isPicture(attached) && ids.has(attached.cid ?? '');
}

/** An address is written with percent signs where the id itself could not stand. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
