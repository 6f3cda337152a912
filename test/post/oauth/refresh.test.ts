import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptTokenPath, makeRefresh } from '../../../src/oauth/access.ts';
import { askEndpoint } from '../../../src/oauth/device.ts';
import { AccessError } from '../../../src/post/account.ts';
import { newFolder } from '../../support/run/folder.ts';
import { freePort } from '../../support/servers/ports.ts';
import {
  CLIENT_SECRET,
  type Said,
  startTokenEndpoint,
  type TokenEndpoint,
} from '../../support/servers/token-endpoint.ts';

let folder: string;
let path: string;
let endpoint: TokenEndpoint;
beforeEach(async () => {
  folder = newFolder();
  path = keptTokenPath(join(folder, 'data', 'turnpost.sqlite'));
  endpoint = await startTokenEndpoint('games@example.org');
});
afterEach(() => endpoint.stop());

const refresh = (values: { id?: string; refreshToken?: string; tokenUrl?: string } = {}) =>
  makeRefresh(
    {
      tokenUrl: endpoint.url,
      id: 'us',
      secret: CLIENT_SECRET,
      refreshToken: 'refresh-0',
      ...values,
    },
    path,
  );
const failure = (work: Promise<unknown>): Promise<AccessError> =>
  work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error) => error,
  );

describe('a refresh token', () => {
  it('that comes new is kept for its owner alone, and used from then on', async () => {
    const first = refresh();
    expect(await first()).toEqual({ token: 'access-1', livesMs: 3_600_000 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain('"refresh-1"');
    await first();
    // Another process, which knows only what is configured.
    expect(await refresh()()).toMatchObject({ token: 'access-3' });
    expect(endpoint.asked.map((form) => form.get('refresh_token'))).toEqual([
      'refresh-0',
      'refresh-1',
      'refresh-2',
    ]);
    expect(Object.fromEntries(endpoint.asked[0] ?? [])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-0',
      client_id: 'us',
      client_secret: CLIENT_SECRET,
    });
  });

  it('that another process has renewed meanwhile is looked up again', async () => {
    const ours = refresh();
    await ours();
    endpoint.first(refresh());
    expect(await ours()).toMatchObject({ token: 'access-4' });
    expect(endpoint.asked.map((form) => form.get('refresh_token')).slice(1)).toEqual([
      'refresh-1',
      'refresh-1',
      'refresh-3',
    ]);
  });

  it('that the disk does not take is kept before anything else is asked for', async () => {
    const next = refresh();
    await next();
    rmSync(path);
    writeFileSync(join(folder, 'blocked'), '');
    const blocked = makeRefresh(
      {
        tokenUrl: endpoint.url,
        id: 'us',
        secret: CLIENT_SECRET,
        refreshToken: endpoint.refreshToken(),
      },
      join(folder, 'blocked', 'x.refresh-token'),
    );
    const error = await failure(blocked());
    expect(error.message).toContain('cannot be kept in');
    expect(error.see).toBe('TURNPOST_DATABASE');
    expect(endpoint.asked).toHaveLength(2);
    await failure(blocked());
    expect(endpoint.asked).toHaveLength(2);
    rmSync(join(folder, 'blocked'));
    expect(await blocked()).toMatchObject({ token: 'access-3' });
    expect(endpoint.asked[2]?.get('refresh_token')).toBe('refresh-2');
  });

  it('that is configured anew goes before what was kept of the old one', async () => {
    await refresh()();
    const now = endpoint.refreshToken();
    await refresh({ refreshToken: now })();
    expect(endpoint.asked[1]?.get('refresh_token')).toBe(now);
    const error = await failure(refresh({ id: 'another' })());
    expect(error.message).toContain('invalid_grant');
  });

  it('is taken from the configuration where the kept file is damaged', async () => {
    await refresh()();
    writeFileSync(path, '{"origin":');
    chmodSync(path, 0o600);
    const error = await failure(refresh()());
    expect(error.see).toBe('TURNPOST_OAUTH_REFRESH_TOKEN');
  });
});

describe('an endpoint in trouble', () => {
  const SECRET = 'refresh-0';
  const cases: readonly (readonly [string, Said, string, string])[] = [
    [
      'has revoked it',
      { status: 400, body: { error: 'invalid_grant', error_description: SECRET } },
      'takes the refresh token no more (invalid_grant): get a new one, as with turnpost init',
      'TURNPOST_OAUTH_REFRESH_TOKEN',
    ],
    [
      'does not know the client',
      { status: 401, body: { error: 'invalid_client' } },
      'does not know the client, or its secret is wrong (invalid_client)',
      'TURNPOST_OAUTH_CLIENT_ID',
    ],
    ['is broken', { status: 503, body: {} }, 'answered with HTTP 503', 'TURNPOST_OAUTH_TOKEN_URL'],
    [
      'is broken, and says so to people',
      { status: 503, body: `<p>${SECRET}</p>` },
      'answered with HTTP 503',
      'TURNPOST_OAUTH_TOKEN_URL',
    ],
    [
      'repeats a secret as an error',
      { status: 400, body: { error: SECRET } },
      'answered with HTTP 400',
      'TURNPOST_OAUTH_TOKEN_URL',
    ],
    [
      'is a page of the web',
      { status: 200, body: `<p>${SECRET}</p>` },
      'answered with something that is no JSON',
      'TURNPOST_OAUTH_TOKEN_URL',
    ],
    ['says null', { status: 200, body: 'null' }, 'is no JSON', 'TURNPOST_OAUTH_TOKEN_URL'],
    [
      'never ends',
      { status: 200, body: `"${'x'.repeat(100_000)}"` },
      'is no JSON',
      'TURNPOST_OAUTH_TOKEN_URL',
    ],
    [
      'gives no token',
      { status: 200, body: { token_type: 'Bearer' } },
      'answered with no access token',
      'TURNPOST_OAUTH_TOKEN_URL',
    ],
    [
      'gives a token that would say something else',
      { status: 200, body: { access_token: `x\u0001auth=Bearer ${SECRET}` } },
      'answered with no access token',
      'TURNPOST_OAUTH_TOKEN_URL',
    ],
    ['leads elsewhere', { status: 307, body: '' }, 'a redirect', 'TURNPOST_OAUTH_TOKEN_URL'],
  ];
  it.each(cases)('that %s is told in one line without a secret', async (_, said, told, see) => {
    endpoint.say(said);
    const error = await failure(refresh()());
    expect(error).toBeInstanceOf(AccessError);
    expect(error.message).toContain(told);
    expect(error.see).toBe(see);
    const all = inspect(error, { depth: 9, showHidden: true });
    for (const secret of endpoint.secrets()) expect(all).not.toContain(secret);
    expect(error.message).not.toContain('\n');
    expect(endpoint.asked).toHaveLength(1);
  });

  it('that is away or says nothing is named with its host', async () => {
    const port = await freePort();
    const away = await failure(refresh({ tokenUrl: `http://127.0.0.1:${port}/` })());
    expect(away.message).toBe(`127.0.0.1:${port} cannot be reached (ECONNREFUSED)`);
    endpoint.say('nothing');
    const slow = await failure(askEndpoint(endpoint.url, { refresh_token: SECRET }, 'X', 100));
    expect(slow.message).toContain('has not answered within 0.1 seconds');
  });
});
