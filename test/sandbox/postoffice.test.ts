import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type PostOffice, startPostOffice } from '../../sandbox/postoffice.ts';
import { until } from '../support/servers/ports.ts';
import {
  ALICE,
  accountOf,
  BOB,
  GAMES,
  makeCleanup,
  NOW,
  openOffice,
  PEOPLE,
  transportOf,
} from './desk.ts';

const cleanup = makeCleanup();
afterEach(cleanup.run);
const open = () => openOffice(cleanup);

async function imap(office: PostOffice, address: string): Promise<ImapFlow> {
  const { host, port, user, pass } = accountOf(office.imapUrl(address), 'imap');
  const client = new ImapFlow({
    host,
    port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass },
    logger: false,
  });
  client.on('error', () => undefined);
  await client.connect();
  cleanup.add(() => client.close());
  await client.mailboxOpen('INBOX');
  return client;
}

async function letters(client: ImapFlow): Promise<string[]> {
  const all = await client.fetchAll('1:*', { source: true });
  return all.map(({ source }) => source?.toString('latin1') ?? '');
}

const send = (office: PostOffice, from: string, to: string, raw = 'Subject: hi\r\n\r\nhello\r\n') =>
  transportOf(office, from).sendMail({ envelope: { from, to }, raw });

describe('submission', () => {
  test('a letter without a login is refused', async () => {
    const office = await open();
    const { host, port } = accountOf(office.smtpUrl(ALICE), 'smtp');
    const sent = createTransport({ host, port }).sendMail({ from: ALICE, to: BOB, text: 'hi' });
    await expect(sent).rejects.toMatchObject({ responseCode: 530 });
  });

  test('a wrong password is refused', async () => {
    const office = await open();
    await expect(transportOf(office, ALICE, 'wrong').verify()).rejects.toMatchObject({
      code: 'EAUTH',
    });
  });

  test.each([
    ['another person', { from: BOB, to: BOB }, 553],
    ['a look-alike', { from: 'alice@players.test.evil', to: BOB }, 553],
    ['an unknown recipient', { from: ALICE, to: 'dave@players.test' }, 550],
    ['a recipient elsewhere', { from: ALICE, to: 'bob@elsewhere.test' }, 550],
  ])('%s is refused', async (_name, envelope, responseCode) => {
    const office = await open();
    const sent = transportOf(office, ALICE).sendMail({ envelope, raw: 'Subject: hi\r\n\r\n' });
    await expect(sent).rejects.toMatchObject({ responseCode });
    expect(await letters(await imap(office, BOB))).toEqual([]);
  });

  test('the null sender is taken from a server only', async () => {
    const office = await open();
    const raw = 'Subject: bounce\r\n\r\n';
    await transportOf(office, GAMES).sendMail({ envelope: { from: '', to: ALICE }, raw });
    const [letter] = await letters(await imap(office, ALICE));
    expect(letter).toMatch(/^Return-Path: <>\r\n/);
  });
});

describe('delivery', () => {
  test('three lines on top, and below them every byte as it was', async () => {
    const office = await open();
    const bytes = Buffer.from(
      Array.from({ length: 256 }, (_, i) => i).filter((i) => i !== 10 && i !== 13),
    );
    const raw = Buffer.concat([
      Buffer.from('Subject: bytes\r\nX-Long: a\r\n\tb\r\n\r\n.dot\r\n..dots\r\n{5}\r\n'),
      bytes,
      Buffer.from('\r\n'),
    ]);
    await transportOf(office, ALICE).sendMail({ envelope: { from: `${ALICE}`, to: BOB }, raw });
    const [letter = ''] = await letters(await imap(office, BOB));
    const top = letter.slice(0, letter.indexOf('Subject:'));
    expect(top).toMatch(
      /^Return-Path: <alice@players\.test>\r\nDelivered-To: bob@players\.test\r\nReceived: from \S+ \(\[127\.0\.0\.1\]\)\r\n\tby turnpost\.test with ESMTPA id \w+\r\n\tfor <bob@players\.test>; Mon, 05 Jan 2026 09:30:00 \+0000\r\n$/,
    );
    expect(Buffer.from(letter.slice(top.length), 'latin1').equals(raw)).toBe(true);
  });

  test('tags and capital letters find the mailbox and stay as they were written', async () => {
    const office = await open();
    await send(office, ALICE, 'Games+K3f@turnpost.test', 'To: games+K3f@turnpost.test\r\n\r\n');
    await transportOf(office, GAMES).sendMail({
      envelope: { from: 'games+bounce@turnpost.test', to: [BOB, 'bob+x@players.test'] },
      raw: 'Subject: two\r\n\r\n',
    });
    const [tagged = ''] = await letters(await imap(office, GAMES));
    expect(tagged).toContain('Delivered-To: Games+K3f@turnpost.test\r\n');
    expect(tagged).toContain('\r\nTo: games+K3f@turnpost.test\r\n');
    expect(await letters(await imap(office, BOB))).toHaveLength(2);
  });
});

describe('mailboxes', () => {
  test('a wrong password opens none, and neither does another person’s', async () => {
    const office = await open();
    const { host, port } = accountOf(office.imapUrl(ALICE), 'imap');
    const client = new ImapFlow({
      host,
      port,
      secure: false,
      auth: { user: BOB, pass: 'bob' },
      logger: false,
    });
    client.on('error', () => undefined);
    await expect(client.connect()).rejects.toMatchObject({ authenticationFailed: true });
  });
});

test('it stops at once, also in the middle of an IDLE, and leaves nothing running', async () => {
  const before = process.getActiveResourcesInfo().filter((each) => /Timeout|TCP/.test(each)).length;
  const office = await startPostOffice({ domain: 'turnpost.test', people: PEOPLE, now: () => NOW });
  const client = await imap(office, ALICE);
  void client.idle();
  const pool = createTransport({ ...accountOf(office.smtpUrl(ALICE), 'smtp'), pool: true });
  await pool.verify().catch(() => undefined);
  const gone = new Promise((resolve) => client.once('close', resolve));
  const { port } = accountOf(office.imapUrl(ALICE), 'imap');
  // Time stands still: it waits for nobody to go by himself.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  await office.stop().finally(() => vi.useRealTimers());
  await gone;
  pool.close();
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  const running = () =>
    process.getActiveResourcesInfo().filter((each) => /Timeout|TCP/.test(each)).length;
  // The one timer is that of the waiting itself.
  await until('nothing is left running', () => running() <= before + 1);
});
