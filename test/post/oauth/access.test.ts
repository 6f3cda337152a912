import { describe, expect, it } from 'vitest';
import { makeAccess } from '../../../src/oauth/access.ts';
import { AccessError } from '../../../src/post/account.ts';

const MINUTE = 60_000;
const IMAP = 'imap.example.org:993';
const SMTP = 'smtp.example.org:465';

/** A supply whose tokens are numbered, on a clock that is set by hand. */
function supply(livesMs = 60 * MINUTE) {
  const time = { at: 1_000_000_000, now: () => time.at };
  let made = 0;
  let trouble: Error | undefined;
  const access = makeAccess(async () => {
    await undefined;
    if (trouble) throw trouble;
    made++;
    return { token: `t${made}`, livesMs };
  }, time);
  return {
    access,
    time,
    made: () => made,
    breaks: (error: Error | undefined) => {
      trouble = error;
    },
  };
}

describe('access tokens', () => {
  it('are got once for all who ask at the same time, and kept', async () => {
    const { access, made } = supply();
    const doors = [IMAP, SMTP, IMAP, SMTP, SMTP];
    expect(await Promise.all(doors.map((door) => access.token(door)))).toEqual(Array(5).fill('t1'));
    expect(await access.token(SMTP)).toBe('t1');
    expect(made()).toBe(1);
  });

  it('are renewed before they end', async () => {
    const { access, time } = supply();
    await access.token(IMAP);
    time.at += 54 * MINUTE;
    expect(await access.token(IMAP)).toBe('t1');
    time.at += 2 * MINUTE;
    expect(await access.token(IMAP)).toBe('t2');
  });

  it('that live for a minute are used for half of it', async () => {
    const { access, time } = supply(MINUTE);
    await access.token(IMAP);
    time.at += MINUTE / 3;
    expect(await access.token(IMAP)).toBe('t1');
    time.at += MINUTE / 3;
    expect(await access.token(IMAP)).toBe('t2');
  });

  it('are used to their end when there is no other, and not beyond', async () => {
    const { access, time, breaks } = supply();
    await access.token(IMAP);
    breaks(new AccessError('away'));
    time.at += 57 * MINUTE;
    expect(await access.token(IMAP)).toBe('t1');
    time.at += 4 * MINUTE;
    await expect(access.token(IMAP)).rejects.toThrow('away');
    breaks(undefined);
    expect(await access.token(IMAP)).toBe('t2');
  });

  it('are not taken for young when the clock is put back', async () => {
    const { access, time } = supply();
    await access.token(IMAP);
    time.at -= 600 * MINUTE;
    expect(await access.token(IMAP)).toBe('t2');
  });

  it('are renewed once for a server that refuses them, and then an hour later', async () => {
    const { access, time } = supply(600 * MINUTE);
    await access.token(IMAP);
    expect(await access.token(IMAP, 't1')).toBe('t2');
    await expect(access.token(IMAP, 't2')).rejects.toThrow('it refuses the access token');
    // The other server has not refused anything yet.
    expect(await access.token(SMTP)).toBe('t2');
    expect(await access.token(SMTP, 't1')).toBe('t2');
    time.at += 61 * MINUTE;
    expect(await access.token(IMAP, 't2')).toBe('t3');
  });

  it('are asked for again at once where the renewal for a refusal has failed', async () => {
    const { access, breaks } = supply(600 * MINUTE);
    await access.token(IMAP);
    breaks(new AccessError('HTTP 503'));
    await expect(access.token(IMAP, 't1')).rejects.toThrow('HTTP 503');
    // Not that it refuses a new one: there was none yet.
    await expect(access.token(IMAP, 't1')).rejects.toThrow('HTTP 503');
    breaks(undefined);
    expect(await access.token(IMAP, 't1')).toBe('t2');
    await expect(access.token(IMAP, 't2')).rejects.toThrow('it refuses the access token');
  });

  it('are renewed again for a server that has taken one meanwhile', async () => {
    const { access } = supply();
    await access.token(IMAP);
    await access.token(IMAP, 't1');
    access.taken(SMTP);
    await expect(access.token(IMAP, 't2')).rejects.toThrow(AccessError);
    access.taken(IMAP);
    expect(await access.token(IMAP, 't2')).toBe('t3');
  });
});
