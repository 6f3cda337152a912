import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { parseMessageIds } from '../src/mail/references.ts';
import { type Attached, shownBy, withPictures } from './attached.ts';
import { previewOf } from './preview.ts';

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
