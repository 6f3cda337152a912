import { createHash } from 'node:crypto';
import type { Random } from '../ports.ts';
import { AccessError } from '../post/access.ts';
import { err, ok, type Result } from '../result.ts';
import { deviceIntervalMs } from '../server-limits.ts';
import { askEndpoint, type EndpointResponse, errorOf, isToken } from './endpoint.ts';

const CLIENT_ID = 'TURNPOST_OAUTH_CLIENT_ID';

/** A device authorization (RFC 8628, section 3.2): the code to type and that to poll with. */
export type DeviceCode = Awaited<ReturnType<typeof askDeviceCode>>;

/** Requests a code. @throws AccessError when the provider issues none */
export async function askDeviceCode(url: string, clientId: string, scope: string) {
  const answer = await askEndpoint(url, { client_id: clientId, scope }, CLIENT_ID);
  const { device_code, user_code, verification_uri, expires_in, interval } = answer.fields;
  if (!answer.ok || !isToken(device_code) || !isShown(user_code) || !isShown(verification_uri)) {
    throw new AccessError(`${new URL(url).host} gives no code (${said(answer)})`, CLIENT_ID);
  }
  return {
    userCode: user_code,
    page: verification_uri,
    deviceCode: device_code,
    intervalMs: Number(interval) > 0 ? Number(interval) * 1000 : deviceIntervalMs,
    livesMs: Number(expires_in) * 1000,
  };
}

/**
 * Polls until the person consents (RFC 8628, section 3.4).
 *
 * @param wait sleeps for a number of milliseconds
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
    if (error === 'slow_down') intervalMs += deviceIntervalMs;
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
const isShown = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value);

/** The redirect URI. Nothing listens there: only the address is needed. */
const BACK = 'http://127.0.0.1:8026/';

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
    redirect_uri: BACK,
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
        return err(`That is not the address at the end. It begins with ${BACK}?`);
      }
      return params.get('state') === state
        ? ok(code)
        : err('That address is of another try. Open the page above.');
    },
    /** Exchanges the code for a refresh token. @throws AccessError when there is none */
    async refreshToken(code: string): Promise<string> {
      const answer = await askEndpoint(
        provider.tokenUrl,
        {
          grant_type: 'authorization_code',
          code,
          redirect_uri: BACK,
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
