import type { Fault } from './ground.ts';
import { GAMES, OTHER, PASSWORD } from './ground.ts';
import { imapBehind, replies, saysNo, smtpBehind } from './proxied.ts';

/** Faults of accounts and their passwords. */

const LOGIN = /^(?:LOGIN|AUTHENTICATE)\b/i;
const wrongIn = (url: string | undefined) => (url ?? '').replace(PASSWORD, 'hunter9');

export const LOGIN_FAULTS: readonly Fault[] = [
  {
    what: 'a wrong password for IMAP alone',
    seed: ({ env }) => ({ env: { TURNPOST_IMAP_URL: wrongIn(env['TURNPOST_IMAP_URL']) } }),
    finds: [
      'imap',
      /does not accept the user or the password/,
      /in TURNPOST_SMTP_URL is different, and works/,
    ],
  },
  {
    what: 'a wrong password for SMTP alone',
    seed: ({ env }) => ({ env: { TURNPOST_SMTP_URL: wrongIn(env['TURNPOST_SMTP_URL']) } }),
    finds: [
      'smtp',
      /does not accept the user or the password/,
      /in TURNPOST_IMAP_URL is different, and works/,
    ],
  },
  {
    what: 'a wrong password for both',
    seed: ({ env }) => ({
      env: {
        TURNPOST_IMAP_URL: wrongIn(env['TURNPOST_IMAP_URL']),
        TURNPOST_SMTP_URL: wrongIn(env['TURNPOST_SMTP_URL']),
      },
    }),
    finds: [
      'imap',
      /does not accept the user or the password/,
      /into TURNPOST_IMAP_URL again.*app password.*%25/,
    ],
  },
  {
    what: 'a user without the host behind it',
    seed: ({ env }) => ({
      env: {
        TURNPOST_SMTP_URL: (env['TURNPOST_SMTP_URL'] ?? '').replace(
          encodeURIComponent(GAMES),
          'games',
        ),
      },
    }),
    finds: ['smtp', /does not accept the user or the password/, /whole address/],
  },
  {
    what: 'the password of another account',
    seed: ({ env, office }) => {
      const others = new URL(office.smtpUrl(OTHER)).password;
      return {
        env: { TURNPOST_SMTP_URL: (env['TURNPOST_SMTP_URL'] ?? '').replace(PASSWORD, others) },
      };
    },
    finds: [
      'smtp',
      /does not accept the user or the password/,
      /TURNPOST_IMAP_URL is different, and works/,
    ],
  },
  {
    what: 'a user that IMAP does not know',
    seed: (ground) => imapBehind(ground, saysNo(LOGIN, '[AUTHENTICATIONFAILED] Unknown user')),
    finds: ['imap', /does not know the user/, /whole address/],
  },
  {
    what: 'an application password that Gmail wants, by IMAP',
    seed: (ground) =>
      imapBehind(
        ground,
        saysNo(
          LOGIN,
          '[ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)',
        ),
      ),
    finds: ['imap', /requires an app password/, /app password in the security settings/],
  },
  {
    what: 'an application password that Gmail wants, by SMTP',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(
          /^AUTH/,
          '534-5.7.9 Application-specific password required. Learn more at\r\n534 5.7.9  https://support.google.com/mail/?p=InvalidSecondFactor x - gsmtp',
        ),
      ),
    finds: ['smtp', /requires an app password/, /app password in the security settings/],
  },
  {
    what: 'Outlook, which takes no passwords',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(
          /^AUTH/,
          '535 5.7.139 Authentication unsuccessful, basic authentication is disabled. [XX0P123.PROD.OUTLOOK.COM]',
        ),
      ),
    finds: ['smtp', /no longer accepts passwords/, /OAuth2/],
  },
  {
    what: 'a host that wants a login by the browser',
    seed: (ground) =>
      imapBehind(
        ground,
        saysNo(LOGIN, '[WEBALERT https://accounts.google.com/x] Web login required.'),
      ),
    finds: ['imap', /login in the browser/, /web page of the provider/],
  },
  {
    what: 'IMAP that is switched off for the account',
    seed: (ground) => imapBehind(ground, saysNo(LOGIN, 'Your account is not enabled for IMAP use')),
    finds: ['imap', /disabled for the account/, /Enable IMAP/],
  },
  {
    what: 'an account that is locked',
    seed: (ground) =>
      imapBehind(
        ground,
        saysNo(LOGIN, '[AUTHENTICATIONFAILED] Account temporarily locked, too many failures'),
      ),
    finds: ['imap', /account is locked/, /Wait an hour/],
  },
  {
    what: 'a password that has expired',
    seed: (ground) =>
      imapBehind(ground, saysNo(LOGIN, "[EXPIRED] That password isn't valid any more")),
    finds: ['imap', /password has expired/, /Set a new one/],
  },
  {
    what: 'IMAP that takes no login without TLS',
    seed: (ground) =>
      imapBehind(
        ground,
        () => undefined,
        (line) => line.replace(/AUTH=PLAIN/g, 'LOGINDISABLED'),
      ),
    finds: ['imap', /accepts no login without TLS/, /imaps:\/\//],
  },
  {
    what: 'SMTP that takes no login without TLS',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(/^AUTH/, '538 5.7.11 Encryption required for requested authentication mechanism'),
      ),
    finds: ['smtp', /accepts no login without TLS/, /smtps:\/\//],
  },
  {
    what: 'a server that cannot look into its passwords',
    seed: (ground) =>
      smtpBehind(ground, replies(/^AUTH/, '454 4.7.0 Temporary authentication failure')),
    finds: ['smtp', /accepts no login at the moment/, /again in a few minutes/],
  },
  {
    what: 'a password that Postfix finds wrong, for a reason that it does not have',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(/^AUTH/, '535 5.7.8 Error: authentication failed: (reason unavailable)'),
      ),
    finds: ['smtp', /does not accept the user or the password/, /Write the user and the password/],
  },
  {
    what: 'a wrong password, of which the server says to try again',
    seed: (ground) =>
      imapBehind(
        ground,
        saysNo(LOGIN, '[AUTHENTICATIONFAILED] Invalid credentials, please try again later'),
      ),
    finds: ['imap', /does not accept the user or the password/, /Write the user and the password/],
  },
  {
    what: 'a server that has no database of users just now, and speaks of locks',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(/^AUTH/, '454 4.7.0 Temporary authentication failure: database is locked'),
      ),
    finds: ['smtp', /accepts no login at the moment/, /again in a few minutes/],
  },
  {
    what: 'an IMAP server that is not ready, by its code alone',
    seed: (ground) => imapBehind(ground, saysNo(LOGIN, '[UNAVAILABLE] Account server blocked')),
    finds: ['imap', /accepts no login at the moment/, /again in a few minutes/],
  },
];
