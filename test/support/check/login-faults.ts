import type { Fault } from './ground.ts';
import { GAMES, PASSWORD } from './ground.ts';
import { imapBehind, imapRefuses, smtpRefuses } from './proxied.ts';

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
  imapRefuses(
    'a user that IMAP does not know',
    LOGIN,
    '[AUTHENTICATIONFAILED] Unknown user',
    'imap',
    /does not know the user/,
    /whole address/,
  ),
  imapRefuses(
    'an application password that Gmail wants, by IMAP',
    LOGIN,
    '[ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)',
    'imap',
    /requires an app password/,
    /app password in the security settings/,
  ),
  smtpRefuses(
    'Outlook, which takes no passwords',
    /^AUTH/,
    '535 5.7.139 Authentication unsuccessful, basic authentication is disabled. [XX0P123.PROD.OUTLOOK.COM]',
    'smtp',
    /no longer accepts passwords/,
    /OAuth2/,
  ),
  imapRefuses(
    'a host that wants a login by the browser',
    LOGIN,
    '[WEBALERT https://accounts.google.com/x] Web login required.',
    'imap',
    /login in the browser/,
    /web page of the provider/,
  ),
  imapRefuses(
    'IMAP that is switched off for the account',
    LOGIN,
    'Your account is not enabled for IMAP use',
    'imap',
    /disabled for the account/,
    /Enable IMAP/,
  ),
  imapRefuses(
    'an account that is locked',
    LOGIN,
    '[AUTHENTICATIONFAILED] Account temporarily locked, too many failures',
    'imap',
    /account is locked/,
    /Wait an hour/,
  ),
  imapRefuses(
    'a password that has expired',
    LOGIN,
    "[EXPIRED] That password isn't valid any more",
    'imap',
    /password has expired/,
    /Set a new one/,
  ),
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
  smtpRefuses(
    'SMTP that takes no login without TLS',
    /^AUTH/,
    '538 5.7.11 Encryption required for requested authentication mechanism',
    'smtp',
    /accepts no login without TLS/,
    /smtps:\/\//,
  ),
  smtpRefuses(
    'a server that cannot look into its passwords',
    /^AUTH/,
    '454 4.7.0 Temporary authentication failure',
    'smtp',
    /accepts no login at the moment/,
    /again in a few minutes/,
  ),
  imapRefuses(
    'a wrong password, of which the server says to try again',
    LOGIN,
    '[AUTHENTICATIONFAILED] Invalid credentials, please try again later',
    'imap',
    /does not accept the user or the password/,
    /Write the user and the password/,
  ),
  imapRefuses(
    'an IMAP server that is not ready, by its code alone',
    LOGIN,
    '[UNAVAILABLE] Account server blocked',
    'imap',
    /accepts no login at the moment/,
    /again in a few minutes/,
  ),
];
