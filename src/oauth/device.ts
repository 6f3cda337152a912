import { AccessError } from '../post/access.ts';
import { deviceIntervalMs } from '../server-limits.ts';
import { type Answer, askEndpoint, errorOf } from './endpoint.ts';
import { isToken } from './token.ts';

/** What a person types on another screen, and what we ask with meanwhile (RFC 8628, section 3.2). */
export interface DeviceCode {
  readonly userCode: string;
  readonly page: string;
  readonly deviceCode: string;
  readonly intervalMs: number;
  readonly livesMs: number;
}

const CLIENT_ID = 'TURNPOST_OAUTH_CLIENT_ID';

/** Asks for a code. @throws AccessError when the provider gives none */
export async function askDeviceCode(
  url: string,
  clientId: string,
  scope: string,
): Promise<DeviceCode> {
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
 * Waits until the person has said yes (RFC 8628, section 3.4).
 *
 * @param wait for so many milliseconds
 * @returns the refresh token. @throws AccessError when the person says no, or nothing
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
    let answer: Answer;
    try {
      answer = await askEndpoint(tokenUrl, form, CLIENT_ID);
      trouble = undefined;
    } catch (error) {
      // Not an answer yet: it is asked less often (RFC 8628, section 3.5).
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

/** @throws AccessError when an endpoint has given none */
export function refreshTokenOf(answer: Answer, url: string): string {
  const { refresh_token: token } = answer.fields;
  if (answer.ok && isToken(token)) return token;
  throw new AccessError(`${new URL(url).host} gives no refresh token (${said(answer)})`, CLIENT_ID);
}

const said = (answer: Answer): string => errorOf(answer) ?? `HTTP ${answer.status}`;

/** Whether it can be shown on a terminal as it is. */
const isShown = (value: unknown): value is string =>
  typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value);
