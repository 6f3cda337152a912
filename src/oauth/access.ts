import { type ExecFileException, execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { systemTime, type Time } from '../ports.ts';
import { type Access, AccessError, isLoopback, renewedTokenRefused } from '../post/account.ts';
import { err, ok, type Result } from '../result.ts';
import { accessTokenLimits } from '../server-limits.ts';
import { makeFolder, writeDurably } from '../store/file/durable.ts';
import { askEndpoint, type EndpointResponse, errorOf, isToken } from './device.ts';

/** An access token as issued. */
interface Grant {
  readonly token: string;
  /** Lifetime in milliseconds. */
  readonly livesMs: number;
}

/**
 * Shares one access token among all connections, and renews it before it expires; concurrent requests share
 * one renewal.
 *
 * @param renew gets a new token. @throws AccessError
 */
export function makeAccess(renew: () => Promise<Grant>, time: Time): Access {
  let grant: (Grant & { readonly since: number }) | undefined;
  let renewal: Promise<string> | undefined;
  /** Renewal times by server, after a refusal; an accepted token clears the entry. */
  const renewedFor = new Map<string, number>();

  const age = (since: number): number => time.now() - since;
  /** False after the clock was set back. */
  const isWithin = (since: number, ms: number): boolean => age(since) >= 0 && age(since) < ms;
  const usable = (spareMs: number): string | undefined =>
    grant && isWithin(grant.since, Math.max(grant.livesMs - spareMs, grant.livesMs / 2))
      ? grant.token
      : undefined;

  const renewed = (): Promise<string> => {
    renewal ??= renew()
      .then((fresh) => {
        grant = { ...fresh, since: time.now() };
        return fresh.token;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };

  return {
    async token(server, refused) {
      if (refused === undefined || grant?.token !== refused) {
        const good = usable(accessTokenLimits.spareMs);
        if (good !== undefined) return good;
        return renewed().catch((error) => {
          // The rest of its lifetime bridges a short outage of the token endpoint.
          const last = usable(0);
          if (last === undefined || last === refused) throw error;
          return last;
        });
      }
      const before = renewedFor.get(server);
      if (before !== undefined && isWithin(before, accessTokenLimits.refusedRenewalMs))
        throw renewedTokenRefused();
      const token = await renewed();
      renewedFor.set(server, time.now());
      return token;
    },
    taken(server) {
      renewedFor.delete(server);
    },
  };
}

/** An OAuth client with its refresh token (RFC 6749, section 6). */
interface Client {
  readonly tokenUrl: string;
  readonly id: string;
  /** Undefined for a public client. */
  readonly secret: string | undefined;
  readonly refreshToken: string;
}

/**
 * Gets access tokens with a refresh token. A provider may rotate the refresh token: the new one is written
 * to disk before anything else.
 *
 * @param path the file of the newest refresh token
 * @returns a function that gets the next access token. @throws AccessError
 */
export function makeRefresh(client: Client, path: string): () => Promise<Grant> {
  const origin = originOf(client);
  /** A refresh token that could not be written. */
  let unkept: string | undefined;

  const keep = (token: string): void => {
    unkept = token;
    try {
      keepToken(path, origin, token);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new AccessError(`the new refresh token cannot be kept in ${path} (${code})`, DATABASE);
    }
    unkept = undefined;
  };

  const ask = async (): Promise<EndpointResponse> => {
    const token = storedToken(path, origin) ?? client.refreshToken;
    const answer = await askWith(client, token);
    if (errorOf(answer) !== 'invalid_grant') return answer;
    // Another process, such as `turnpost check`, may have got a new one meanwhile.
    const newer = storedToken(path, origin);
    return newer === undefined || newer === token ? answer : askWith(client, newer);
  };

  return async () => {
    if (unkept !== undefined) keep(unkept);
    const answer = await ask();
    const { access_token: token, refresh_token: next, expires_in: seconds } = answer.fields;
    if (!answer.ok || !isToken(token)) throw refusal(client, answer);
    if (isToken(next) && next !== (storedToken(path, origin) ?? client.refreshToken)) keep(next);
    const livesMs = Number(seconds) * 1000;
    return { token, livesMs: livesMs > 0 ? livesMs : accessTokenLimits.unknownMs };
  };
}

const DATABASE = 'TURNPOST_DATABASE';
const TOKEN_URL = 'TURNPOST_OAUTH_TOKEN_URL';

/** A hash of the configuration that a kept token came from. After a change the kept token is ignored. */
const originOf = ({ tokenUrl, id, refreshToken }: Client): string =>
  createHash('sha256').update([tokenUrl, id, refreshToken].join('\0')).digest('hex');

const askWith = (
  { tokenUrl, id, secret }: Client,
  refreshToken: string,
): Promise<EndpointResponse> =>
  askEndpoint(
    tokenUrl,
    {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: id,
      ...(secret !== undefined && { client_secret: secret }),
    },
    TOKEN_URL,
  );

/** The error without token, with the variable at fault. */
function refusal({ tokenUrl }: Client, answer: EndpointResponse): AccessError {
  const { host } = new URL(tokenUrl);
  const error = errorOf(answer);
  if (error === 'invalid_grant') {
    return new AccessError(
      `${host} takes the refresh token no more (${error}): get a new one, as with turnpost init`,
      'TURNPOST_OAUTH_REFRESH_TOKEN',
    );
  }
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return new AccessError(
      `${host} does not know the client, or its secret is wrong (${error})`,
      'TURNPOST_OAUTH_CLIENT_ID',
    );
  }
  const said = error ?? (answer.ok ? 'no access token' : `HTTP ${answer.status}`);
  return new AccessError(`${host} has answered with ${said}`, TOKEN_URL);
}

/** The file of the newest refresh token of a database. */
export const keptTokenPath = (database: string): string => `${database}.refresh-token`;

/**
 * The newest refresh token of a configuration.
 *
 * @param origin `originOf` the configuration; a token of another one is ignored
 */
function storedToken(path: string, origin: string): string | undefined {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as { origin?: unknown; token?: unknown };
    return kept.origin === origin && isToken(kept.token) ? kept.token : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a refresh token durably, readable by its owner alone. @throws Error of the file system */
function keepToken(path: string, origin: string, token: string): void {
  makeFolder(dirname(path));
  // The caller may be root, and the server another user: the file gets the owner of the database.
  const like = path.replace(/\.refresh-token$/, '');
  writeDurably(path, `${JSON.stringify({ origin, token })}\n`, like);
}

const COMMAND = 'TURNPOST_TOKEN_COMMAND';

/**
 * Runs a command that prints an access token, without terminal or input. Its stderr is dropped, as it may
 * hold secrets.
 *
 * @throws AccessError when it fails, times out or prints no token
 */
export async function tokenOfCommand(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<Grant> {
  const running = execFileDone(program, args, {
    env,
    timeout: accessTokenLimits.requestMs,
    maxBuffer: accessTokenLimits.bytes,
    killSignal: 'SIGKILL',
  });
  running.child.stdin?.end();
  const { stdout } = await running.catch((error) => {
    throw new AccessError(`the token command ${howItFailed(error)}`, COMMAND);
  });
  const token = stdout.trim();
  if (!isToken(token)) throw new AccessError('the token command has printed no token', COMMAND);
  return { token, livesMs: accessTokenLimits.unknownMs };
}

const execFileDone = promisify(execFile);

function howItFailed({ code, killed, signal }: ExecFileException): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'prints far more than a token';
  if (killed) return `has not ended within ${accessTokenLimits.requestMs / 1000} seconds`;
  if (typeof code === 'string') return `cannot be run (${code})`;
  return `has ended with ${signal ?? `exit code ${code}`}`;
}

/** A part of a word: quoted, or one plain character. */
const PART = /"([^"\\]*)"|'([^']*)'|([^\s"'\\|&;<>()$`*?[\]#~{}])/g;
const WORD = new RegExp(`(?:${PART.source})+`, 'g');
const LINE = new RegExp(`^\\s*(?:${WORD.source}(?:\\s+|$))*$`);

/**
 * Splits a command line into words; a shell would do the same, as far as quotes.
 *
 * @returns an error for any other shell syntax, as no shell is run
 */
export function commandWords(line: string): Result<readonly [string, ...string[]], string> {
  if (!LINE.test(line)) {
    return err('runs without a shell: for shell syntax, name a script of your own');
  }
  const [program, ...rest] = (line.match(WORD) ?? []).map((word) =>
    word.replace(PART, (_, ...parts: string[]) => parts[0] ?? parts[1] ?? parts[2] ?? ''),
  );
  return program ? ok([program, ...rest]) : err('must be a command, such as /usr/local/bin/token');
}

const tokenUrl = z.string().transform((text, context) => {
  const given = new Map(Object.entries(OAUTH_PROVIDERS)).get(text)?.tokenUrl ?? text;
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

/** The variables for OAuth2. */
export const OAUTH_VARIABLES = {
  TURNPOST_OAUTH_CLIENT_ID: z.string().optional(),
  TURNPOST_OAUTH_CLIENT_SECRET: z.string().optional(),
  TURNPOST_OAUTH_REFRESH_TOKEN: z.string().refine(isToken, 'is no token').optional(),
  TURNPOST_OAUTH_TOKEN_URL: tokenUrl.optional(),
  TURNPOST_TOKEN_COMMAND: command.optional(),
};

const NAMES = Object.keys(OAUTH_VARIABLES);
/** Variables that need each other. */
const NEEDED = NAMES.filter((name) => /CLIENT_ID|REFRESH_TOKEN|TOKEN_URL/.test(name));

/** Whether OAuth2 is configured, so that the URLs of the mail servers need no password. */
export const isOauthSet = (names: readonly string[]): boolean =>
  names.some((name) => NAMES.includes(name));

/** Conflicting and missing variables, a line each. */
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
 * The configured source of access tokens, shared by all servers; the first login requests the first token.
 *
 * @param env environment for a token command, passed on without the variables of Turnpost
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

/**
 * Providers by their name in `TURNPOST_OAUTH_TOKEN_URL`. A person consents with a code on another screen (RFC
 * 8628), or in a browser (RFC 8252). The scope is IMAP and SMTP, also offline.
 */
export const OAUTH_PROVIDERS = {
  google: {
    tokenUrl: 'https://oauth2.googleapis.com/token',
    // Google's device flow does not allow the mail scope.
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
