import { describe, expect, it } from 'vitest';
import { accessFindings, loginFinding } from '../../../src/cli/check/server-talk.ts';
import { type Access, AccessError, type Account } from '../../../src/post/account.ts';

const account = (access?: Access): Account => ({
  host: 'imap.example.org',
  port: 993,
  secure: true,
  user: 'games',
  pass: '',
  path: '',
  ...(access && { access }),
});
const failing = (error: Error): Access => ({
  token: () => Promise.reject(error),
  taken: () => undefined,
});

describe('access tokens, as turnpost check looks at them', () => {
  it('that there are not are told before a server is blamed', async () => {
    const error = new AccessError('x takes the refresh token no more', 'TURNPOST_X');
    expect(await accessFindings([account(), account(failing(error))])).toEqual([
      {
        name: 'oauth',
        level: 'wrong',
        what: 'No access token was obtained: x takes the refresh token no more.',
        remedy: 'Check TURNPOST_X.',
      },
    ]);
  });

  it('that a server refuses are not called passwords', () => {
    const error = { reply: 'it refuses the access token and a new one', isRefused: true };
    const by = account({ token: async () => 'x', taken: () => undefined });
    const { level, what, remedy } = loginFinding('smtp', by, { ok: false, error });
    expect({ level, what }).toEqual({
      level: 'wrong',
      what: 'imap.example.org does not accept the access token (it refuses the access token and a new one).',
    });
    expect(remedy).toContain('TURNPOST_SMTP_URL');
    expect(loginFinding('imap', by, { ok: true, value: 0 })).toMatchObject({ level: 'ok' });
  });

  it('are there', async () => {
    const access: Access = { token: async () => 'hunter2', taken: () => undefined };
    const found = await accessFindings([account(access), account(access)]);
    expect(found).toMatchObject([{ level: 'ok' }]);
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });
});
