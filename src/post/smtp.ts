import { createTransport } from 'nodemailer';

import { sendMsMax, submissionConnectionsMax } from '../limits.ts';

import { type Account, isLoopback } from './account.ts';

/** A letter ready for the wire. */
export interface Outbound {
  readonly from: string;
  readonly to: string;
  readonly raw: Uint8Array;
}

/** What the submission server said of a letter. `status` is as in RFC 3463, such as 4.2.2. */
export type Handover =
  | { readonly kind: 'taken' }
  /** This letter not now (RFC 5321, section 4.2.1: 4yz). */
  | { readonly kind: 'later'; readonly error: string; readonly status?: string }
  /** The letter may not come from this envelope sender (a 5yz to MAIL FROM); nothing was sent. */
  | { readonly kind: 'not-from-there'; readonly error: string }
  /** No letter now: no connection, no login, no answer. */
  | { readonly kind: 'unreachable'; readonly error: string }
  /** Never (5yz). */
  | { readonly kind: 'refused'; readonly error: string; readonly status?: string };

/** The way out. Connections are pooled, and made anew after a failure. */
export interface Submission {
  /** Ends by its deadline. A server that is out of reach is a value, not an exception. */
  send(letter: Outbound): Promise<Handover>;
  /** Logs in and says nothing else. @throws Error when that fails */
  verify(): Promise<void>;
  close(): void;
}

/**
 * Opens a pool to the submission server; nothing is connected before the first letter.
 *
 * @param deadlineMs for one hand-over, from the first word to the last; then its connection is cut
 */
export function openSubmission(account: Account, deadlineMs = sendMsMax): Submission {
  let pool = openPool(account, deadlineMs);
  return {
    async send({ from, to, raw }) {
      const used = pool;
      const signal = AbortSignal.timeout(deadlineMs);
      const handover = await used
        .sendMail({ envelope: { from, to: [to] }, raw: Buffer.from(raw), signal })
        .then((): Handover => ({ kind: 'taken' }), failure);
      if (handover.kind === 'unreachable' && used === pool) {
        // Letters in the middle of the old pool are finished; the next one starts with a new one.
        pool = openPool(account, deadlineMs);
        used.close();
      }
      return handover;
    },
    verify: async () => {
      await pool.verify();
    },
    close: () => pool.close(),
  };
}

const openPool = (account: Account, deadlineMs: number) =>
  createTransport({
    pool: true,
    maxConnections: submissionConnectionsMax,
    // An idle connection that the server has dropped is replaced at once, and only once.
    maxRequeues: 1,
    host: account.host,
    port: account.port,
    secure: account.secure,
    // A password crosses a network only under TLS.
    requireTLS: !account.secure && !isLoopback(account),
    ignoreTLS: !account.secure && isLoopback(account),
    auth: { user: account.user, pass: account.pass },
    connectionTimeout: deadlineMs / 2,
    greetingTimeout: deadlineMs / 2,
    socketTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

function failure(
  error: Error & { responseCode?: number; code?: string; command?: string; response?: string },
): Handover {
  const { responseCode = 0, code = '', command, response = '' } = error;
  // A server's words may repeat an address or a subject, so only its codes are kept.
  const status = /^\d{3}[ -]([45]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const said = {
    error: [code || error.name, responseCode || '', status ?? ''].join(' ').trim(),
    ...(status !== undefined && { status }),
  };
  // Only what was said to the recipient or the data is about this letter; a greeting, a login or a
  // broken connection is about all of them.
  const answered = code === 'EENVELOPE' || code === 'EMESSAGE';
  if (!answered) return { kind: 'unreachable', error: said.error };
  const forNow = responseCode >= 400 && responseCode < 500;
  if (command === 'MAIL FROM') {
    return { kind: forNow ? 'unreachable' : 'not-from-there', error: said.error };
  }
  return { kind: forNow ? 'later' : 'refused', ...said };
}
