import MailComposer from 'nodemailer/lib/mail-composer';

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
  /** RFC 3834, section 5: an answer, or a letter that nobody's letter has caused. */
  readonly autoSubmitted: 'auto-replied' | 'auto-generated';
  /** `Turnpost <games.host>`, the same for every letter (RFC 2919). */
  readonly listId: string;
}

/** Writes the complete raw letter. The same content gives the same letter but for MIME boundaries. */
export function composeLetter(letter: Outgoing): Promise<Uint8Array> {
  const composer = new MailComposer({
    from: letter.from,
    to: letter.to,
    replyTo: { name: letter.from.name, address: letter.replyTo },
    messageId: `<${letter.messageId}>`,
    ...(letter.inReplyTo !== undefined && { inReplyTo: `<${letter.inReplyTo}>` }),
    references: letter.references.map((id) => `<${id}>`),
    date: new Date(letter.date),
    subject: letter.subject,
    text: letter.text,
    ...(letter.html !== undefined && { html: letter.html }),
    // Quoted-printable keeps every column and blank of a board, whatever the relays do.
    encoding: 'quoted-printable',
    headers: {
      'Auto-Submitted': letter.autoSubmitted,
      'X-Turnpost': 'letter',
      'X-Auto-Response-Suppress': 'All',
      'List-Id': letter.listId,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
