import { lookup } from 'node:dns/promises';
import { connect as dial, isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect as dialTls, TLSSocket } from 'node:tls';
import { type Account, isLoopback, tlsOptions } from '../../post/account.ts';

export type Certificate = ReturnType<typeof certificateOf>;

/** How far a connection gets before the login. */
export type WireFacts =
  | { readonly kind: 'no-name' | 'no-connection'; readonly code: string }
  /** `plain`: the greeting without TLS, if there is one. */
  | { readonly kind: 'no-tls'; readonly code: string; readonly plain: string | undefined }
  /** `overTls`: the greeting after a TLS handshake, if there is one. */
  | { readonly kind: 'silent'; readonly overTls: string | undefined }
  | { readonly kind: 'unwelcome'; readonly greeting: string }
  | { readonly kind: 'no-reply'; readonly at: string }
  | { readonly kind: 'no-starttls'; readonly reply: string }
  | {
      readonly kind: 'ready';
      readonly capabilities: readonly string[];
      /** Undefined without TLS, which only a loopback address may lack. */
      readonly certificate: Certificate | undefined;
    };

/** The commands of each protocol, and the patterns of its replies. */
const DIALOGUES = {
  imap: {
    welcome: /^\* (?:OK|PREAUTH)\b/i,
    capabilities: 'c1 CAPABILITY',
    starttls: 's1 STARTTLS',
    ends: /^[cs]1 /,
    yes: /^[cs]1 OK/i,
  },
  smtp: {
    welcome: /^2/,
    capabilities: 'EHLO localhost',
    starttls: 'STARTTLS',
    ends: /^\d{3}(?: |$)/,
    yes: /^2/,
  },
} as const;

export type Protocol = keyof typeof DIALOGUES;

/** Probes a server up to the login, which is not tried. @param ms timeout of each step */
export async function probeWire(
  account: Account,
  protocol: Protocol,
  ms: number,
): Promise<WireFacts> {
  const { host, port, secure } = account;
  const resolving = lookup(host).then(() => undefined, codeOf);
  const code = await withTimeout(resolving, ms, 'ETIMEDOUT');
  if (code !== undefined) return { kind: 'no-name', code };
  let socket: Socket | undefined;
  try {
    socket = await connectTo(host, port, ms);
  } catch (error) {
    return { kind: 'no-connection', code: codeOf(error) };
  }
  try {
    const channel = secure ? await encrypt(socket, account, ms) : socket;
    if (typeof channel !== 'string') {
      return await talk(talkOver(channel, ms), account, protocol, ms);
    }
    return { kind: 'no-tls', code: channel, plain: await greetingAt(account, ms, false) };
  } finally {
    socket.destroy();
  }
}

/** The steps from the greeting on. */
async function talk(
  plain: Talk,
  account: Account,
  protocol: Protocol,
  ms: number,
): Promise<WireFacts> {
  const { host, secure } = account;
  const { welcome, capabilities: question, starttls, ends, yes } = DIALOGUES[protocol];
  const [greeting] = (await plain.answer(/^(?!\d{3}-)/)) ?? [];
  if (greeting === undefined) {
    return { kind: 'silent', overTls: secure ? undefined : await greetingAt(account, ms, true) };
  }
  if (!welcome.test(greeting)) return { kind: 'unwelcome', greeting };
  const ready = async ({ socket, say, answer }: Talk): Promise<WireFacts> => {
    say(question);
    const capabilities = await answer(ends);
    if (!capabilities) return { kind: 'no-reply', at: question };
    const certificate = socket instanceof TLSSocket ? certificateOf(socket, host) : undefined;
    return { kind: 'ready', capabilities, certificate };
  };
  const offered = await ready(plain);
  if (offered.kind !== 'ready' || secure || isLoopback(account)) return offered;
  if (!offered.capabilities.some((line) => /\bSTARTTLS\b/i.test(line))) {
    return { kind: 'no-starttls', reply: '' };
  }
  plain.say(starttls);
  const reply = (await plain.answer(ends))?.at(-1);
  if (reply === undefined) return { kind: 'no-reply', at: 'STARTTLS' };
  if (!yes.test(reply)) return { kind: 'no-starttls', reply };
  const channel = await encrypt(plain.socket, account, ms);
  return typeof channel === 'string'
    ? { kind: 'no-tls', code: channel, plain: undefined }
    : ready(talkOver(channel, ms));
}

/** The greeting of a server, with or without TLS from the start; undefined if it sends none. */
async function greetingAt(account: Account, ms: number, tls: boolean): Promise<string | undefined> {
  let socket: Socket | undefined;
  try {
    socket = await connectTo(account.host, account.port, ms);
    const channel = tls ? await encrypt(socket, account, ms) : socket;
    return typeof channel === 'string' ? undefined : await talkOver(channel, ms).hear();
  } catch {
    return undefined;
  } finally {
    socket?.destroy();
  }
}

/** The certificate of a server, and why it is not trusted. */
function certificateOf(socket: TLSSocket, host: string) {
  const shown = socket.getPeerCertificate();
  const { subjectaltname = '', subject, issuer, valid_from: from, valid_to: until } = shown;
  const named = [...subjectaltname.matchAll(/(?:DNS|IP Address):([^\s,]+)/g)];
  const names = named.map(([, name]) => name ?? '');
  const common = [subject?.CN].flat().filter((name) => name !== undefined);
  return {
    // Undefined if it is trusted. Node.js has a string here, whatever its types say.
    code: socket.authorizationError ? String(socket.authorizationError) : undefined,
    names: names.length > 0 ? names : common,
    isNamed: checkServerIdentity(host, shown) === undefined,
    issuer: [issuer?.O ?? issuer?.CN ?? 'nobody'].flat().join(', '),
    from: Date.parse(from),
    until: Date.parse(until),
  };
}

/** Waits for `ms` milliseconds at most. @param late the result after that */
export function withTimeout<T, Late>(work: Promise<T>, ms: number, late: Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** @throws Error with the code of the system, or `ETIMEDOUT` */
const connectTo = (host: string, port: number, ms: number): Promise<Socket> =>
  settled(dial({ host, port }), 'connect', ms);

/**
 * Begins TLS on a connection. An untrusted certificate is no error here.
 *
 * @returns the error code if the handshake fails
 */
const encrypt = (
  socket: Socket,
  { host, ...account }: Pick<Account, 'host' | 'trust'>,
  ms: number,
): Promise<TLSSocket | string> => {
  socket.removeAllListeners('data');
  // SNI takes no IP address (RFC 6066, section 3).
  const servername = isIP(host) ? '' : host;
  const options = { ...tlsOptions(account), socket, host, servername, rejectUnauthorized: false };
  return settled(dialTls(options), 'secureConnect', ms).catch(codeOf);
};

function settled<T extends Socket>(socket: T, event: string, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const failWith = (code: string) => () => fail(Object.assign(new Error(code), { code }));
    const timer = setTimeout(failWith('ETIMEDOUT'), ms);
    // Later errors just close the socket.
    socket.on('error', fail);
    socket.once('close', failWith('ECONNRESET'));
    socket.once(event, () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** Buffer limit. No mail server sends a longer line. */
const CHARS_MAX = 64 * 1024;

type Talk = ReturnType<typeof talkOver>;

/** A line-based conversation with a server. @param ms timeout of a line */
function talkOver(socket: Socket, ms: number) {
  let received = '';
  let isClosed = false;
  let wake: () => void = () => undefined;
  const finish = () => {
    isClosed = true;
    wake();
  };
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    if (received.length > CHARS_MAX) socket.destroy();
    wake();
  });
  socket.on('close', finish);
  socket.on('end', finish);
  /** @returns a line without its end, or what came before a timeout or close; undefined if that is nothing */
  const readLine = async (): Promise<string | undefined> => {
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      wake();
    }, ms);
    try {
      for (;;) {
        const at = received.indexOf('\n');
        if (at >= 0) {
          const line = received.slice(0, at).replace(/\r$/, '');
          received = received.slice(at + 1);
          return line;
        }
        // A line without its end counts, too: some servers refuse that way.
        if (isClosed || isTimedOut) return received === '' ? undefined : received;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    socket,
    say(line: string): void {
      if (socket.writable) socket.write(`${line}\r\n`);
    },
    hear: readLine,
    /** @returns the lines of a reply; undefined if it is cut short */
    async answer(ends: RegExp): Promise<readonly string[] | undefined> {
      const lines: string[] = [];
      for (;;) {
        const line = await readLine();
        if (line === undefined) return undefined;
        lines.push(line);
        if (ends.test(line) || lines.length > 100) return lines;
      }
    },
  };
}

const codeOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};
