import type { SrvRecord } from 'node:dns';
import { resolveMx, resolveSrv } from 'node:dns/promises';
import { mxMsMax, serverSearchMsMax, srvRecordsMax } from '../../server-limits.ts';
import { type Protocol, probeWire, type WireFacts, withTimeout } from '../check/wire.ts';
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

/** The provider with this id. */
export const providerOf = (id: string | undefined): Provider | undefined =>
  PROVIDERS.find((each) => each.id === id);

/** The provider of this domain. */
export const providerOfDomain = (domain: string): Provider | undefined =>
  PROVIDERS.find(({ domains }) => domains.includes(domain.toLowerCase()));

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
  return withTimeout(lookup, mxMsMax, []);
}

/** The services in DNS (RFC 6186, section 3; RFC 8314, section 5.1), and their ports. */
const SERVICES = {
  imap: [
    { service: '_imaps', port: 993, tls: true },
    { service: '_imap', port: 143, tls: false },
  ],
  smtp: [
    { service: '_submissions', port: 465, tls: true },
    { service: '_submission', port: 587, tls: false },
  ],
} as const;

/** The DNS and the network of this machine. */
const systemSearch = {
  srv: (name: string): Promise<readonly Pick<SrvRecord, 'name' | 'port' | 'priority'>[]> =>
    resolveSrv(name).catch(() => []),
  probe: probeWire,
};
export type SearchPorts = typeof systemSearch;

/**
 * Finds the server of a domain: by its SRV records, and at common names and ports. All are probed at once,
 * with one timeout.
 *
 * @returns the best one that answers, and the hosts that were tried
 */
export async function findServer(
  domain: string,
  protocol: Protocol,
  { srv, probe }: SearchPorts = systemSearch,
): Promise<{ readonly server: ServerAddress | undefined; readonly tried: readonly string[] }> {
  const tried = new Set<string>();
  const tryAt = async (place: ServerAddress): Promise<Answer> => {
    tried.add(place.host);
    const { host, port, tls: secure } = place;
    const account = { host, port, secure, user: '', pass: '', path: '' };
    return { place, facts: await probe(account, protocol, serverSearchMsMax) };
  };
  const bySrv = SERVICES[protocol].map(async ({ service, tls }) => {
    // Without a name the service is not offered (RFC 2782, "Target").
    const records = (await srv(`${service}._tcp.${domain}`)).filter(({ name }) => name !== '');
    const sorted = records.toSorted((one, next) => one.priority - next.priority);
    const places = sorted
      .slice(0, srvRecordsMax)
      .map(({ name: host, port }) => ({ host, port, tls }));
    return Promise.all(places.map(tryAt));
  });
  const hosts = [`${protocol}.${domain}`, `mail.${domain}`, domain];
  const byCommonName = SERVICES[protocol].flatMap(({ port, tls }) =>
    hosts.map((host) => tryAt({ host, port, tls })),
  );
  const searches: Promise<Answer | readonly Answer[]>[] = [...bySrv, ...byCommonName];
  const answers = await Promise.all(
    searches.map((each) => withTimeout(each, serverSearchMsMax, undefined)),
  );
  const [best] = answers
    .flat()
    .filter((answer) => rankOf(answer) > 0)
    .toSorted((one, next) => rankOf(next) - rankOf(one));
  return { server: best?.place, tried: [...tried] };
}

type Answer = { readonly place: ServerAddress; readonly facts: WireFacts } | undefined;

/** The rank of a server: its certificate is trusted, or has its name, or a login is possible. */
function rankOf(answer: Answer): number {
  if (answer?.facts.kind !== 'ready') return 0;
  const { certificate } = answer.facts;
  if (certificate && certificate.code === undefined) return 3;
  return certificate?.isNamed ? 2 : 1;
}
