import { isIP, connect as netConnect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import SMTPConnection, {
  type SMTPConnectionAuth,
  type SMTPConnectionCustomAuthHandler,
} from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { submissionLimits } from '../server-limits.ts';
import {
  type Access,
  type Account,
  isLoopback,
  tlsOptions,
  tokensUnsupported,
  withToken,
} from './account.ts';

/** A letter ready for the wire. */
export interface Outbound {
  readonly from: string;
  readonly to: string;
  readonly raw: Uint8Array;
}

/** A connection to a submission server, opened by the first letter. */
export interface Connection {
  /** Whether the connection is not known to be closed. */
  readonly open: boolean;
  readonly letters: number;
  /** Logs in, and sends nothing. @throws Error with the `code` of nodemailer's errors */
  login(): Promise<void>;
  /**
   * Sends a letter; one at a time.
   *
   * @param onSent called when the complete letter was sent, before the reply to it
   * @throws Error as `login`
   */
  send(letter: Outbound, onSent: () => void): Promise<void>;
  /** Sends QUIT (RFC 5321, section 4.1.1.10). */
  leave(): void;
  /** Closes the connection at once; a pending step fails. */
  cut(): void;
}

/**
 * @param silenceMs half of it is the timeout of the connection and of the greeting; that between replies is the
 *   greater of it and `replyMs`
 * @param replyMs timeout of the reply to the complete letter
 */
export function makeConnection(account: Account, silenceMs: number, replyMs: number): Connection {
  const options: ConstructorParameters<typeof SMTPConnection>[0] & { connection?: Socket } = {
    host: account.host,
    port: account.port,
    secure: account.secure,
    secured: account.secure,
    // A password crosses a network only under TLS.
    requireTLS: !account.secure && !isLoopback(account),
    ignoreTLS: !account.secure && isLoopback(account),
    tls: tlsOptions(account),
    connectionTimeout: silenceMs / 2,
    greetingTimeout: silenceMs / 2,
    // The sender of a letter has its own, shorter timeout for the steps before its end.
    socketTimeout: Math.max(silenceMs, replyMs),
    customAuth: { OAUTHBEARER: smtpBearer(account) },
  };
  const wire = new SMTPConnection(options);
  let socket: Socket | undefined;
  let state: 'new' | 'open' | 'over' = 'new';
  let letters = 0;
  let abandon: (why: Error) => void = () => undefined;
  const loss = new Promise<never>((_, reject) => {
    abandon = reject;
  });
  // A pending step reports the error.
  loss.catch(() => undefined);
  const lose = (why: Error): void => {
    state = 'over';
    abandon(why);
  };
  wire.on('error', lose);
  wire.on('end', () => lose(Object.assign(new Error('closed'), { code: 'ECONNECTION' })));

  /** A step of the dialogue, which fails when the connection does. */
  const step = (take: (done: (error?: Error | null) => void) => void): Promise<void> =>
    Promise.race([
      loss,
      new Promise<void>((resolve, reject) => {
        take((error) => (error ? reject(error) : resolve()));
      }),
    ]);

  /** Connects here: nodemailer resolves names by DNS alone, and prints failures. */
  const reach = (): Promise<void> =>
    step((done) => {
      const opened = socketTo(account, () => done());
      const late = Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
      const timer = setTimeout(() => opened.destroy(late), silenceMs / 2);
      opened.once(account.secure ? 'secureConnect' : 'connect', () => clearTimeout(timer));
      opened.once('close', () => clearTimeout(timer));
      opened.on('error', done);
      socket = opened;
      options.connection = opened;
    });

  const login = async (): Promise<void> => {
    await reach();
    await step((done) => wire.connect(done));
    if (wire.allowsAuth) await authenticate(account.access);
    state = 'open';
  };
  const authenticate = (access: Access | undefined): Promise<void> => {
    const { user, pass } = account;
    if (!access) return step((done) => wire.login({ user, pass }, done));
    const offer = String(wire.lastServerResponse);
    const login = withToken(access, account, isLoginRefused, (token) =>
      step((done) => wire.login(smtpTokenLogin(user, token, offer), done)),
    );
    // A lost connection ends the wait for a token.
    return Promise.race([loss, login]);
  };
  return {
    get open() {
      return state !== 'over';
    },
    get letters() {
      return letters;
    },
    login,
    async send({ from, to, raw }, onSent) {
      if (state === 'new') await login();
      const letter = Readable.from(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
      letter.once('end', onSent);
      await step((done) => wire.send({ from, to: [to] }, letter, done));
      letters++;
    },
    leave() {
      if (state !== 'open') {
        wire.close();
        socket?.destroy();
        return;
      }
      state = 'over';
      const timer = setTimeout(() => wire.close(), submissionLimits.quitMs);
      wire.once('end', () => clearTimeout(timer));
      wire.quit();
    },
    cut() {
      wire.close();
      socket?.destroy();
      lose(Object.assign(new Error('cut'), { code: 'ETIMEDOUT' }));
    },
  };
}

/** A socket to a server, with TLS if implicit; the certificate is verified for the host's name. */
function socketTo(account: Account, opened: () => void): Socket {
  const { host, port, secure } = account;
  if (!secure) return netConnect({ host, port }, opened);
  const name = isIP(host) === 0 && { servername: host };
  return tlsConnect({ host, port, ...name, ...tlsOptions(account) }, opened);
}

/** Custom handler for OAUTHBEARER (RFC 7628), which nodemailer lacks. */
const smtpBearer =
  ({ host, port }: { readonly host: string; readonly port: number }) =>
  async ({ auth, sendCommand }: Parameters<SMTPConnectionCustomAuthHandler>[0]): Promise<void> => {
    // A comma and an equals sign would end the name (RFC 5801, section 4).
    const name = String(auth.user).replaceAll('=', '=3D').replaceAll(',', '=2C');
    const parts = [`n,a=${name},`, `host=${host}`, `port=${port}`, `auth=Bearer ${auth['token']}`];
    const coded = Buffer.from([...parts, '', ''].join('\x01')).toString('base64');
    let answer = await sendCommand(`AUTH OAUTHBEARER ${coded}`);
    // The server sends an error and expects a dummy reply (section 3.2.3).
    if (answer.status === 334) answer = await sendCommand('AQ==');
    if (answer.status < 200 || answer.status > 299) {
      throw Object.assign(new Error('Invalid login'), { responseCode: answer.status });
    }
  };

/**
 * The credentials for nodemailer.
 *
 * @param offer the server's reply to EHLO
 * @throws AccessError if it accepts no tokens
 */
function smtpTokenLogin(user: string, token: string, offer: string): SMTPConnectionAuth {
  const mechanisms = /^250[ -]AUTH[ =](.*)$/im.exec(offer)?.[1]?.toUpperCase().split(' ') ?? [];
  if (mechanisms.includes('XOAUTH2')) {
    const oauth2 = new XOAuth2({
      user,
      provisionCallback: (_, isRefused, done) =>
        // The caller renews the token.
        isRefused ? done(new Error('refused')) : done(null, token),
    });
    return { user, oauth2 };
  }
  if (mechanisms.includes('OAUTHBEARER')) return { user, token, method: 'OAUTHBEARER' };
  throw tokensUnsupported();
}

/** Whether the error is a permanent refusal of the login. */
function isLoginRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EAUTH' && !(responseCode >= 400 && responseCode < 500);
}
