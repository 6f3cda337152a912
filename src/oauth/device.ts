import { createHash } from 'node:crypto';
import type { Random } from '../ports.ts';
import { AccessError } from '../post/account.ts';
import { err, ok, type Result } from '../result.ts';
import { accessTokenLimits } from '../server-limits.ts';

const CLIENT_ID = 'TURNPOST_OAUTH_CLIENT_ID';

/** A device authorization (RFC 8628, section 3.2): the code to type and that to poll with. */
export type DeviceCode = Awaited<ReturnType<typeof askDeviceCode>>;

/** Requests a code. @throws AccessError when the provider issues none */
export async function askDeviceCode(url: string, clientId: string, scope: string) {
  const answer = await askEndpoint(url, { client_id: clientId, scope }, CLIENT_ID);
  const { device_code, user_code, verification_uri, expires_in, interval } = answer.fields;
  if (
    !answer.ok ||
    !isToken(device_code) ||
    !isPrintable(user_code) ||
    !isPrintable(verification_uri)
  ) {
    throw new AccessError(`${new URL(url).host} gives no code (${said(answer)})`, CLIENT_ID);
  }
  return {
    userCode: user_code,
    page: verification_uri,
    deviceCode: device_code,
    intervalMs: Number(interval) > 0 ? Number(interval) * 1000 : accessTokenLimits.deviceIntervalMs,
    livesMs: Number(expires_in) * 1000,
  };
}

/**
 * Polls until the person consents (RFC 8628, section 3.4).
 *
 * @returns the refresh token. @throws AccessError on refusal or timeout
 */
export async function awaitConsent(
  tokenUrl: string,
  client: { readonly id: string; readonly secret: string | undefined },
  code: DeviceCode,
  wait: (ms: number) => Promise<void>,
): Promise<string> {
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: code.deviceCode,
    client_id: client.id,
    ...(client.secret !== undefined && { client_secret: client.secret }),
  };
  let { intervalMs } = code;
  let trouble: unknown;
  for (let waitedMs = 0; waitedMs < code.livesMs; ) {
    await wait(intervalMs);
    waitedMs += intervalMs;
    let answer: EndpointResponse;
    try {
      answer = await askEndpoint(tokenUrl, form, CLIENT_ID);
      trouble = undefined;
    } catch (error) {
      // Connection failure: polls less often (RFC 8628, section 3.5).
      trouble = error;
      intervalMs *= 2;
      continue;
    }
    const error = errorOf(answer);
    if (error === 'slow_down') intervalMs += accessTokenLimits.deviceIntervalMs;
    else if (error === 'access_denied') throw new AccessError('the consent was refused');
    else if (error === 'expired_token') break;
    else if (error !== 'authorization_pending') return refreshTokenOf(answer, tokenUrl);
  }
  throw trouble ?? new AccessError('nobody has typed the code in time');
}

/** @throws AccessError when the answer has none */
function refreshTokenOf(answer: EndpointResponse, url: string): string {
  const { refresh_token: token } = answer.fields;
  if (answer.ok && isToken(token)) return token;
  throw new AccessError(`${new URL(url).host} gives no refresh token (${said(answer)})`, CLIENT_ID);
}

const said = (answer: EndpointResponse): string => errorOf(answer) ?? `HTTP ${answer.status}`;

/** Whether the value is safe to print on a terminal. */
const isPrintable = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value);

/** The redirect URI. Nothing listens there: only the address is needed. */
const REDIRECT_URI = 'http://127.0.0.1:8026/';

/**
 * Starts a consent in a browser (RFC 8252 with PKCE, RFC 7636). The provider redirects the browser to its
 * own machine, where no page loads; the person copies the address.
 */
export function beginConsent(
  provider: { readonly tokenUrl: string; readonly url: string; readonly scope: string },
  client: { readonly id: string; readonly secret: string | undefined },
  random: Random,
) {
  const [state, verifier] = [16, 32].map((count) => base64url(random.bytes(count)));
  if (state === undefined || verifier === undefined) throw new Error('chance has run out');
  const page = new URL(provider.url);
  page.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: provider.scope,
    // Google issues a refresh token only on explicit request.
    access_type: 'offline',
    prompt: 'consent',
    state,
    code_challenge: base64url(createHash('sha256').update(verifier).digest()),
    code_challenge_method: 'S256',
  }).toString();
  return {
    /** The page to open. */
    page: page.href,
    /** Extracts the code from the address that the browser ends at. */
    codeOf(address: string): Result<string, string> {
      const text = address.trim();
      const params = URL.canParse(text) ? new URL(text).searchParams : undefined;
      const code = params?.get('code');
      if (params?.has('error')) return err('The consent was refused there. Open the page again.');
      if (!params || !code) {
        return err(`That is not the address at the end. It begins with ${REDIRECT_URI}?`);
      }
      return params.get('state') === state
        ? ok(code)
        : err('That address is from another attempt. Open the page above.');
    },
    /** Exchanges the code for a refresh token. @throws AccessError when there is none */
    async refreshToken(code: string): Promise<string> {
      const answer = await askEndpoint(
        provider.tokenUrl,
        {
          grant_type: 'authorization_code',
          code,
          redirect_uri: REDIRECT_URI,
          client_id: client.id,
          code_verifier: verifier,
          ...(client.secret !== undefined && { client_secret: client.secret }),
        },
        'TURNPOST_OAUTH_CLIENT_ID',
      );
      return refreshTokenOf(answer, provider.tokenUrl);
    },
  };
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** The answer of an endpoint: a JSON object, and whether it succeeded. */
export type EndpointResponse = Awaited<ReturnType<typeof askEndpoint>>;

/** The errors of RFC 6749, section 5.2, and RFC 8628, section 3.5. Other error texts may hold anything. */
const ERRORS = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
]);

/** The error of an answer, if known. */
export const errorOf = ({ fields }: EndpointResponse): string | undefined => {
  const { error } = fields;
  return typeof error === 'string' && ERRORS.has(error) ? error : undefined;
};

/**
 * Posts to an OAuth endpoint (RFC 6749, section 3.2). Redirects fail: the request holds secrets.
 *
 * @param see the environment variable to look at if it fails
 * @throws AccessError when unreachable, slow, failing (5xx) or not JSON
 */
export async function askEndpoint(
  url: string,
  form: Readonly<Record<string, string>>,
  see: string,
  msMax = accessTokenLimits.requestMs,
) {
  const { host } = new URL(url);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(msMax),
    });
    const { ok, status } = response;
    // The body may be an HTML page.
    if (status >= 500) throw new AccessError(`${host} has answered with HTTP ${status}`, see);
    return { ok, status, fields: fieldsOf(await textOf(response)) };
  } catch (error) {
    if (error instanceof AccessError) throw error;
    throw new AccessError(`${host} ${whyNot(error as Error, msMax)}`, see);
  }
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > accessTokenLimits.bytes) throw new SyntaxError('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws SyntaxError when the text is no JSON object */
function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new SyntaxError('no object');
  return value as Record<string, unknown>;
}

/** Why a request failed, in our own words: the message of the JSON parser would repeat its input. */
function whyNot({ name, cause }: Error, msMax: number): string {
  if (name === 'TimeoutError') return `has not answered within ${msMax / 1000} seconds`;
  if (name === 'SyntaxError') return 'has answered with something that is no JSON of OAuth';
  const { code } = Object(cause) as { code?: unknown };
  return `cannot be reached (${typeof code === 'string' ? code : 'no answer, or a redirect'})`;
}

/**
 * Whether a value can be a token. Mail servers get it between control characters, so a blank or a line
 * break in it could inject other fields.
 */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= accessTokenLimits.chars &&
  /^[\x21-\x7e]+$/.test(value);
