/** Where a provider of OAuth2 is asked. */
export interface OauthProvider {
  readonly tokenUrl: string;
  /** Where a device asks (RFC 8628, section 3.1); undefined where it may not ask for mail. */
  readonly deviceUrl: string | undefined;
  /** What is asked for: mail by IMAP and by SMTP, also while nobody is there. */
  readonly scope: string;
}

/** By the name that stands for them in `TURNPOST_OAUTH_TOKEN_URL`. */
export const PROVIDERS: Readonly<Record<string, OauthProvider>> = {
  google: {
    tokenUrl: 'https://oauth2.googleapis.com/token',
    // Its list of what devices may ask for has no scope of Gmail.
    deviceUrl: undefined,
    scope: 'https://mail.google.com/',
  },
  microsoft: {
    tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    deviceUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/devicecode',
    scope:
      'https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send ' +
      'offline_access',
  },
};
