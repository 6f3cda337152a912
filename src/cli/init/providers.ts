import { resolveMx } from 'node:dns/promises';
import { inTime } from '../../check/way/wire.ts';
import { mxMsMax } from '../../server-limits.ts';
import type { ServerAddress } from './plan.ts';

/** How a provider lets a program log in. */
export type Way = 'password' | 'app-password' | 'google' | 'microsoft';

/** Something known of a provider, and from where. */
export interface Fact {
  readonly what: string;
  /** `tried`: by our own tests. `documented`: by the provider. `told`: by somebody else. */
  readonly by: 'tried' | 'documented' | 'told';
  /** The page that says it; where it was tried, the test. */
  readonly page: string;
}

/** What is not there is not known. */
interface Facts {
  readonly servers?: Fact;
  readonly login?: Fact;
  /** Whether `games+tag@example.org` arrives. */
  readonly tags?: Fact;
  readonly folders?: Fact;
  /** How many may be sent. */
  readonly letters?: Fact;
  /** Whether it writes into letters what DMARC says of their senders, and under which name. */
  readonly checks?: Fact;
}

/** A provider of mail, as `turnpost init` and docs/providers.md know it. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  /** The domains of its addresses. */
  readonly domains: readonly string[];
  /** How the names of its mail exchangers end, for domains that people have brought along. */
  readonly exchangers: readonly string[];
  /** Undefined: the operator's own. */
  readonly servers?: { readonly imap: ServerAddress; readonly smtp: ServerAddress };
  /** The best one first. */
  readonly ways: readonly Way[];
  /** Letters that an account at one of its own domains may send in a day. */
  readonly lettersPerDay?: number;
  /** Said before the questions about the login. */
  readonly hint?: string;
  readonly facts: Facts;
}

const tls = (host: string, port: number): ServerAddress => ({ host, port, tls: true });
const starttls = (host: string, port: number): ServerAddress => ({ host, port, tls: false });

const documented = (what: string, page: string): Fact => ({ what, by: 'documented', page });
const told = (what: string, page: string): Fact => ({ what, by: 'told', page });
const tried = (what: string, page: string): Fact => ({ what, by: 'tried', page });

const MICROSOFT_LOGIN = documented(
  'OAuth2, also by the code for another device',
  'https://learn.microsoft.com/en-us/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth',
);
const MICROSOFT_365_PAGE = 'https://developer.nylas.com/docs/cookbook/email/outlook-smtp-settings/';

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
    facts: {
      servers: documented(
        'TLS; `smtp.gmail.com` also on 587 with STARTTLS. With OAuth2 it ends a connection by IMAP when the token ends, after an hour',
        'https://developers.google.com/workspace/gmail/imap/imap-smtp',
      ),
      login: documented(
        'OAuth2 in a browser (a code for another device does not reach mail), or an app password, which needs 2-step verification',
        'https://developers.google.com/identity/protocols/oauth2/limited-input-device',
      ),
      tags: told(
        'delivered',
        'https://www.zdnet.com/article/microsoft-adds-support-for-custom-email-addresses-in-office-365/',
      ),
      letters: documented(
        '2,000 a day with Google Workspace, 500 in its trial; a free account has 500, as others tell',
        'https://support.google.com/a/answer/166852',
      ),
    },
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
    facts: {
      servers: told('TLS, and STARTTLS for SMTP', MICROSOFT_365_PAGE),
      login: MICROSOFT_LOGIN,
      tags: documented(
        'delivered since May 2022, unless an administrator has switched it off',
        'https://learn.microsoft.com/en-us/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online',
      ),
      letters: told(
        '10,000 recipients a day, 30 letters a minute',
        'https://northcentral.teamdynamix.com/TDClient/1980/Portal/KB/ArticleDet?ID=70527',
      ),
    },
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
    facts: {
      servers: documented(
        'TLS, and STARTTLS for SMTP; IMAP is off until it is switched on in the settings',
        'https://support.microsoft.com/en-us/office/pop-imap-and-smtp-settings-8361e398-8af4-4e97-b147-6c6c4ac95353',
      ),
      login: MICROSOFT_LOGIN,
      tags: told(
        'delivered',
        'https://www.zdnet.com/article/microsoft-adds-support-for-custom-email-addresses-in-office-365/',
      ),
    },
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
    facts: {
      servers: documented(
        'TLS',
        'https://www.fastmail.com/help/technical/servernamesandports.html',
      ),
      login: documented(
        'an app password',
        'https://www.fastmail.com/help/technical/servernamesandports.html',
      ),
    },
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
    facts: {
      servers: documented(
        'TLS; SMTP also on 587 with STARTTLS',
        'https://kb.mailbox.org/en/private/e-mail/e-mail-configuration',
      ),
      login: documented(
        'the password, or with two-factor authentication an app password',
        'https://kb.mailbox.org/en/private/e-mail/e-mail-configuration',
      ),
    },
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
    facts: {
      servers: told(
        'TLS; `mail.gmx.net` also on 587 with STARTTLS',
        'https://github.com/chatmail/provider-db/blob/master/_providers/gmx.net.md',
      ),
      login: documented(
        'a password; IMAP and SMTP are off until they are switched on in the settings',
        'https://www.gmx.net/mail/tipps/posts/pop3-imap/36/',
      ),
    },
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
    facts: {
      servers: told('TLS, and STARTTLS for SMTP', 'https://sowebmail.com/email-setup/icloud'),
      login: told('an app-specific password', 'https://sowebmail.com/email-setup/icloud'),
      letters: documented('1,000 a day', 'https://support.apple.com/en-ca/102198'),
    },
  },
  {
    id: 'own',
    name: 'Dovecot and Postfix of your own',
    domains: [],
    exchangers: [],
    ways: ['password'],
    facts: {
      servers: tried('your own', 'test/e2e/dovecot.test.ts'),
      login: tried('a password, or OAuth2 as Dovecot has it', 'test/post/oauth/process.test.ts'),
      folders: tried('`INBOX` and `Processed`, which is made', 'test/e2e/dovecot.test.ts'),
      tags: tried('delivered with `recipient_delimiter = +`', 'test/e2e/postfix.test.ts'),
      letters: tried('as many as you allow', 'test/e2e/postfix.test.ts'),
      checks: tried('none, unless a milter writes them', 'test/e2e/postfix.test.ts'),
    },
  },
];

/** The provider with a certain id. */
export const providerOf = (id: string | undefined): Provider | undefined =>
  PROVIDERS.find((each) => each.id === id);

/** The provider whose domain it is. */
export const providerOfDomain = (domain: string): Provider | undefined =>
  PROVIDERS.find(({ domains }) => domains.includes(domain.toLowerCase()));

/** The provider with the longest name that one of a domain's mail exchangers has. */
export function providerOfExchangers(names: readonly string[]): Provider | undefined {
  const known = PROVIDERS.flatMap((provider) =>
    provider.exchangers.map((ending) => ({ provider, ending })),
  ).sort((one, other) => other.ending.length - one.ending.length);
  const exchangers = names.map((name) => name.toLowerCase().replace(/\.$/, ''));
  return known.find(({ ending }) => exchangers.some((name) => `.${name}`.endsWith(ending)))
    ?.provider;
}

/** The mail exchangers of a domain; none where nobody says in time, as without a network. */
export async function exchangersOf(domain: string): Promise<readonly string[]> {
  const asked = resolveMx(domain).then(
    (found) => found.map(({ exchange }) => exchange),
    () => [],
  );
  return inTime(asked, mxMsMax, []);
}
