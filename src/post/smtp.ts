import { createTransport } from 'nodemailer';
import { sendConnectionsMax, sendMsMax } from '../limits.ts';
import { type Account, isLoopback } from './account.ts';

/** A letter ready for the wire. */
export interface Outbound {
  readonly from: string;
  readonly to: string;
  readonly raw: Uint8Array;
}

/** What the submission server said of a letter. */
export type Handover =
  | { readonly kind: 'taken' }
  /** This letter not now (RFC 5321, section 4.2.1: 4yz). */
  | { readonly kind: 'later'; readonly error: string }
  /** No letter now: no connection, no login, no answer. */
  | { readonly kind: 'unreachable'; readonly error: string }
  /** Never (5yz). */
  | { readonly kind: 'refused'; readonly error: string };

/** The way out. Connections are pooled, and made anew after a failure. */
export interface Submission {
  send(letter: Outbound): Promise<Handover>;
  /** Logs in and says nothing else. @throws Error when that fails */
  verify(): Promise<void>;
  close(): void;
}

/** Opens a pool to the submission server; nothing is connected before the first letter. */
export function openSubmission(account: Account): Submission {
  const transport = createTransport({
    pool: true,
    maxConnections: sendConnectionsMax,
    host: account.host,
    port: account.port,
    secure: account.secure,
    // A password crosses a network only under TLS.
    requireTLS: !account.secure && !isLoopback(account),
    ignoreTLS: !account.secure && isLoopback(account),
    auth: { user: account.user, pass: account.pass },
    connectionTimeout: sendMsMax / 2,
    greetingTimeout: sendMsMax / 2,
    socketTimeout: sendMsMax,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ from, to, raw }) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<Handover>((resolve) => {
        const error = 'the submission server does not answer';
        timer = setTimeout(() => resolve({ kind: 'unreachable', error }), sendMsMax);
      });
      const sent = transport
        .sendMail({ envelope: { from, to: [to] }, raw: Buffer.from(raw) })
        .then((): Handover => ({ kind: 'taken' }), failure);
      return Promise.race([sent, late]).finally(() => clearTimeout(timer));
    },
    verify: async () => {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

function failure(
  error: Error & { responseCode?: number; code?: string; command?: string },
): Handover {
  const { responseCode = 0, code = '', command } = error;
  // A server's words may repeat an address or a subject, so only its codes are kept.
  const said = { error: `${code} ${responseCode || ''}`.trim() };
  // Only what was said to the recipient or the data is about this letter; a greeting, a login, our
  // own address or a broken connection is about all of them.
  const aboutLetter = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  if (!aboutLetter) return { kind: 'unreachable', ...said };
  return { kind: responseCode >= 400 && responseCode < 500 ? 'later' : 'refused', ...said };
}
