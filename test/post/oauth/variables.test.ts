import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { workerConfig } from '../../support/process/settings.ts';

const WITHOUT_PASSWORDS = {
  TURNPOST_ADDRESS: 'games@example.org',
  TURNPOST_IMAP_URL: 'imaps://games%40example.org@imap.example.org',
  TURNPOST_SMTP_URL: 'smtps://games%40example.org@smtp.example.org',
};
const OAUTH = {
  TURNPOST_OAUTH_CLIENT_ID: 'us',
  TURNPOST_OAUTH_REFRESH_TOKEN: 'hunter2',
  TURNPOST_OAUTH_TOKEN_URL: 'google',
};

describe('the variables of OAuth2', () => {
  it('stand in the place of passwords, with one supply for both servers', () => {
    const config = workerConfig({ ...WITHOUT_PASSWORDS, ...OAUTH });
    const { imap, smtp } = config;
    expect(imap).toMatchObject({ user: 'games@example.org', pass: '' });
    expect(imap?.access).toBeDefined();
    expect(smtp.access).toBe(imap?.access);
    expect(JSON.stringify(config)).not.toContain('hunter2');
  });

  it('leave a server alone whose URL has a password', () => {
    const url = 'smtps://relay:word@smtp.example.org';
    const config = workerConfig({ ...WITHOUT_PASSWORDS, ...OAUTH, TURNPOST_SMTP_URL: url });
    expect(config.smtp.access).toBeUndefined();
    expect(config.imap?.access).toBeDefined();
  });

  it.each([
    [{}, ['TURNPOST_IMAP_URL has no user or no password; write it as imaps://user:password@host']],
    [
      { TURNPOST_OAUTH_CLIENT_SECRET: 'hunter2' },
      [
        'TURNPOST_OAUTH_CLIENT_ID is not set',
        'TURNPOST_OAUTH_REFRESH_TOKEN is not set',
        'TURNPOST_OAUTH_TOKEN_URL is not set',
      ],
    ],
    [
      { ...OAUTH, TURNPOST_TOKEN_COMMAND: 'token' },
      Object.keys(OAUTH).map(
        (name) => `${name} does nothing beside TURNPOST_TOKEN_COMMAND: take one of them out`,
      ),
    ],
    [
      { TURNPOST_TOKEN_COMMAND: 'cat /hunter2 | tail' },
      ['TURNPOST_TOKEN_COMMAND runs without a shell'],
    ],
    [
      { ...OAUTH, TURNPOST_OAUTH_TOKEN_URL: 'http://example.org/' },
      ['TURNPOST_OAUTH_TOKEN_URL must'],
    ],
    [{ ...OAUTH, TURNPOST_OAUTH_TOKEN_URL: 'gogle' }, ['TURNPOST_OAUTH_TOKEN_URL must']],
    [{ ...OAUTH, TURNPOST_OAUTH_TOKEN_URL: 'toString' }, ['TURNPOST_OAUTH_TOKEN_URL must']],
    [
      { ...OAUTH, TURNPOST_OAUTH_REFRESH_TOKEN: 'hunter2 and more' },
      ['TURNPOST_OAUTH_REFRESH_TOKEN is no token'],
    ],
  ])('are refused by name when they cannot be meant: %j', (more, problems) => {
    const config = readConfig({ ...WITHOUT_PASSWORDS, ...more });
    if (config.ok) throw new Error('it was taken');
    for (const problem of problems) {
      expect(config.error).toContainEqual(expect.stringContaining(problem));
    }
    expect(config.error.join('\n')).not.toContain('hunter2');
  });
});
