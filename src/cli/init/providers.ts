import { resolveMx } from 'node:dns/promises';
import { checkLimits } from '../../server-limits.ts';
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
  readonly mxSuffixes: readonly string[];
  /** Undefined: one's own servers. */
  readonly servers?: { readonly imap: ServerAddress; readonly smtp: ServerAddress };
  /** The best one first. */
  readonly methods: readonly LoginMethod[];
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
    mxSuffixes: ['.google.com', '.googlemail.com'],
    servers: { imap: tls('imap.gmail.com', 993), smtp: tls('smtp.gmail.com', 465) },
    methods: ['app-password', 'google'],
    lettersPerDay: 500,
    hint: `Gmail does not accept the account password. Turn on 2-step verification, and create
an app password at https://myaccount.google.com/apppasswords`,
  },
  {
    id: 'microsoft365',
    name: 'Microsoft 365',
    domains: [],
    mxSuffixes: ['.mail.protection.outlook.com', '.mx.microsoft'],
    servers: {
      imap: tls('outlook.office365.com', 993),
      smtp: starttls('smtp.office365.com', 587),
    },
    methods: ['microsoft'],
    hint: `Microsoft does not accept passwords here. An administrator must allow "authenticated
SMTP" for this mailbox: it is off by default.`,
  },
  {
    id: 'outlook',
    name: 'Outlook.com',
    domains: ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
    mxSuffixes: ['.olc.protection.outlook.com'],
    servers: {
      imap: tls('outlook.office365.com', 993),
      smtp: starttls('smtp-mail.outlook.com', 587),
    },
    methods: ['microsoft'],
    hint: `Microsoft does not accept passwords here. Turn on IMAP in the mailbox settings,
under "Mail", "Forwarding and IMAP".`,
  },
  {
    id: 'fastmail',
    name: 'Fastmail',
    domains: ['fastmail.com', 'fastmail.fm'],
    mxSuffixes: ['.messagingengine.com'],
    servers: { imap: tls('imap.fastmail.com', 993), smtp: tls('smtp.fastmail.com', 465) },
    methods: ['app-password'],
    hint: `Fastmail does not accept the account password. Create an app password in its settings, under
"Privacy & Security".`,
  },
  {
    id: 'mailbox.org',
    name: 'mailbox.org',
    domains: ['mailbox.org'],
    mxSuffixes: ['.mailbox.org'],
    servers: { imap: tls('imap.mailbox.org', 993), smtp: tls('smtp.mailbox.org', 465) },
    methods: ['password', 'app-password'],
    hint: `With two-factor authentication, mailbox.org requires an app password: create one in its
settings, under "Security".`,
  },
  {
    id: 'gmx',
    name: 'GMX',
    domains: ['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch', 'gmx.org', 'gmx.eu'],
    mxSuffixes: ['.gmx.net'],
    servers: { imap: tls('imap.gmx.net', 993), smtp: tls('mail.gmx.net', 465) },
    methods: ['password'],
    hint: `GMX disables IMAP and SMTP by default. Turn them on in the mailbox settings.`,
  },
  {
    id: 'icloud',
    name: 'iCloud',
    domains: ['icloud.com', 'me.com', 'mac.com'],
    mxSuffixes: ['.mail.icloud.com'],
    servers: { imap: tls('imap.mail.me.com', 993), smtp: starttls('smtp.mail.me.com', 587) },
    methods: ['app-password'],
    lettersPerDay: 1000,
    hint: `iCloud does not accept the account password. Create an app-specific password at
https://account.apple.com`,
  },
  {
    id: 'own',
    name: 'Dovecot and Postfix of your own',
    domains: [],
    mxSuffixes: [],
    methods: ['password'],
  },
];

export const providerOf = (id: string | undefined): Provider | undefined =>
  PROVIDERS.find((each) => each.id === id);

/** The provider of the mail of a domain: by its name, or else by its mail exchangers. */
export async function providerOfDomain(
  domain: string,
  mxHosts: typeof mxHostsOf,
): Promise<Provider | undefined> {
  const name = domain.toLowerCase();
  const byName = PROVIDERS.find(({ domains }) => domains.includes(name));
  return byName ?? providerOfMxHosts(name === '' ? [] : await mxHosts(name));
}

/** The provider whose suffix is the longest that matches an exchanger. */
export function providerOfMxHosts(names: readonly string[]): Provider | undefined {
  const known = PROVIDERS.flatMap((provider) =>
    provider.mxSuffixes.map((ending) => ({ provider, ending })),
  ).sort((one, other) => other.ending.length - one.ending.length);
  const mxHosts = names.map((name) => name.toLowerCase().replace(/\.$/, ''));
  return known.find(({ ending }) => mxHosts.some((name) => `.${name}`.endsWith(ending)))?.provider;
}

/** The mail exchangers of a domain; none on a timeout or error, as without a network. */
export async function mxHostsOf(domain: string): Promise<readonly string[]> {
  const lookup = resolveMx(domain).then(
    (found) => found.map(({ exchange }) => exchange),
    () => [],
  );
  return withTimeout(lookup, checkLimits.mxMs, []);
}
