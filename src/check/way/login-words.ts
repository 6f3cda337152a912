import { type Access, AccessError } from '../../post/access.ts';
import type { Account } from '../../post/account.ts';
import type { Result } from '../../result.ts';
import { type Finding, findingsOf } from '../finding.ts';
import { isPassing, parseReply, quoted, type Reply } from './reply.ts';
import type { Protocol } from './wire.ts';
import { variableOf } from './wire-words.ts';

/** A login that did not succeed. */
export interface LoginFacts {
  /** What the server has said, with its codes; of a connection that is gone, the system's code. */
  readonly said: string;
  /** Whether it has refused the login, and not just gone away. */
  readonly isRefused: boolean;
  /** What may not be repeated. */
  readonly hidden: readonly string[];
  readonly user: string;
  /** Whether the other server takes the same user, but with another password. */
  readonly otherWorks: boolean;
}

interface Cause {
  /** Of SMTP `535 5.7.8`, of IMAP `[EXPIRED]` (RFC 4954, section 6; RFC 5530, section 3). */
  readonly code?: RegExp;
  /** Asked where no code says it. */
  readonly words: RegExp;
  readonly what: string;
  readonly remedy: (variable: string, protocol: Protocol) => string;
}

const LATER: Cause = {
  words:
    /\bUNAVAILABLE\b|temporar|try (?:again )?later|too many (?:simultaneous |concurrent )?connections|maximum number of connections|internal error/i,
  what: 'takes no login just now',
  remedy: () => 'Try again in some minutes. If other programs use the account, end some of them.',
};

/** What servers say of a login that they refuse, the most telling first. */
const CAUSES: readonly Cause[] = [
  {
    words:
      /app(?:lication)?[- ]?specific|app(?:lication)?[- ]password|InvalidSecondFactor|5\.7\.9\b.*password/i,
    what: 'wants an application password',
    remedy: (variable) =>
      `Make an app password in the settings of the account (under security), and write that into ${variable}.`,
  },
  {
    code: / 5\.7\.139$/,
    words:
      /basic auth\w* is disabled|SmtpClientAuth\w* is disabled|LogonDenied-BasicAuth|BasicAuthBlocked/i,
    what: 'takes no passwords any more for this account',
    remedy: () =>
      'Log in by OAuth2, or have the administrator of the account switch authenticated SMTP and IMAP on.',
  },
  {
    code: /^\[WEBALERT\]| 5\.7\.14$/,
    words:
      /WEBALERT|web ?login|(?:log|sign)[- ]?in (?:via|with|through) (?:your|a|the) (?:web )?browser|WebLoginRequired/i,
    what: 'wants somebody to log in by the browser first',
    remedy: () =>
      'Log in once at the web page of the provider and confirm that it is you; then check again.',
  },
  {
    words:
      /\b(?:imap|smtp|pop3?|protocol)\b.{0,60}\b(?:disabled|deactivated|not (?:enabled|allowed|permitted|activated)|switched off|turned off)|not (?:enabled|allowed|permitted|activated) for (?:imap|smtp|pop)|(?:enable|activate) (?:imap|smtp)/i,
    what: 'says that this way in is switched off for the account',
    remedy: (_, protocol) => `Switch ${protocol.toUpperCase()} on in the settings of the account.`,
  },
  {
    code: /^\[PRIVACYREQUIRED\]|^523| 5\.7\.1[01]$/,
    words:
      /LOGINDISABLED|login is disabled|plain\s?text.{0,40}(?:disallow|not allowed|disabled|not permitted)|STARTTLS (?:command )?first|encryption (?:is )?required|requires? (?:SSL|TLS)|without (?:SSL|TLS)/i,
    what: 'takes no login without TLS',
    remedy: (variable, protocol) =>
      `Write ${protocol}s:// in ${variable}, with the port for it (${protocol === 'imap' ? 993 : 465}).`,
  },
  {
    code: /^\[EXPIRED\]|^432| [45]\.7\.12$/,
    words: /password (?:has |is )?expired/i,
    what: 'says that the password has expired',
    remedy: (variable) => `Set a new one at the provider, and write it into ${variable}.`,
  },
  {
    code: /^\[CONTACTADMIN\]| 5\.7\.13$/,
    words:
      /lock(?:ed|out)|\bblocked|suspended|(?:account|user|mailbox) (?:is |has been )?(?:disabled|deactivated|inactive)|too many (?:failed|bad|invalid|login|auth)|\battempts/i,
    what: 'says that the account is locked',
    remedy: () =>
      'Wait an hour without a try, or unlock the account at the provider; each further try may lengthen it.',
  },
  {
    code: /^504| 5\.5\.4$/,
    words: /matching authentication method|unknown authentication method|mechanism/i,
    what: 'offers no way of logging in by a password',
    remedy: () =>
      'Log in by OAuth2, if it is a large provider; or have the server offer PLAIN or LOGIN.',
  },
  {
    words:
      /(?:unknown|no such|nonexist\w+|invalid) (?:user|account|mailbox|recipient)\b(?! ?name or)|(?:user|account|mailbox)\b.{0,20}\b(?:unknown|not found|does(?: not|n't) exist)/i,
    what: 'does not know the user',
    remedy: (variable) =>
      `Write the user into ${variable} as the provider wants it: mostly the whole address.`,
  },
];

/** Why a login did not succeed; undefined where nothing tells more than that. */
function causeOf(reply: Reply): Cause | undefined {
  const { code, status = '', response, words } = reply;
  const key = code === undefined ? `[${response ?? ''}]` : `${code} ${status}`;
  const passing = isPassing(reply);
  if (passing) return LATER;
  return (
    CAUSES.find((cause) => cause.code?.test(key)) ??
    CAUSES.find((cause) => cause.words.test(words)) ??
    (passing === undefined && LATER.words.test(words) ? LATER : undefined)
  );
}

/** What is to be said of a login that did not succeed. */
export function loginFinding(protocol: Protocol, host: string, facts: LoginFacts): Finding {
  const { said, isRefused, hidden, user, otherWorks } = facts;
  const { wrong } = findingsOf(protocol);
  const variable = variableOf(protocol);
  const words = quoted(said, hidden);
  const cause = causeOf(parseReply(said, [user, host]));
  if (cause) {
    return wrong(`${host} ${cause.what} (${words}).`, cause.remedy(variable, protocol));
  }
  if (!isRefused) {
    return wrong(
      `${host} stops answering at the login (${words}).`,
      'The server is overloaded or broken, or turns this machine away: try again later, or ask its operator.',
    );
  }
  const other = variableOf(protocol === 'imap' ? 'smtp' : 'imap');
  return wrong(
    `${host} does not accept the user or the password (${words}).`,
    otherWorks
      ? `The password for the same user in ${other} is another one, and works: write that one into ${variable}.`
      : `${user.includes('@') ? '' : 'Perhaps the user is the whole address. '}Write user and password anew into ${variable}: is it the password of this account, perhaps an app password? In a URL @ is %40, / is %2F, # is %23 and % is %25.`,
  );
}

const { ok, wrong } = findingsOf('oauth');

/** Whether there is an access token for the accounts that need one; nothing where none does. */
export async function accessFindings(
  accounts: readonly (Account | undefined)[],
): Promise<readonly Finding[]> {
  const account = accounts.find((each) => each?.access);
  if (!account?.access) return [];
  return [await accessFinding(account, account.access)];
}

async function accessFinding({ host, port }: Account, access: Access): Promise<Finding> {
  try {
    await access.token(`${host}:${port}`);
    return ok('There is an access token.');
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    const { message, see } = error;
    return wrong(
      `There is no access token: ${message}.`,
      see === undefined ? 'Try again later.' : `Look at ${see}.`,
    );
  }
}

/** What is said of a login by an access token. */
export function tokenFinding(
  protocol: Protocol,
  host: string,
  entered: Result<unknown, { readonly said: string }>,
): Finding {
  const told = findingsOf(protocol);
  if (entered.ok) return told.ok(`${host} accepts the access token.`);
  return told.wrong(
    `${host} does not accept the access token (${quoted(entered.error.said)}).`,
    `See that the user of ${variableOf(protocol)} is the one who has said yes, and that the account lets programs in by ${protocol.toUpperCase()}; or say yes again, with turnpost init.`,
  );
}
