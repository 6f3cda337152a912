import { afterEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { logIn, openMailbox } from '../../../src/post/imap.ts';
import { removeOldProcessed } from '../../../src/service/due/housekeeping.ts';
import { readStored } from '../../../src/service/in/read.ts';
import { fileDecidedLetters, receive } from '../../../src/service/in/receive.ts';
import { ALICE, type Desk, openDesk } from '../../support/desk/desk.ts';
import { writeLetter } from '../../support/post/letters.ts';
import { present } from '../../support/run/present.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../support/servers/dovecot.ts';

const here = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());
const BOX = 'games@game.test';
const DAYS = 90;

describe.skipIf(!here)('the folder of letters that were read', () => {
  const { signal } = new AbortController();
  const quiet = { signal, onMail: () => undefined, onClose: () => undefined };
  let dovecot: Dovecot;
  let desk: Desk;
  afterEach(async () => {
    desk.close();
    await dovecot.stop();
  });

  const account = () => ({
    host: '127.0.0.1',
    port: dovecot.imapPort,
    secure: false,
    user: BOX,
    pass: dovecot.password,
    path: 'INBOX',
  });
  const subjects = () =>
    [
      ...dovecot
        .admin(BOX, 'fetch', 'hdr.subject', 'mailbox', 'Processed', 'all')
        .matchAll(/subject: (.*)/g),
    ].map(([, subject]) => subject);

  /** Two letters that were read, one that was put aside, and one that somebody else has laid there. */
  async function begin(without: readonly string[]): Promise<void> {
    dovecot = await startDovecot([BOX], { without });
    const readAt = Date.now() - (DAYS + 10) * oneDayMs;
    desk = openDesk({ log: 'silent', now: readAt });
    const post = async (subject: string, from: string) => {
      const { client } = await logIn(account(), quiet);
      const raw = Buffer.from(writeLetter({ from, subject, text: '' }, 1));
      await client.append('INBOX', raw, [], new Date(readAt));
      await client.logout();
    };
    for (const subject of ['help', 'help forms']) await post(subject, ALICE);
    await post('aside', '"x" <a@x.test>, b@x.test');
    const mailbox = await openMailbox(account(), quiet);
    await receive(desk.shell, mailbox);
    await readStored(desk.shell, signal);
    await fileDecidedLetters(desk.shell, mailbox);
    mailbox.close();
    await post('of somebody else', ALICE);
    dovecot.admin(BOX, 'move', 'Processed', 'mailbox', 'INBOX', 'all');
    dovecot.admin(BOX, 'flags', 'add', '\\Deleted', 'mailbox', 'Processed', 'subject', 'somebody');
  }
  const empty = (oldestBackupAt: number | undefined) =>
    removeOldProcessed(desk.shell, account(), { days: DAYS, oldestBackupAt }, signal);
  const ALL = ['help', 'help forms', 'aside', 'of somebody else'];

  it('loses what is ours, old, and known to the oldest backup, and nothing else', async () => {
    await begin([]);
    const readAt = desk.time.now;
    expect(subjects()).toEqual(ALL);
    await empty(readAt + oneDayMs);
    expect(subjects(), 'young').toEqual(ALL);
    desk.time.now = Date.now();
    await empty(undefined);
    expect(subjects(), 'no backup').toEqual(ALL);
    await empty(readAt);
    expect(subjects(), 'read after the backup').toEqual(ALL);
    await empty(desk.time.now);
    expect(subjects()).toEqual(['aside', 'of somebody else']);
  });

  it('keeps everything where the server cannot remove exactly what is named', async () => {
    await begin(['UIDPLUS']);
    desk.time.now = Date.now();
    await empty(desk.time.now);
    expect(subjects()).toEqual(ALL);
  });
});
