import { resolveMx } from 'node:dns/promises';
import { mxMsMax } from '../../server-limits.ts';
import { withTimeout } from '../check/wire.ts';
import type { ServerAddress } from './plan.ts';

/** How a provider lets a program log in. */
export type LoginMethod = 'password' | 'app-password' | 'google' | 'microsoft';

/** A mail provider known to `turnpost init`; more about each is in docs/providers.md. */
interface Provider {
  readonly id: string;
  readonly name: string;
  /** The domains of its addresses. */
  readonly domains: readonly string[];
  /** Suffixes of its mail exchangers, for custom domains. */
  readonly exchangers: readonly string[];
  /** Undefined: one's own servers. */
  readonly servers?: { readonly imap: ServerAddress; readonly smtp: ServerAddress };
  /** The best one first. */
  readonly ways: readonly LoginMethod[];
  /** Daily quota of an account at one of its own domains. */
  readonly lettersPerDay?: number;
  /** Printed before the questions about the login. */
  readonly hint?: string;
}

const tls = (host: string, port: number): ServerAddress => ({ host, port, tls: true });
const starttls = (host: string, port: number): ServerAddress => ({ host, port, tls: false });

export const PROVIDERS: readonly Provider[] = [
  {
    id: 'gmail',
    name: 'Gmail',
    domains: ['gmail.com', 'googlemail.com'],
    exchangers: ['.google.com', '.googlemail.com'],
    servers: { imap: tls('imap.gmail.com', 993), smtp: tls('smtp.gmail.com', 465) },
    ways: ['app-password', 'google'],
    lettersPerDay: 500,
    hint: `Gmail takes no ordinary password. Switch 2-step verification on, and make an
app password at https://myaccount.google.com/apppasswords`,
  },
  {
    id: 'microsoft365',
    name: 'Microsoft 365',
    domains: [],
    exchangers: ['.mail.protection.outlook.com', '.mx.microsoft'],
    servers: {
      imap: tls('outlook.office365.com', 993),
      smtp: starttls('smtp.office365.com', 587),
    },
    ways: ['microsoft'],
    hint: `Microsoft takes no passwords here. An administrator has to allow "authenticated
SMTP" for this mailbox: it is off by default.`,
  },
  {
    id: 'outlook',
    name: 'Outlook.com',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
    exchangers: ['.olc.protection.outlook.com'],
    servers: {
      imap: tls('outlook.office365.com', 993),
      smtp: starttls('smtp-mail.outlook.com', 587),
    },
    ways: ['microsoft'],
    hint: `Microsoft takes no passwords here. Switch IMAP on in the settings of the mailbox,
under "Mail", "Forwarding and IMAP".`,
  },
  {
    id: 'fastmail',
    name: 'Fastmail',
    domains: ['fastmail.com', 'fastmail.fm'],
    exchangers: ['.messagingengine.com'],
    servers: { imap: tls('imap.fastmail.com', 993), smtp: tls('smtp.fastmail.com', 465) },
    ways: ['app-password'],
    hint: `Fastmail takes no ordinary password. Make an app password in its settings, under
"Privacy & Security".`,
  },
  {
    id: 'mailbox.org',
    name: 'mailbox.org',
    domains: ['mailbox.org'],
    exchangers: ['.mailbox.org'],
    servers: { imap: tls('imap.mailbox.org', 993), smtp: tls('smtp.mailbox.org', 465) },
    ways: ['password', 'app-password'],
    hint: `With two-factor authentication, mailbox.org wants an app password: make one in its
settings, under "Security".`,
  },
  {
    id: 'gmx',
    name: 'GMX',
    domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch', 'gmx.org', 'gmx.eu'],
    exchangers: ['.gmx.net'],
    servers: { imap: tls('imap.gmx.net', 993), smtp: tls('mail.gmx.net', 465) },
    ways: ['password'],
    hint: `GMX keeps IMAP and SMTP switched off until you switch them on in the settings of
the mailbox.`,
  },
  {
    id: 'icloud',
    name: 'iCloud',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    exchangers: ['.mail.icloud.com'],
    servers: { imap: tls('imap.mail.me.com', 993), smtp: starttls('smtp.mail.me.com', 587) },
    ways: ['app-password'],
    lettersPerDay: 1000,
    hint: `iCloud takes no ordinary password. Make an app-specific password at
https://account.apple.com`,
  },
  {
    id: 'own',
    name: 'Dovecot and Postfix of your own',
    domains: [],
    exchangers: [],
    ways: ['password'],
  },
];

/** The provider with this id. */
export const providerOf = (id: string | undefined): Provider | undefined =>
  PROVIDERS.find((each) => each.id === id);

/** The provider of this domain. */
export const providerOfDomain = (domain: string): Provider | undefined =>
  PROVIDERS.find(({ domains }) => domains.includes(domain.toLowerCase()));

/** The provider with the longest suffix of any exchanger. */
export function providerOfExchangers(names: readonly string[]): Provider | undefined {
  const known = PROVIDERS.flatMap((provider) =>
    provider.exchangers.map((ending) => ({ provider, ending })),
  ).sort((one, other) => other.ending.length - one.ending.length);
  const exchangers = names.map((name) => name.toLowerCase().replace(/\.$/, ''));
  return known.find(({ ending }) => exchangers.some((name) => `.${name}`.endsWith(ending)))
    ?.provider;
}

/** The mail exchangers of a domain; none on a timeout or error, as without a network. */
export async function exchangersOf(domain: string): Promise<readonly string[]> {
  const asked = resolveMx(domain).then(
    (found) => found.map(({ exchange }) => exchange),
    () => [],
  );
  return withTimeout(asked, mxMsMax, []);
}
