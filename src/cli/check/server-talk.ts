import { AccessError, type Account } from '../../post/account.ts';
import type { Result } from '../../result.ts';
import { type Code, type FactsOf, type Finding, finding } from './finding.ts';
import type { Certificate, Protocol, WireFacts } from './wire.ts';

/**
 * A parsed refusal. Its codes give the meaning. Its words count only if the codes leave it open: every server
 * has its own words, and repeats addresses in them.
 */
export interface Reply {
  /** The SMTP reply code (RFC 5321, section 4.2); undefined for another protocol. */
  readonly code: number | undefined;
  /** The status of RFC 3463, such as 5.7.8. */
  readonly status: string | undefined;
  /** The IMAP response code, such as UNAVAILABLE (RFC 5530). */
  readonly response: string | undefined;
  /** The reply without addresses and other names. */
  readonly words: string;
}

/**
 * @param said the reply of a server, one line or more
 * @param names to be left out of its words, such as a user
 */
export function parseReply(said: string, names: readonly string[] = []): Reply {
  const [, code, status] = /^(\d{3})(?:[ -]([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(said) ?? [];
  const [, response] = /^\[([A-Z][A-Z-]*)/.exec(said) ?? [];
  const words = names
    .filter((name) => name !== '')
    .reduce((text, name) => text.replaceAll(name, ' '), said)
    .replace(/<[^<>]*>|[^\s<>]+@[^\s<>]+/g, ' ');
  return { code: code === undefined ? undefined : Number(code), status, response, words };
}

/** Codes of temporary failures: RFC 5530, section 3, and those of Microsoft and Yahoo. */
const TEMPORARY = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'THROTTLED'];
/** A 4yz that is permanent: a password transition is needed (RFC 4954, section 6). */
const PERMANENT = /\.7\.12$/;

/** Whether the codes mean a temporary failure; undefined if they do not say. */
export function isTemporary({ code, status, response }: Reply): boolean | undefined {
  if (code !== undefined) return code < 500 && !PERMANENT.test(status ?? '');
  if (response === undefined || response === 'ALERT') return undefined;
  return TEMPORARY.includes(response);
}

/** Length limit of a quoted reply. */
const CHARS_MAX = 160;

/**
 * The reply of a server for the operator: on one line, short, and without the `hidden` words, also in base64.
 */
export function quoted(said: string, hidden: readonly string[] = []): string {
  const line = said.replace(/[^\x21-\x7e]+/g, ' ').trim();
  const clean = hidden
    .flatMap((word) => [word, Buffer.from(word).toString('base64')])
    .filter((word) => word !== '')
    .reduce((text, word) => text.replaceAll(word, '...'), line);
  return clean.length > CHARS_MAX ? `${clean.slice(0, CHARS_MAX)}...` : clean;
}

type ServerCode = Code & `server/${string}`;

/** The name, the variable and the ports of each protocol. */
const LABELS = {
  imap: {
    label: 'IMAP',
    variable: 'TURNPOST_IMAP_URL',
    usual: '993 with imaps://, or 143 with imap://',
    tlsPort: 993,
  },
  smtp: {
    label: 'SMTP',
    variable: 'TURNPOST_SMTP_URL',
    usual: '465 with smtps://, or 587 with smtp://',
    tlsPort: 465,
  },
} as const;

/** A finding about one of the two servers, with the facts of its protocol. */
const serverFinding = (
  protocol: Protocol,
  code: ServerCode,
  facts: Readonly<Record<string, string>>,
): Finding => {
  const all = { protocol, ...LABELS[protocol], ...facts };
  return finding(code, all as FactsOf<ServerCode>, protocol);
};

/** The findings about a mail server up to the login. */
export function wireFindings(
  protocol: Protocol,
  { host, port, secure }: Pick<Account, 'host' | 'port' | 'secure'>,
  facts: WireFacts,
  now: number,
): readonly Finding[] {
  const place = `${host}:${port}`;
  const found = (code: ServerCode, more: Readonly<Record<string, string>> = {}) => [
    serverFinding(protocol, code, { host, place, ...more }),
  ];
  const otherServer = (greeting: string) => {
    const spoken = protocolOf(greeting);
    const is =
      spoken === undefined ? 'another kind of server' : `an ${LABELS[spoken].label} server`;
    const belongs = spoken === undefined ? '' : ` This one belongs in ${LABELS[spoken].variable}.`;
    return found('server/other', { is, belongs, words: quoted(greeting) });
  };
  switch (facts.kind) {
    case 'no-name': {
      const isNone = facts.code === 'ENOTFOUND' || facts.code === 'ENODATA';
      return found(isNone ? 'server/no-host' : 'server/no-look-up', facts);
    }
    case 'no-connection': {
      const blocked =
        port === 25 ? ' Port 25 is blocked in many networks; 587 and 465 are not.' : '';
      const code = facts.code === 'ECONNREFUSED' ? 'server/nobody' : 'server/unreached';
      return found(code, { ...facts, blocked });
    }
    case 'no-tls':
      if (facts.plain === undefined) {
        const isWeak = WEAK_TLS.test(facts.code);
        return found(isWeak ? 'server/weak-tls' : 'server/broken-tls', { code: facts.code });
      }
      return protocolOf(facts.plain) === protocol
        ? found('server/plain-first')
        : otherServer(facts.plain);
    case 'silent':
      if (facts.overTls === undefined) return found('server/silent');
      return protocolOf(facts.overTls) === protocol
        ? found('server/tls-first')
        : otherServer(facts.overTls);
    case 'unwelcome': {
      if (protocolOf(facts.greeting) !== protocol) return otherServer(facts.greeting);
      const reply = parseReply(facts.greeting.replace(/^\* BYE /i, ''));
      const isBusy =
        isTemporary(reply) ?? /too many|try again|\blater\b|\bbusy\b|overload/i.test(reply.words);
      return found(isBusy ? 'server/busy' : 'server/refused', { words: quoted(facts.greeting) });
    }
    case 'no-reply':
      return found('server/stopped', { at: facts.at.replace(/^c1 /, '') });
    case 'no-starttls':
      return facts.reply === ''
        ? found('server/no-starttls')
        : found('server/refused-starttls', { words: quoted(facts.reply) });
    case 'ready': {
      const bad = certificateFinding(protocol, host, facts.certificate, now);
      if (bad?.level === 'wrong') return [bad];
      const how = secure ? 'with TLS' : 'with STARTTLS';
      const isPlain = facts.certificate === undefined;
      const ready = found('server/ready', { how: isPlain ? 'without TLS, on this machine' : how });
      return bad ? [...ready, bad] : ready;
    }
  }
}

/** Error codes of OpenSSL where versions, keys or ciphers are too old. */
const WEAK_TLS =
  /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|LEGACY|NO_PROTOCOLS|HANDSHAKE_FAILURE|KEY_TOO_SMALL|NO_SHARED_CIPHER|NO_CIPHERS/;

const DAY_MS = 86_400_000;
/** Certificates are usually renewed weeks before their end. */
const SOON_MS = 7 * DAY_MS;

const day = (at: number): string =>
  Number.isNaN(at) ? 'an unknown day' : new Date(at).toISOString().slice(0, 10);

/** The finding about a certificate; undefined if it is fine or there is none. */
export function certificateFinding(
  protocol: Protocol,
  host: string,
  certificate: Certificate | undefined,
  now: number,
): Finding | undefined {
  if (!certificate) return undefined;
  const { code, names, isNamed, issuer, from, until } = certificate;
  const { variable } = LABELS[protocol];
  const named = names.slice(0, 4).join(', ') || 'no name';
  // Once it is trusted, its name would be the next fault.
  const besides = isNamed ? '' : `; also, it is for ${named} and not for ${host}`;
  const byName = ` Also write the server name from the certificate into ${variable}.`;
  const facts = { host, named, issuer, besides, byName: isNamed ? '' : byName };
  const days = { from: day(from), until: day(until), today: day(now) };
  const found = (which: ServerCode) =>
    serverFinding(protocol, which, { ...facts, ...days, code: code ?? '' });
  if (code === undefined) return until - now < SOON_MS ? found('server/expires-soon') : undefined;
  // A certificate may be untrusted and expired at once; the date is the plainer fault.
  if (until < now) return found('server/expired');
  if (from > now) return found('server/not-yet');
  return found(code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? 'server/other-name' : 'server/untrusted');
}

/** A failed login. */
export interface LoginFailure {
  /** The reply with its codes or, if the connection broke, the error code of the system. */
  readonly reply: string;
  /** Whether the server refused the login, rather than dropping the connection. */
  readonly isRefused: boolean;
}

const LATER =
  /\bUNAVAILABLE\b|temporar|try (?:again )?later|too many (?:simultaneous |concurrent )?connections|maximum number of connections|internal error/i;

/**
 * Causes of a refused login, the most specific first. `code` is tested against the codes of the reply, such as
 * `535 5.7.8` of SMTP or `[EXPIRED]` of IMAP (RFC 4954, section 6; RFC 5530, section 3). If none matches,
 * `words` is tested against its text.
 */
const CAUSES: readonly { code?: RegExp; words: RegExp; means: ServerCode }[] = [
  {
    words:
      /app(?:lication)?[- ]?specific|app(?:lication)?[- ]password|InvalidSecondFactor|5\.7\.9\b.*password/i,
    means: 'server/app-password',
  },
  {
    code: / 5\.7\.139$/,
    words:
      /basic auth\w* is disabled|SmtpClientAuth\w* is disabled|LogonDenied-BasicAuth|BasicAuthBlocked/i,
    means: 'server/no-passwords',
  },
  {
    code: /^\[WEBALERT\]| 5\.7\.14$/,
    words:
      /WEBALERT|web ?login|(?:log|sign)[- ]?in (?:via|with|through) (?:your|a|the) (?:web )?browser|WebLoginRequired/i,
    means: 'server/web-login',
  },
  {
    words:
      /\b(?:imap|smtp|pop3?|protocol)\b.{0,60}\b(?:disabled|deactivated|not (?:enabled|allowed|permitted|activated)|switched off|turned off)|not (?:enabled|allowed|permitted|activated) for (?:imap|smtp|pop)|(?:enable|activate) (?:imap|smtp)/i,
    means: 'server/switched-off',
  },
  {
    code: /^\[PRIVACYREQUIRED\]|^523| 5\.7\.1[01]$/,
    words:
      /LOGINDISABLED|login is disabled|plain\s?text.{0,40}(?:disallow|not allowed|disabled|not permitted)|STARTTLS (?:command )?first|encryption (?:is )?required|requires? (?:SSL|TLS)|without (?:SSL|TLS)/i,
    means: 'server/needs-tls',
  },
  {
    code: /^\[EXPIRED\]|^432| [45]\.7\.12$/,
    words: /password (?:has |is )?expired/i,
    means: 'server/old-password',
  },
  {
    code: /^\[CONTACTADMIN\]| 5\.7\.13$/,
    words:
      /lock(?:ed|out)|\bblocked|suspended|(?:account|user|mailbox) (?:is |has been )?(?:disabled|deactivated|inactive)|too many (?:failed|bad|invalid|login|auth)|\battempts/i,
    means: 'server/locked',
  },
  {
    code: /^504| 5\.5\.4$/,
    words: /matching authentication method|unknown authentication method|mechanism/i,
    means: 'server/no-mechanism',
  },
  {
    words:
      /(?:unknown|no such|nonexist\w+|invalid) (?:user|account|mailbox|recipient)\b(?! ?name or)|(?:user|account|mailbox)\b.{0,20}\b(?:unknown|not found|does(?: not|n't) exist)/i,
    means: 'server/no-user',
  },
];

/** The cause of a failed login; undefined if unknown. */
function causeOf(reply: Reply): ServerCode | undefined {
  const { code, status = '', response, words } = reply;
  const key = code === undefined ? `[${response ?? ''}]` : `${code} ${status}`;
  const isLater = isTemporary(reply);
  if (isLater) return 'server/later';
  const found =
    CAUSES.find((cause) => cause.code?.test(key)) ??
    CAUSES.find((cause) => cause.words.test(words));
  return found?.means ?? (isLater === undefined && LATER.test(words) ? 'server/later' : undefined);
}

/**
 * The finding about a login by password or access token.
 *
 * @param working the account of the other server, if its login works
 */
export function loginFinding(
  protocol: Protocol,
  { host, user, pass, access }: Account,
  login: Result<unknown, LoginFailure>,
  working?: Account,
): Finding {
  if (login.ok) {
    return serverFinding(protocol, access ? 'server/token' : 'server/password', { host });
  }
  const { reply, isRefused } = login.error;
  if (access) return serverFinding(protocol, 'server/no-token', { host, words: quoted(reply) });
  const otherWorks = working?.user === user && working.pass !== pass;
  // The second is the form of the mechanism PLAIN.
  const words = quoted(reply, [pass, `\0${user}\0${pass}`]);
  const other = LABELS[protocol === 'imap' ? 'smtp' : 'imap'].variable;
  const whole = user.includes('@') ? '' : 'The user may be the whole address. ';
  const refused = otherWorks ? 'server/other-password' : 'server/wrong-password';
  const code = causeOf(parseReply(reply, [user, host])) ?? (isRefused ? refused : 'server/gone');
  return serverFinding(protocol, code, { host, words, other, whole });
}

/** Checks the access token, for accounts that need one. */
export async function accessFindings(
  accounts: readonly (Account | undefined)[],
): Promise<readonly Finding[]> {
  const account = accounts.find((each) => each?.access);
  if (!account) return [];
  try {
    await account.access?.token(`${account.host}:${account.port}`);
    return [finding('oauth/token', {})];
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    const { message, see } = error;
    return [
      see === undefined
        ? finding('oauth/later', { message })
        : finding('oauth/look', { message, see }),
    ];
  }
}

/** The protocol of a greeting; undefined for any other. */
function protocolOf(greeting: string): Protocol | undefined {
  if (/^\* (?:OK|PREAUTH|BYE)\b/i.test(greeting)) return 'imap';
  return /^[245]\d\d[ -]/.test(greeting) ? 'smtp' : undefined;
}
