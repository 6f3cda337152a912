import { type ExecFileException, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { systemTime } from '../ports.ts';
import { type Access, AccessError, isLoopback } from '../post/account.ts';
import { err, ok, type Result } from '../result.ts';
import { accessTokenBytesMax, accessTokenMsMax, accessTokenMsUnknown } from '../server-limits.ts';
import { type Grant, keptTokenPath, makeAccess, makeRefresh } from './access.ts';
import { isToken } from './device.ts';

const COMMAND = 'TURNPOST_TOKEN_COMMAND';

/**
 * Runs a command that prints an access token, without terminal or input. Its stderr is dropped, as it may
 * hold secrets.
 *
 * @param env its environment
 * @throws AccessError when it fails, times out or prints no token
 */
export async function tokenOfCommand(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<Grant> {
  const running = execFileDone(program, args, {
    env,
    timeout: accessTokenMsMax,
    maxBuffer: accessTokenBytesMax,
    killSignal: 'SIGKILL',
  });
  running.child.stdin?.end();
  const { stdout } = await running.catch((error) => {
    throw new AccessError(`the token command ${howItFailed(error)}`, COMMAND);
  });
  const token = stdout.trim();
  if (!isToken(token)) throw new AccessError('the token command has printed no token', COMMAND);
  return { token, livesMs: accessTokenMsUnknown };
}

const execFileDone = promisify(execFile);

function howItFailed({ code, killed, signal }: ExecFileException): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'prints far more than a token';
  if (killed) return `has not ended within ${accessTokenMsMax / 1000} seconds`;
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

const token = (text: string) => isToken(text);

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
  TURNPOST_OAUTH_REFRESH_TOKEN: z.string().refine(token, 'is no token').optional(),
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
 * @returns undefined if not configured
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
