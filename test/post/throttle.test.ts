import { describe, expect, it } from 'vitest';
import { throttleMs } from '../../src/post/throttle.ts';
import { throttledMsByDefault, throttledMsMax } from '../../src/server-limits.ts';

describe('how long a server wants to be left alone', () => {
  it.each([
    // Microsoft 365, as ImapFlow reads it and as it stands there.
    [{ code: 'ETHROTTLE', throttleReset: 92_415 }, 92_415],
    [{ responseText: 'Request is throttled. Suggested Backoff Time: 92415 milliseconds' }, 92_415],
    // Gmail.
    [
      {
        authenticationFailed: true,
        response: '3 NO [ALERT] Too many simultaneous connections. (Failure)',
      },
      throttledMsByDefault,
    ],
    [{ responseText: '[THROTTLED] Try again in 300 seconds' }, 300_000],
    // Dovecot.
    [
      {
        serverResponseCode: 'UNAVAILABLE',
        response:
          'A1 NO [UNAVAILABLE] Maximum number of connections from user+IP exceeded (mail_max_userip_connections=16)',
      },
      throttledMsByDefault,
    ],
    // Yahoo, before ImapFlow has put the response into words.
    [
      {
        responseText: 'CAPABILITY Rate limit hit.',
        response: { attributes: [{ type: 'ATOM', section: [{ type: 'ATOM', value: 'LIMIT' }] }] },
      },
      throttledMsByDefault,
    ],
    ['Too many connections, try again in 2 minutes', 120_000],
    [{ reason: 'Please retry after 10 mins: too many logins' }, 600_000],
    ['Server busy, try again in 1 hour', 3_600_000],
    ['Too many requests. Try again in 9999 hours', throttledMsMax],
    ['Rate limit: wait 1500 ms', 1_500],
  ] as const)('%j', (failure, ms) => {
    expect(throttleMs(failure)).toBe(ms);
  });

  it.each([
    [{ authenticationFailed: true, response: '1 NO [AUTHENTICATIONFAILED] Invalid credentials' }],
    [{ code: 'NoConnection', message: 'Connection not available' }],
    [{ code: 'ECONNREFUSED' }],
    [{ responseText: 'Some of the requested messages could not be fetched' }],
    ['IMAP4rev1 Server logging out'],
    ['Autologout after 30 minutes; idle for too long'],
    [undefined],
  ])('is not what this is about: %j', (failure) => {
    expect(throttleMs(failure)).toBeUndefined();
  });
});
