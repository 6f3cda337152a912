import { isIP, connect as netConnect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { leaveMsMax } from '../server-limits.ts';
import { type Access, withToken } from './access.ts';
import { type Account, isLoopback } from './account.ts';
import { isLoginRefused, smtpBearer, smtpTokenLogin } from './token-login.ts';
import { tlsOptions } from './trust.ts';

/** A letter ready for the wire. */
export interface Outbound {
  readonly from: string;
  readonly to: string;
  readonly raw: Uint8Array;
}

/** One connection to a submission server. Nothing is connected before the first letter. */
export interface Connection {
  /** Whether it can take a letter, as far as is known. */
  readonly open: boolean;
  /** Letters handed over so far. */
  readonly letters: number;
  /** Logs in, and says nothing. @throws Error with the `code` of nodemailer's errors */
  login(): Promise<void>;
  /**
   * Hands a letter over; one at a time.
   *
   * @param said is told when the whole letter has been said, and only the answer to it is missing
   * @throws Error as `login`
   */
  send(letter: Outbound, said: () => void): Promise<void>;
  /** Takes its leave (RFC 5321, section 4.1.1.10: QUIT). */
  leave(): void;
  /** Ends it at once, and with it whatever is being said. */
  cut(): void;
}

/**
 * @param silenceMs for which the server may say nothing before it has the whole letter; half of it
 *   for its greeting
 * @param replyMs for which it may say nothing afterwards
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
    // Whoever hands a letter over has a shorter patience with what comes before its end.
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
  // Whoever is in the middle of a step hears of it there.
  loss.catch(() => undefined);
  const lose = (why: Error): void => {
    state = 'over';
    abandon(why);
  };
  wire.on('error', lose);
  wire.on('end', () => lose(Object.assign(new Error('closed'), { code: 'ECONNECTION' })));

  /** One step of the conversation, which fails when the connection does. */
  const step = (take: (done: (error?: Error | null) => void) => void): Promise<void> =>
    Promise.race([
      loss,
      new Promise<void>((resolve, reject) => {
        take((error) => (error ? reject(error) : resolve()));
      }),
    ]);

  /** Opened here: nodemailer looks names up by DNS alone, and prints what it cannot. */
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
    // Nobody waits for a token of a connection that is gone.
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
    async send({ from, to, raw }, said) {
      if (state === 'new') await login();
      const letter = Readable.from(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
      letter.once('end', said);
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
      const timer = setTimeout(() => wire.close(), leaveMsMax);
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

/** A socket to a server, under TLS where that comes first; the certificate is checked for the host's name. */
function socketTo(account: Account, opened: () => void): Socket {
  const { host, port, secure } = account;
  if (!secure) return netConnect({ host, port }, opened);
  const name = isIP(host) === 0 && { servername: host };
  return tlsConnect({ host, port, ...name, ...tlsOptions(account) }, opened);
}
