import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { letterLimits } from '../../src/limits.ts';
import { type Fetched, openMailbox } from '../../src/post/imap.ts';
import { present } from '../support/run/present.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../support/servers/dovecot.ts';

const GAMES = 'games@game.test';
const here = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());

describe.skipIf(!here)('a real IMAP server', () => {
  let dovecot: Dovecot;
  beforeAll(async () => {
    dovecot = await startDovecot([GAMES]);
  });
  afterAll(() => dovecot.stop());

  it('gives the beginning of a letter that is too large, and all of the others', async () => {
    const lmtp = createTransport({
      lmtp: true,
      host: '127.0.0.1',
      port: dovecot.lmtpPort,
      ignoreTLS: true,
    });
    for (const [subject, length] of [
      ['small', 10],
      ['large', letterLimits.bytes],
      ['last', 10],
    ] as const) {
      const text = `${'x'.repeat(70)}\n`.repeat(Math.ceil(length / 71));
      await lmtp.sendMail({ from: 'alice@home.test', to: GAMES, subject, text });
    }
    lmtp.close();
    const mailbox = await openMailbox(
      {
        host: '127.0.0.1',
        port: dovecot.imapPort,
        secure: false,
        user: GAMES,
        pass: dovecot.password,
        path: 'INBOX',
      },
      { signal: new AbortController().signal, onMail: () => undefined, onClose: () => undefined },
    );
    const letters: Fetched[] = [];
    await mailbox.fetchAbove(0, letterLimits.bytes, (some) => letters.push(...some));
    mailbox.close();
    expect(letters.map(({ raw, head }) => [raw !== undefined, head?.length])).toEqual([
      [true, undefined],
      [false, letterLimits.headerBytes],
      [true, undefined],
    ]);
    expect(Buffer.from(letters[1]?.head ?? []).toString()).toContain('Subject: large');
  });
});
