import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Account } from '../src/post/account.ts';
import { err, ok, type Result } from '../src/result.ts';
import type { Draft } from './draft.ts';
import type { Correspondent } from './letter.ts';
import { commandMsMax } from './limits.ts';

/** Why a letter was not sent. */
export type SendProblem =
  | { readonly code: 'no-recipient' }
  /** The server's own words. */
  | { readonly code: 'refused'; readonly reply: string }
  | { readonly code: 'unreachable' };

/** Where a person posts letters, over SMTP. */
export interface Postbox {
  /** @returns the letter as it was sent */
  send(draft: Draft, at: number): Promise<Result<Buffer, SendProblem>>;
  close(): void;
}

/** Opens a pool to the submission server; nothing is connected before the first letter. */
export function openPostbox(account: Account, owner: Correspondent): Postbox {
  const transport = createTransport({
    // The server lets every new connection wait for a moment, so one is kept.
    pool: true,
    maxConnections: 1,
    host: account.host,
    port: account.port,
    secure: account.secure,
    ignoreTLS: !account.secure,
    auth: { user: account.user, pass: account.pass },
    connectionTimeout: commandMsMax,
    greetingTimeout: commandMsMax,
    socketTimeout: commandMsMax,
  });
  return {
    async send(draft, at) {
      const mail = compose(draft, owner, at);
      const { to } = mail.getEnvelope();
      if (to.length === 0) return err({ code: 'no-recipient' });
      const raw = await mail.build();
      try {
        const { rejectedErrors = [] } = await transport.sendMail({
          envelope: { from: owner.address, to },
          raw,
        });
        const [rejected] = rejectedErrors;
        return rejected ? refused(rejected) : ok(raw);
      } catch (error) {
        return refused(error);
      }
    },
    close: () => transport.close(),
  };
}

function refused(error: unknown): Result<never, SendProblem> {
  const { response } = error as { readonly response?: string };
  return err(
    response === undefined ? { code: 'unreachable' } : { code: 'refused', reply: response },
  );
}

/** A plain letter, as mail programs write them. The Message-ID is nodemailer's. */
function compose(draft: Draft, owner: Correspondent, at: number) {
  return new MailComposer({
    from: owner,
    to: draft.to,
    subject: draft.subject.replace(/\s+/g, ' ').trim(),
    text: draft.body,
    date: new Date(at),
    ...(draft.inReplyTo !== undefined && { inReplyTo: `<${draft.inReplyTo}>` }),
    references: draft.references.map((id) => `<${id}>`),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
}
