import { lookup } from 'node:dns/promises';
import { checkServerIdentity, TLSSocket } from 'node:tls';
import { type Account, isLoopback } from '../../post/account.ts';
import { connectTo, encrypt, type Talk, talkOver } from './talk.ts';

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
  | { readonly kind: 'no-name'; readonly code: string }
  | { readonly kind: 'no-connection'; readonly code: string }
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

/** What each protocol is asked for what it can do, and how its answers end. */
const ASKS = {
  imap: {
    capabilities: 'c1 CAPABILITY',
    starttls: 's1 STARTTLS',
    ends: /^[cs]1 /,
    yes: /^[cs]1 OK/i,
  },
  smtp: { capabilities: 'EHLO localhost', starttls: 'STARTTLS', ends: /^\d{3}(?: |$)/, yes: /^2/ },
} as const;

export type Protocol = keyof typeof ASKS;

/** Goes as far as the login, and no further: says nothing of who we are. */
export async function probeWire(
  account: Account,
  protocol: Protocol,
  ms: number,
): Promise<WireFacts> {
  const { host, port, secure } = account;
  const code = await nameTrouble(host, ms);
  if (code !== undefined) return { kind: 'no-name', code };
  let talk: Talk;
  try {
    talk = talkOver(await connectTo(host, port, ms), ms);
  } catch (error) {
    return { kind: 'no-connection', code: codeOf(error) };
  }
  try {
    if (!secure) return await talkFrom(talk, account, protocol, ms);
    const encrypted = await overTlsFrom(talk, account, ms);
    if (typeof encrypted !== 'string') return await talkFrom(encrypted, account, protocol, ms);
    return { kind: 'no-tls', code: encrypted, plain: await spokenAt(account, ms, {}) };
  } finally {
    talk.end();
  }
}

/** @returns why the name of a host leads nowhere */
async function nameTrouble(host: string, ms: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, ms, 'ETIMEDOUT');
  });
  const asked = lookup(host).then(() => undefined, codeOf);
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** @returns the conversation over TLS, or the code of the error */
async function overTlsFrom(talk: Talk, account: Account, ms: number): Promise<Talk | string> {
  try {
    return talkOver(await encrypt(talk.release(), account, ms), ms);
  } catch (error) {
    return codeOf(error);
  }
}

/** From the greeting on. */
async function talkFrom(
  talk: Talk,
  account: Account,
  protocol: Protocol,
  ms: number,
): Promise<WireFacts> {
  const { host, secure } = account;
  const greeting = await hearAll(talk, protocol, /^(?!\d{3}-)/);
  if (greeting.length === 0) {
    const [overTls, asked] = await Promise.all([
      secure ? undefined : spokenAt(account, ms, { tls: true }),
      spokenAt(account, ms, { tls: secure, asks: true }),
    ]);
    return { kind: 'silent', overTls, asked };
  }
  const first = greeting[0] ?? '';
  const spoken = spokenIn(first);
  const isWelcome = protocol === 'imap' ? /^\* (?:OK|PREAUTH)\b/i : /^2/;
  if (spoken !== protocol || !isWelcome.test(first))
    return { kind: 'greeted', spoken, greeting: first };
  const { capabilities: question, starttls, yes } = ASKS[protocol];
  talk.say(question);
  const offered = await hearAll(talk, protocol);
  if (offered.length === 0) return { kind: 'stopped', at: question };
  if (secure) return ready(talk, host, first, offered);
  if (isLoopback(account)) return ready(talk, host, first, offered);
  if (!offered.some((line) => /\bSTARTTLS\b/i.test(line))) return { kind: 'no-starttls', said: '' };
  talk.say(starttls);
  const said = (await hearAll(talk, protocol)).at(-1);
  if (said === undefined) return { kind: 'stopped', at: 'STARTTLS' };
  if (!yes.test(said)) return { kind: 'no-starttls', said };
  const over = await overTlsFrom(talk, account, ms);
  if (typeof over === 'string') return { kind: 'no-tls', code: over, plain: undefined };
  over.say(question);
  const anew = await hearAll(over, protocol);
  return anew.length === 0 ? { kind: 'stopped', at: question } : ready(over, host, first, anew);
}

const ready = (
  { socket }: Talk,
  host: string,
  greeting: string,
  capabilities: readonly string[],
) => ({
  kind: 'ready' as const,
  greeting,
  capabilities,
  certificate: socket instanceof TLSSocket ? certificateOf(socket, host) : undefined,
});

/** The lines of one answer; none when it does not come to its end. */
async function hearAll(
  talk: Talk,
  protocol: Protocol,
  ends: RegExp = ASKS[protocol].ends,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (;;) {
    const line = await talk.hear();
    if (line === undefined) return [];
    lines.push(line);
    if (ends.test(line) || lines.length > 100) return lines;
  }
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
  let talk: Talk | undefined;
  try {
    const socket = await connectTo(host, port, ms);
    talk = talkOver(tls ? await encrypt(socket, account, ms) : socket, ms);
    if (asks) talk.say(`HEAD / HTTP/1.0\r\nHost: ${host}\r\n`);
    const line = await talk.hear();
    return line === undefined ? 'nothing' : spokenIn(line);
  } catch {
    return undefined;
  } finally {
    talk?.end();
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

const codeOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};
