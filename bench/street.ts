import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { type Account, parseAccount } from '../src/post/account.ts';
import { hasDovecot, startDovecot } from '../test/support/servers/dovecot.ts';

/** The mail servers around a bench: a real Dovecot, and a submission server that keeps nothing. */
export interface Street {
  /** The account of a mailbox. Each mailbox is a fresh one. */
  imap(mailbox: string): Account;
  imapUrl(mailbox: string): string;
  readonly smtp: Account;
  readonly smtpUrl: string;
  /** Puts letters into a mailbox, each addressed as it says. */
  deliver(letters: readonly Delivery[]): Promise<void>;
  /** How many letters the submission server has taken so far. */
  taken(): number;
  /** Waits until it has taken so many. */
  hasTaken(count: number): Promise<void>;
  stop(): Promise<void>;
}

export interface Delivery {
  readonly from: string;
  readonly to: string;
  readonly raw: Uint8Array;
}

/** @throws Error when this machine has no Dovecot */
export async function openStreet(mailboxes: readonly string[]): Promise<Street> {
  if (!hasDovecot()) throw new Error('this bench needs Dovecot: dovecot-imapd and dovecot-lmtpd');
  const dovecot = await startDovecot(mailboxes);
  const sink = await startSink();
  const imapUrl = (mailbox: string): string =>
    `imap://${encodeURIComponent(mailbox)}:${dovecot.password}@127.0.0.1:${dovecot.imapPort}`;
  const smtpUrl = `smtp://bench:bench@127.0.0.1:${sink.port}`;
  return {
    imap: (mailbox) => accountOf(imapUrl(mailbox), 'imap'),
    imapUrl,
    smtp: accountOf(smtpUrl, 'smtp'),
    smtpUrl,
    async deliver(letters) {
      const lmtp = createTransport({
        lmtp: true,
        host: '127.0.0.1',
        port: dovecot.lmtpPort,
        ignoreTLS: true,
        pool: true,
        maxMessages: Number.POSITIVE_INFINITY,
      });
      await Promise.all(
        letters.map(({ from, to, raw }) =>
          lmtp.sendMail({ envelope: { from, to: [to] }, raw: Buffer.from(raw) }),
        ),
      );
      lmtp.close();
    },
    taken: sink.taken,
    hasTaken: sink.hasTaken,
    async stop() {
      sink.stop();
      await dovecot.stop();
    },
  };
}

function accountOf(url: string, kind: 'imap' | 'smtp'): Account {
  const account = parseAccount(url, kind);
  if (!account.ok) throw new Error(account.error);
  return account.value;
}

interface Sink {
  readonly port: number;
  taken(): number;
  hasTaken(count: number): Promise<void>;
  stop(): void;
}

function startSink(): Promise<Sink> {
  const child = fork(fileURLToPath(new URL('./sink-process.js', import.meta.url)));
  let taken = 0;
  let wake: () => void = () => undefined;
  return new Promise((resolve) => {
    child.on('message', (message: { port?: number; taken?: number }) => {
      if (message.taken !== undefined) {
        taken = message.taken;
        wake();
      }
      if (message.port === undefined) return;
      resolve({
        port: message.port,
        taken: () => taken,
        hasTaken: (count) =>
          new Promise((done) => {
            wake = () => taken >= count && done();
            wake();
          }),
        stop: () => child.disconnect(),
      });
    });
  });
}
