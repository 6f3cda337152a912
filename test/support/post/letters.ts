import type { Sent } from '../desk/desk.ts';

/** A letter that a person writes to the server. */
export interface Draft {
  readonly from: string;
  readonly to?: string;
  readonly subject?: string;
  readonly text: string;
  readonly headers?: readonly string[];
  /** The Content-Type field, where the text is not plain. */
  readonly type?: string;
}

/** What mail servers add to a letter on its way: with it a short one has the size of a person's. */
export const ON_THE_WAY: readonly string[] = [
  'Received: from mail.home.test (mail.home.test [192.0.2.1]) by mx.turnpost.test with ESMTPS',
  `DKIM-Signature: v=1; a=rsa-sha256; d=home.test; s=mail; bh=x; b=${'x'.repeat(700)}`,
  `X-Mailer: ${'Mail '.repeat(60)}`,
];

/** The raw bytes that a plain mail program makes of it. */
export function writeLetter(draft: Draft, number: number): Uint8Array {
  const { from, to = 'games@turnpost.test', subject = '', text, headers = [] } = draft;
  const { type = 'Content-Type: text/plain; charset=utf-8' } = draft;
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: Sat, 21 Nov 2026 09:00:${String(number % 60).padStart(2, '0')} +0000`,
    `Message-ID: <letter-${number}@mail.test>`,
    'MIME-Version: 1.0',
    type,
    'Content-Transfer-Encoding: 8bit',
    ...headers,
    '',
    ...text.split('\n'),
  ];
  return Buffer.from(lines.join('\r\n'), 'utf8');
}

/** An answer with everything quoted below, to the address that the letter asks answers to go to. */
export function answerTo(letter: Sent, text: string): Draft {
  const { email, to } = letter;
  const [replyTo] = email.replyTo ?? [];
  const quoted = letter.text.split('\n').map((line) => `> ${line}`);
  return {
    from: to,
    to: replyTo?.address ?? '',
    subject: `Re: ${letter.subject}`,
    text: [text, '', 'On 21 Nov 2026, Turnpost <games@turnpost.test> wrote:', ...quoted].join('\n'),
    headers: [`In-Reply-To: ${email.messageId}`, `References: ${email.messageId}`],
  };
}
