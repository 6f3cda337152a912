import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { parseMessageIds } from '../mail/references.ts';

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
  readonly messageId: string | undefined;
  readonly references: readonly string[];
}

const NOBODY: Correspondent = { name: '', address: '' };

/** Reads a raw letter. One that cannot be read is shown as it is. */
export async function parseLetter(raw: Uint8Array): Promise<Letter> {
  try {
    return letterOf(await PostalMime.parse(raw, { attachmentEncoding: 'base64' }));
  } catch {
    const text = Buffer.from(raw).toString('latin1');
    return {
      from: NOBODY,
      to: [],
      replyTo: [],
      subject: '',
      text,
      html: undefined,
      messageId: undefined,
      references: [],
    };
  }
}

function letterOf(email: Email): Letter {
  // RFC 5322, section 3.6.4: without References, In-Reply-To is the thread.
  const thread = parseMessageIds(email.references ?? email.inReplyTo ?? '');
  return {
    from: people(email.from ? [email.from] : [])[0] ?? NOBODY,
    to: people(email.to),
    replyTo: people(email.replyTo),
    subject: email.subject ?? '',
    text: email.text,
    html: email.html === undefined ? undefined : withPictures(email.html, email.attachments),
    messageId: parseMessageIds(email.messageId ?? '')[0],
    references: thread,
  };
}

/** Groups are replaced by their members. */
const people = (addresses: readonly Address[] = []): readonly Correspondent[] =>
  addresses
    .flatMap((each) => each.group ?? [each])
    .map(({ name, address }) => ({ name, address: address ?? '' }));

/** Puts attached pictures where the letter names them (RFC 2392). */
function withPictures(html: string, attachments: readonly Attachment[]): string {
  return attachments.reduce((text, { contentId, mimeType, content }) => {
    if (contentId === undefined || !mimeType.startsWith('image/')) return text;
    const id = contentId.replace(/^<|>$/g, '');
    return text.replaceAll(`cid:${id}`, `data:${mimeType};base64,${String(content)}`);
  }, html);
}
