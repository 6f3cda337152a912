/** Where a provider of OAuth2 is asked. */
export interface OauthProvider {
  readonly tokenUrl: string;
  /** How a person says yes: with a code on another screen (RFC 8628), or in a browser (RFC 8252). */
  readonly consent:
    | { readonly kind: 'device'; readonly url: string }
    | { readonly kind: 'browser'; readonly url: string };
  /** What is asked for: mail by IMAP and by SMTP, also while nobody is there. */
  readonly scope: string;
}

/** By the name that stands for them in `TURNPOST_OAUTH_TOKEN_URL`. */
export const OAUTH_PROVIDERS: Readonly<Record<string, OauthProvider>> = {
  google: {
    tokenUrl: 'https://oauth2.googleapis.com/token',
    // What devices may ask Google for is a short list, and mail is not in it.
    consent: { kind: 'browser', url: 'https://accounts.google.com/o/oauth2/v2/auth' },
    scope: 'https://mail.google.com/',
  },
  microsoft: {
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    consent: {
      kind: 'device',
      url: 'https://login.microsoftonline.com/common/oauth2/v2.0/devicecode',
    },
    scope:
      'https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send ' +
      'offline_access',
  },
};
