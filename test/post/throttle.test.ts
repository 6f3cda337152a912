import { describe, expect, it } from 'vitest';
import { concernsServer, throttleMs } from '../../src/post/throttle.ts';
import { connectionLimits } from '../../src/server-limits.ts';

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
      connectionLimits.throttledMsDefault,
    ],
    [{ responseText: '[THROTTLED] Try again in 300 seconds' }, 300_000],
    // Dovecot.
    [
      {
        serverResponseCode: 'UNAVAILABLE',
        response:
          'A1 NO [UNAVAILABLE] Maximum number of connections from user+IP exceeded (mail_max_userip_connections=16)',
      },
      connectionLimits.throttledMsDefault,
    ],
    // Yahoo, before ImapFlow has put the response into words.
    [
      {
        responseText: 'CAPABILITY Rate limit hit.',
        response: { attributes: [{ type: 'ATOM', section: [{ type: 'ATOM', value: 'LIMIT' }] }] },
      },
      connectionLimits.throttledMsDefault,
    ],
    [
      { responseText: 'Not now', response: { attributes: [{ section: [{ value: 'INUSE' }] }] } },
      connectionLimits.throttledMsDefault,
    ],
    ['Too many connections, try again in 2 minutes', 120_000],
    [{ reason: 'Please retry after 10 mins: too many logins' }, 600_000],
    ['Too many requests. Try again in 9999 hours', connectionLimits.throttledMs],
    ['Rate limit: wait 1500 ms', 1_500],
  ] as const)('%j', (failure, ms) => {
    expect(throttleMs(failure)).toBe(ms);
  });

  it.each([
    [{ authenticationFailed: true, response: '1 NO [AUTHENTICATIONFAILED] Invalid credentials' }],
    [
      {
        serverResponseCode: 'AUTHENTICATIONFAILED',
        response: '1 NO [AUTHENTICATIONFAILED] Wrong password: UNAVAILABLE, please try again later',
      },
    ],
    [
      {
        serverResponseCode: 'OVERQUOTA',
        response: '2 NO [OVERQUOTA] Mailbox LIMIT reached, try again later',
      },
    ],
    [
      {
        responseText: 'No such mailbox LIMIT',
        response: { attributes: [{ section: [{ value: 'NONEXISTENT' }] }] },
      },
    ],
    [{ code: 'NoConnection', message: 'Connection not available' }],
    ['Autologout after 30 minutes; idle for too long'],
    [undefined],
  ])('is not what this is about: %j', (failure) => {
    expect(throttleMs(failure)).toBeUndefined();
  });
});

describe('a submission server that takes a letter later', () => {
  it.each([
    [421, '4.7.0', '421 4.7.0 closing', true],
    [452, '4.3.1', '452 4.3.1 no space', true],
    [450, '4.7.1', '450 4.7.1 Error: too much mail from 192.0.2.1', true],
    [451, undefined, '451 rate limit exceeded', true],
    [450, '4.7.1', '450 4.7.1 Greylisted: rate limit', false],
    [452, '4.2.2', '452 4.2.2 over quota', false],
    [450, '4.1.2', '450 4.1.2 Recipient address rejected: rate of the domain not found', false],
    [451, '4.4.1', '451 4.4.1 host is too busy', false],
    [450, undefined, '450 <quota@limit.test>: try later', false],
    [450, '4.7.1', '450 4.7.1 rate@busy.test: not yet', false],
  ])('%i %s speaks of itself: %s, %s', (code, status, text, is) => {
    expect(concernsServer(code, status, text)).toBe(is);
  });
});
