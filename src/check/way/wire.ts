import { lookup } from 'node:dns/promises';
import { connect as dial, isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect as dialTls, TLSSocket } from 'node:tls';
import { type Account, isLoopback, tlsOptions } from '../../post/account.ts';

/** What is spoken at a port, as its greeting shows. */
export type Spoken = 'imap' | 'smtp' | 'pop3' | 'http' | 'ssh' | 'sieve' | 'other' | 'nothing';

/** The certificate of a server. */
export interface Certificate {
  /** Why it is not trusted, as OpenSSL or Node.js call it; undefined when it is. */
  readonly code: string | undefined;
  readonly names: readonly string[];
  /** Whether the host is one of the names. */
  readonly isNamed: boolean;
  readonly issuer: string;
  /** UTC milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** How far one gets with a mail server before the login. */
export type WireFacts =
  | { readonly kind: 'no-name' | 'no-connection'; readonly code: string }
  /** @param plain what is said there without TLS */
  | { readonly kind: 'no-tls'; readonly code: string; readonly plain: Spoken | undefined }
  /** @param overTls what is said there after a TLS handshake; undefined where there is none */
  | {
      readonly kind: 'silent';
      readonly overTls: Spoken | undefined;
      readonly asked: Spoken | undefined;
    }
  | { readonly kind: 'greeted'; readonly spoken: Spoken; readonly greeting: string }
  | { readonly kind: 'stopped'; readonly at: string }
  | { readonly kind: 'no-starttls'; readonly said: string }
  | {
      readonly kind: 'ready';
      readonly greeting: string;
      readonly capabilities: readonly string[];
      /** Undefined without TLS, as on this machine. */
      readonly certificate: Certificate | undefined;
    };

/** What each protocol is asked for what it can do, and how its answers begin and end. */
const ASKS = {
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

export type Protocol = keyof typeof ASKS;

/** Goes as far as the login, and no further: says nothing of who we are. */
export async function probeWire(
  account: Account,
  protocol: Protocol,
  ms: number,
): Promise<WireFacts> {
  const { host, port, secure } = account;
  const looked = lookup(host).then(() => undefined, codeOf);
  const code = await inTime(looked, ms, 'ETIMEDOUT');
  if (code !== undefined) return { kind: 'no-name', code };
  let socket: Socket | undefined;
  try {
    socket = await connectTo(host, port, ms);
  } catch (error) {
    return { kind: 'no-connection', code: codeOf(error) };
  }
  try {
    const encrypted = secure ? await encrypt(socket, account, ms) : socket;
    if (typeof encrypted !== 'string') {
      return await talk(talkOver(encrypted, ms), account, protocol, ms);
    }
    return { kind: 'no-tls', code: encrypted, plain: await spokenAt(account, ms, {}) };
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
  const { welcome, capabilities: question, starttls, ends, yes } = ASKS[protocol];
  const [greeting] = (await plain.answer(/^(?!\d{3}-)/)) ?? [];
  if (greeting === undefined) {
    const [overTls, asked] = await Promise.all([
      secure ? undefined : spokenAt(account, ms, { tls: true }),
      spokenAt(account, ms, { tls: secure, asks: true }),
    ]);
    return { kind: 'silent', overTls, asked };
  }
  const spoken = spokenIn(greeting);
  if (spoken !== protocol || !welcome.test(greeting)) return { kind: 'greeted', spoken, greeting };
  const ready = async ({ socket, say, answer }: Talk): Promise<WireFacts> => {
    say(question);
    const capabilities = await answer(ends);
    if (!capabilities) return { kind: 'stopped', at: question };
    const certificate = socket instanceof TLSSocket ? certificateOf(socket, host) : undefined;
    return { kind: 'ready', greeting, capabilities, certificate };
  };
  const offered = await ready(plain);
  if (offered.kind !== 'ready' || secure || isLoopback(account)) return offered;
  if (!offered.capabilities.some((line) => /\bSTARTTLS\b/i.test(line))) {
    return { kind: 'no-starttls', said: '' };
  }
  plain.say(starttls);
  const said = (await plain.answer(ends))?.at(-1);
  if (said === undefined) return { kind: 'stopped', at: 'STARTTLS' };
  if (!yes.test(said)) return { kind: 'no-starttls', said };
  const over = await encrypt(plain.socket, account, ms);
  return typeof over === 'string'
    ? { kind: 'no-tls', code: over, plain: undefined }
    : ready(talkOver(over, ms));
}

/**
 * What is spoken at a port to whoever comes so.
 *
 * @param way `asks`: something is said first, as for a page
 * @returns undefined where there is no such way
 */
async function spokenAt(
  account: Account,
  ms: number,
  { tls = false, asks = false }: { readonly tls?: boolean; readonly asks?: boolean },
): Promise<Spoken | undefined> {
  const { host, port } = account;
  let socket: Socket | undefined;
  try {
    socket = await connectTo(host, port, ms);
    const over = tls ? await encrypt(socket, account, ms) : socket;
    if (typeof over === 'string') return undefined;
    const { say, hear } = talkOver(over, ms);
    if (asks) say(`HEAD / HTTP/1.0\r\nHost: ${host}\r\n`);
    const line = await hear();
    return line === undefined ? 'nothing' : spokenIn(line);
  } catch {
    return undefined;
  } finally {
    socket?.destroy();
  }
}

/** What the first line from a port shows. */
function spokenIn(line: string): Spoken {
  if (/^\* (?:OK|PREAUTH|BYE)\b/i.test(line)) {
    return /sieve/i.test(line) && !/imap/i.test(line) ? 'sieve' : 'imap';
  }
  if (/^"?IMPLEMENTATION"/i.test(line)) return 'sieve';
  if (/^[245]\d\d[ -]/.test(line)) return 'smtp';
  if (/^[+-](?:OK|ERR)\b/i.test(line)) return 'pop3';
  if (/^HTTP\/|^<!?\w/i.test(line)) return 'http';
  return line.startsWith('SSH-') ? 'ssh' : 'other';
}

/** The certificate that a server has shown, and why it is not trusted. */
function certificateOf(socket: TLSSocket, host: string): Certificate {
  const shown = socket.getPeerCertificate();
  const { subjectaltname = '', subject, issuer, valid_from: from, valid_to: until } = shown;
  const named = [...subjectaltname.matchAll(/(?:DNS|IP Address):([^\s,]+)/g)];
  const names = named.map(([, name]) => name ?? '');
  const common = [subject?.CN].flat().filter((name) => name !== undefined);
  return {
    // Node.js has the code here, whatever its types say.
    code: socket.authorizationError ? String(socket.authorizationError) : undefined,
    names: names.length > 0 ? names : common,
    isNamed: checkServerIdentity(host, shown) === undefined,
    issuer: [issuer?.O ?? issuer?.CN ?? 'nobody'].flat().join(', '),
    from: Date.parse(from),
    until: Date.parse(until),
  };
}

/** Waits no longer than so many milliseconds. @param late what has come to pass then */
export function inTime<T, Late>(work: Promise<T>, ms: number, late: Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, ms, late);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/** @throws Error with the system's code, or `ETIMEDOUT` when it takes too long */
const connectTo = (host: string, port: number, ms: number): Promise<Socket> =>
  settled(dial({ host, port }), 'connect', ms);

/**
 * Begins TLS on a connection. A certificate that is not trusted is no error: it is looked at later.
 *
 * @returns the code of the error where there is no handshake
 */
const encrypt = (
  socket: Socket,
  { host, ...account }: Pick<Account, 'host' | 'trust'>,
  ms: number,
): Promise<TLSSocket | string> => {
  socket.removeAllListeners('data');
  // A number is no name that could be asked for (RFC 6066, section 3).
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
    // Later errors end the conversation by themselves.
    socket.on('error', fail);
    socket.once('close', failWith('ECONNRESET'));
    socket.once(event, () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** A conversation in lines with whoever listens at a port. */
interface Talk {
  readonly socket: Socket;
  say(line: string): void;
  /** @returns a line without its end; undefined when there comes none in time, or ever */
  hear(): Promise<string | undefined>;
  /** @returns the lines of one answer; undefined when it does not come to its end */
  answer(ends: RegExp): Promise<readonly string[] | undefined>;
}

/** A line or an answer that is longer is none of a mail server. */
const CHARS_MAX = 64 * 1024;

/** @param ms how long one line may take */
function talkOver(socket: Socket, ms: number): Talk {
  let heard = '';
  let over = false;
  let wake: () => void = () => undefined;
  const finish = () => {
    over = true;
    wake();
  };
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    if (heard.length > CHARS_MAX) socket.destroy();
    wake();
  });
  socket.on('close', finish);
  socket.on('end', finish);
  const hear = async (): Promise<string | undefined> => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      wake();
    }, ms);
    try {
      for (;;) {
        const at = heard.indexOf('\n');
        if (at >= 0) {
          const line = heard.slice(0, at).replace(/\r$/, '');
          heard = heard.slice(at + 1);
          return line;
        }
        // What is said without an end of the line is heard, too: some turn us away so.
        if (over || late) return heard === '' ? undefined : heard;
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
    say(line) {
      if (socket.writable) socket.write(`${line}\r\n`);
    },
    hear,
    async answer(ends) {
      const lines: string[] = [];
      for (;;) {
        const line = await hear();
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
