import { z } from 'zod';
import { systemTime } from '../ports.ts';
import type { Access } from '../post/access.ts';
import { isLoopback } from '../post/account.ts';
import { makeAccess } from './access.ts';
import { commandWords, tokenOfCommand } from './command.ts';
import { isToken } from './endpoint.ts';
import { keptTokenPath, makeRefresh } from './refresh.ts';

const token = (text: string) => isToken(text);

const tokenUrl = z.string().transform((text, context) => {
  const given = OAUTH_PROVIDERS[text]?.tokenUrl ?? text;
  if (URL.canParse(given)) {
    const { protocol, hostname, href } = new URL(given);
    const host = hostname.replace(/^\[|\]$/g, '');
    if (protocol === 'https:' || (protocol === 'http:' && isLoopback({ host }))) return href;
  }
  context.addIssue('must be google, microsoft, or a URL that begins with https://');
  return z.NEVER;
});

const command = z.string().transform((text, context) => {
  const words = commandWords(text);
  if (words.ok) return words.value;
  context.addIssue(words.error);
  return z.NEVER;
});

/** The variables of a login by OAuth2. */
export const OAUTH_VARIABLES = {
  TURNPOST_OAUTH_CLIENT_ID: z.string().optional(),
  TURNPOST_OAUTH_CLIENT_SECRET: z.string().optional(),
  TURNPOST_OAUTH_REFRESH_TOKEN: z.string().refine(token, 'is no token').optional(),
  TURNPOST_OAUTH_TOKEN_URL: tokenUrl.optional(),
  TURNPOST_TOKEN_COMMAND: command.optional(),
};

const NAMES = Object.keys(OAUTH_VARIABLES);
/** Those that do nothing without each other. */
const NEEDED = NAMES.filter((name) => /CLIENT_ID|REFRESH_TOKEN|TOKEN_URL/.test(name));
const COMMAND = 'TURNPOST_TOKEN_COMMAND';

/** Whether any of them is set, so that the URLs of the mail servers need no password. */
export const isOauthSet = (names: readonly string[]): boolean =>
  names.some((name) => NAMES.includes(name));

/** What is wrong with which of them are set, a line each. */
export function oauthTroubles(names: readonly string[]): readonly string[] {
  const others = names.filter((name) => NAMES.includes(name) && name !== COMMAND);
  if (names.includes(COMMAND)) {
    return others.map((name) => `${name} does nothing beside ${COMMAND}: take one of them out`);
  }
  if (others.length === 0) return [];
  return NEEDED.filter((name) => !names.includes(name)).map((name) => `${name} is not set`);
}

type Data = z.infer<z.ZodObject<typeof OAUTH_VARIABLES>>;

/**
 * The access tokens that the variables name, one supply for all servers; nothing is asked for before
 * the first login.
 *
 * @param env what a token command has in its environment; nothing of ours is handed on
 */
export function accessOf(data: Data, database: string, env: NodeJS.ProcessEnv): Access | undefined {
  const words = data.TURNPOST_TOKEN_COMMAND;
  if (words) {
    const others = Object.entries(env).filter(([name]) => !name.startsWith('TURNPOST_'));
    return makeAccess(() => tokenOfCommand(words, Object.fromEntries(others)), systemTime);
  }
  const { TURNPOST_OAUTH_CLIENT_ID: id, TURNPOST_OAUTH_REFRESH_TOKEN: refreshToken } = data;
  const { TURNPOST_OAUTH_TOKEN_URL: url, TURNPOST_OAUTH_CLIENT_SECRET: secret } = data;
  if (id === undefined || refreshToken === undefined || url === undefined) return undefined;
  const client = { tokenUrl: url, id, secret, refreshToken };
  return makeAccess(makeRefresh(client, keptTokenPath(database)), systemTime);
}

/** Where a provider of OAuth2 is asked. */
interface OauthProvider {
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
