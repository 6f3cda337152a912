import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  askDeviceCode,
  awaitConsent,
  beginConsent,
  type DeviceCode,
} from '../../../src/oauth/device.ts';
import { systemRandom } from '../../../src/ports.ts';
import {
  type Said,
  startTokenEndpoint,
  type TokenEndpoint,
} from '../../support/servers/token-endpoint.ts';

let endpoint: TokenEndpoint;
beforeEach(async () => {
  endpoint = await startTokenEndpoint('games@example.org');
});
afterEach(() => endpoint.stop());

const says = (status: number, body: object): Said => ({ status, body });
const CLIENT = { id: 'us', secret: undefined };

describe('a consent by a code on another screen', () => {
  const CODE: DeviceCode = {
    userCode: 'ABCD-EFGH',
    page: 'https://example.org/device',
    deviceCode: 'device-1',
    intervalMs: 5_000,
    livesMs: 60_000,
  };

  /** Waits without waiting, while the endpoint says one thing after the other. */
  async function asked(answers: readonly Said[]) {
    const waits: number[] = [];
    const token = await awaitConsent(endpoint.url, CLIENT, CODE, async (ms) => {
      endpoint.say(answers[Math.min(waits.length, answers.length - 1)]);
      waits.push(ms);
    }).catch((error) => error.message);
    return { token, waits };
  }

  it('begins with a code', async () => {
    endpoint.say(
      says(200, {
        device_code: CODE.deviceCode,
        user_code: CODE.userCode,
        verification_uri: CODE.page,
        expires_in: 60,
      }),
    );
    expect(await askDeviceCode(endpoint.url, 'us', 'mail offline_access')).toEqual(CODE);
    expect(Object.fromEntries(endpoint.asked[0] ?? [])).toEqual({
      client_id: 'us',
      scope: 'mail offline_access',
    });
  });

  it('shows no code that would paint the terminal', async () => {
    const body = { device_code: 'x', user_code: '\u001b[2J', verification_uri: 'https://x.test' };
    endpoint.say(says(200, body));
    await expect(askDeviceCode(endpoint.url, 'us', 'mail')).rejects.toThrow('gives no code');
  });

  it('is waited for, and longer when that is asked for', async () => {
    const { token, waits } = await asked([
      says(400, { error: 'authorization_pending' }),
      says(400, { error: 'slow_down' }),
      says(200, { access_token: 'a', refresh_token: 'refresh-9' }),
    ]);
    expect(token).toBe('refresh-9');
    expect(waits).toEqual([5_000, 5_000, 10_000]);
    expect(endpoint.asked[0]?.get('device_code')).toBe('device-1');
  });

  it('outlasts a short trouble of the provider, which is asked less often', async () => {
    const { token, waits } = await asked([
      { status: 503, body: '<p>Service Unavailable</p>' },
      { status: 302, body: {} },
      says(200, { refresh_token: 'refresh-9' }),
    ]);
    expect(token).toBe('refresh-9');
    expect(waits).toEqual([5_000, 10_000, 20_000]);
  });

  it.each([
    [says(503, {}), 'has answered with HTTP 503', 4],
    [says(400, { error: 'access_denied' }), 'the consent was refused', 1],
    [says(400, { error: 'expired_token' }), 'nobody has typed the code in time', 1],
    [says(400, { error: 'authorization_pending' }), 'nobody has typed the code in time', 12],
    [says(200, { access_token: 'a' }), 'gives no refresh token (HTTP 200)', 1],
    [says(401, { error: 'invalid_client' }), 'gives no refresh token (invalid_client)', 1],
  ])('ends by itself: %j', async (said, told, times) => {
    const { token, waits } = await asked([said]);
    expect(token).toContain(told);
    expect(waits).toHaveLength(times);
  });
});

describe('a consent in a browser', () => {
  const begin = () =>
    beginConsent(
      { tokenUrl: endpoint.url, url: 'https://example.org/auth', scope: 'mail' },
      { id: 'us', secret: 'ours' },
      systemRandom,
    );
  const back = (page: string, more: Record<string, string>) => {
    const { searchParams } = new URL(page);
    const state = searchParams.get('state') ?? '';
    return `${searchParams.get('redirect_uri')}?${new URLSearchParams({ state, ...more })}`;
  };

  it('ends with the address of a page that does not load', async () => {
    const consent = begin();
    const asked = new URL(consent.page).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'us',
      response_type: 'code',
      scope: 'mail',
      access_type: 'offline',
      code_challenge_method: 'S256',
    });
    const code = consent.codeOf(` ${back(consent.page, { code: 'c-1', scope: 'mail' })}\n`);
    expect(code).toEqual({ ok: true, value: 'c-1' });
    endpoint.say(says(200, { access_token: 'a', refresh_token: 'r-1' }));
    expect(await consent.refreshToken('c-1')).toBe('r-1');
    const form = endpoint.asked[0] ?? new URLSearchParams();
    expect(form.get('client_secret')).toBe('ours');
    const proof = createHash('sha256').update(form.get('code_verifier') ?? '');
    expect(proof.digest('base64url')).toBe(asked.get('code_challenge'));
  });

  it.each([
    ['nothing like it', () => 'done', 'That is not the address at the end.'],
    ['the page itself', (page: string) => page, 'That is not the address at the end.'],
    ['a no', (page: string) => back(page, { error: 'access_denied' }), 'was refused there'],
    [
      'the address of another try',
      (page: string) => back(page, { code: 'c', state: 'x' }),
      'from another attempt',
    ],
  ])('is not taken for given by %s', (_, address, told) => {
    const consent = begin();
    const code = consent.codeOf(address(consent.page));
    expect(code).toMatchObject({ ok: false });
    expect(!code.ok && code.error).toContain(told);
  });
});
