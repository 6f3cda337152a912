import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type Account, parseTrust } from '../../src/post/account.ts';
import { openMailbox } from '../../src/post/imap.ts';
import { openSubmission } from '../../src/post/smtp.ts';
import { workerConfig } from '../support/process/settings.ts';
import { present } from '../support/run/present.ts';
import {
  type Authority,
  ELSEWHERE,
  hasOpenssl,
  makeAuthority,
  startCertified,
} from '../support/servers/certified.ts';

const here = present('openssl', hasOpenssl());

describe.skipIf(!here)('mail servers with a certificate of an authority of our own', () => {
  let ours: Authority;
  let other: Authority;
  beforeAll(() => {
    ours = makeAuthority();
    other = makeAuthority();
  });
  afterAll(() => {
    ours.clear();
    other.clear();
  });

  type Way = readonly ['imap' | 'smtp', 'TLS' | 'STARTTLS', string];
  const ways: readonly Way[] = [
    ['imap', 'TLS', ELSEWHERE],
    ['imap', 'TLS', '127.0.0.1'],
    ['imap', 'STARTTLS', ELSEWHERE],
    ['smtp', 'TLS', ELSEWHERE],
    ['smtp', 'TLS', '127.0.0.1'],
    ['smtp', 'STARTTLS', ELSEWHERE],
  ];
  const RIGHT = `DNS:${ELSEWHERE},IP:127.0.0.1`;

  /** Logs in with what a configuration says. @returns what the server has heard */
  async function logIn(
    [protocol, way, host]: Way,
    names: string,
    ca: Authority | undefined,
  ): Promise<{ error: unknown; heard: string }> {
    const server = await startCertified(protocol, way === 'TLS', ours.issue(names));
    const s = way === 'TLS' ? 's' : '';
    const config = workerConfig({
      TURNPOST_ADDRESS: 'games@example.org',
      TURNPOST_IMAP_URL: `imap${s}://games:secret@${host}:${server.port}/INBOX`,
      TURNPOST_SMTP_URL: `smtp${s}://games:secret@${host}:${server.port}`,
      ...(ca && { TURNPOST_CA_FILE: ca.file }),
    });
    const { imap, smtp } = config;
    if (!imap) throw new Error('no account');
    const error = await (protocol === 'imap' ? open(imap) : submit(smtp)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    await server.stop();
    return { error, heard: server.heard() };
  }
  const submit = async (account: Account) => {
    const submission = openSubmission(account, 4_000);
    await submission.verify().finally(() => submission.close());
  };
  const open = async (account: Account) => {
    const { signal } = new AbortController();
    const hints = { signal, onMail: () => undefined, onClose: () => undefined };
    (await openMailbox(account, hints)).close();
  };
  const LOGIN = /LOGIN|AUTHENTICATE|AUTH PLAIN/;

  it.each(ways)('are believed when the operator names it: %s, %s, %s', async (...way) => {
    const { error, heard } = await logIn(way, RIGHT, ours);
    expect(error).toBeUndefined();
    expect(heard).toMatch(LOGIN);
  });

  it.each(ways)('are believed for no other name: %s, %s, %s', async (...way) => {
    const { error, heard } = await logIn(way, 'DNS:mail.example.org,IP:127.0.0.2', ours);
    expect(error).toMatchObject({ message: expect.stringContaining('altnames') });
    expect(heard).not.toMatch(LOGIN);
  });

  it.each(ways)('are not believed without it, or with another: %s, %s, %s', async (...way) => {
    for (const ca of [undefined, other]) {
      const { error, heard } = await logIn(way, RIGHT, ca);
      expect(error).toMatchObject({
        message: expect.stringMatching(/unable to (?:get|verify)|self.signed/i),
      });
      expect(heard).not.toMatch(LOGIN);
    }
  });
});

describe('a file of certificates', () => {
  const named = (text: string) => {
    const parsed = parseTrust(text);
    return parsed.ok ? parsed.value.length : parsed.error;
  };
  const damaged = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

  it('is refused for what it does not hold', () => {
    expect(named('')).toBe('holds no certificate: -----BEGIN CERTIFICATE-----');
    expect(named('-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n')).toMatch(
      /no cert/,
    );
    expect(named(damaged)).toBe('holds a certificate (1) that is damaged');
  });

  it('is named where it is not there', () => {
    const config = readConfig({ TURNPOST_ADDRESS: 'games@example.org', TURNPOST_CA_FILE: '/none' });
    expect(config.ok ? [] : config.error).toContain(
      'TURNPOST_CA_FILE names a file that cannot be read (ENOENT)',
    );
  });
});
