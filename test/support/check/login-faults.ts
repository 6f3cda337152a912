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
    name: 'imap',
    cause: /does not accept the user or the password/,
    remedy: /in TURNPOST_SMTP_URL is another one, and works/,
  },
  {
    what: 'a wrong password for SMTP alone',
    seed: ({ env }) => ({ env: { TURNPOST_SMTP_URL: wrongIn(env['TURNPOST_SMTP_URL']) } }),
    name: 'smtp',
    cause: /does not accept the user or the password/,
    remedy: /in TURNPOST_IMAP_URL is another one, and works/,
  },
  {
    what: 'a wrong password for both',
    seed: ({ env }) => ({
      env: {
        TURNPOST_IMAP_URL: wrongIn(env['TURNPOST_IMAP_URL']),
        TURNPOST_SMTP_URL: wrongIn(env['TURNPOST_SMTP_URL']),
      },
    }),
    name: 'imap',
    cause: /does not accept the user or the password/,
    remedy: /anew into TURNPOST_IMAP_URL.*app password.*%25/,
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
    name: 'smtp',
    cause: /does not accept the user or the password/,
    remedy: /whole address/,
  },
  {
    what: 'the password of another account',
    seed: ({ env, office }) => {
      const others = new URL(office.smtpUrl(OTHER)).password;
      return {
        env: { TURNPOST_SMTP_URL: (env['TURNPOST_SMTP_URL'] ?? '').replace(PASSWORD, others) },
      };
    },
    name: 'smtp',
    cause: /does not accept the user or the password/,
    remedy: /TURNPOST_IMAP_URL is another one, and works/,
  },
  {
    what: 'a user that IMAP does not know',
    seed: (ground) => imapBehind(ground, saysNo(LOGIN, '[AUTHENTICATIONFAILED] Unknown user')),
    name: 'imap',
    cause: /does not know the user/,
    remedy: /whole address/,
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
    name: 'imap',
    cause: /wants an application password/,
    remedy: /app password in the settings/,
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
    name: 'smtp',
    cause: /wants an application password/,
    remedy: /app password in the settings/,
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
    name: 'smtp',
    cause: /takes no passwords any more/,
    remedy: /OAuth2/,
  },
  {
    what: 'a host that wants a login by the browser',
    seed: (ground) =>
      imapBehind(
        ground,
        saysNo(LOGIN, '[WEBALERT https://accounts.google.com/x] Web login required.'),
      ),
    name: 'imap',
    cause: /log in by the browser/,
    remedy: /web page of the provider/,
  },
  {
    what: 'IMAP that is switched off for the account',
    seed: (ground) => imapBehind(ground, saysNo(LOGIN, 'Your account is not enabled for IMAP use')),
    name: 'imap',
    cause: /switched off for the account/,
    remedy: /Switch IMAP on/,
  },
  {
    what: 'an account that is locked',
    seed: (ground) =>
      imapBehind(
        ground,
        saysNo(LOGIN, '[AUTHENTICATIONFAILED] Account temporarily locked, too many failures'),
      ),
    name: 'imap',
    cause: /account is locked/,
    remedy: /Wait an hour/,
  },
  {
    what: 'a password that has expired',
    seed: (ground) =>
      imapBehind(ground, saysNo(LOGIN, "[EXPIRED] That password isn't valid any more")),
    name: 'imap',
    cause: /password has expired/,
    remedy: /Set a new one/,
  },
  {
    what: 'IMAP that takes no login without TLS',
    seed: (ground) =>
      imapBehind(
        ground,
        () => undefined,
        (line) => line.replace(/AUTH=PLAIN/g, 'LOGINDISABLED'),
      ),
    name: 'imap',
    cause: /takes no login without TLS/,
    remedy: /imaps:\/\//,
  },
  {
    what: 'SMTP that takes no login without TLS',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(/^AUTH/, '538 5.7.11 Encryption required for requested authentication mechanism'),
      ),
    name: 'smtp',
    cause: /takes no login without TLS/,
    remedy: /smtps:\/\//,
  },
  {
    what: 'a server that cannot look into its passwords',
    seed: (ground) =>
      smtpBehind(ground, replies(/^AUTH/, '454 4.7.0 Temporary authentication failure')),
    name: 'smtp',
    cause: /takes no login just now/,
    remedy: /again in some minutes/,
  },
  {
    what: 'a password that Postfix finds wrong, for a reason that it does not have',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(/^AUTH/, '535 5.7.8 Error: authentication failed: (reason unavailable)'),
      ),
    name: 'smtp',
    cause: /does not accept the user or the password/,
    remedy: /Write user and password anew/,
  },
  {
    what: 'a wrong password, of which the server says to try again',
    seed: (ground) =>
      imapBehind(
        ground,
        saysNo(LOGIN, '[AUTHENTICATIONFAILED] Invalid credentials, please try again later'),
      ),
    name: 'imap',
    cause: /does not accept the user or the password/,
    remedy: /Write user and password anew/,
  },
  {
    what: 'a server that has no database of users just now, and speaks of locks',
    seed: (ground) =>
      smtpBehind(
        ground,
        replies(/^AUTH/, '454 4.7.0 Temporary authentication failure: database is locked'),
      ),
    name: 'smtp',
    cause: /takes no login just now/,
    remedy: /again in some minutes/,
  },
  {
    what: 'an IMAP server that is not ready, by its code alone',
    seed: (ground) => imapBehind(ground, saysNo(LOGIN, '[UNAVAILABLE] Account server blocked')),
    name: 'imap',
    cause: /takes no login just now/,
    remedy: /again in some minutes/,
  },
];
