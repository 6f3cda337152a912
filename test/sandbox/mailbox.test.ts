import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { parseLetter } from '../../sandbox/letter.ts';
import { type Entry, openMailbox } from '../../sandbox/mailbox.ts';
import { newLines } from '../../src/mail/quote/new-lines.ts';
import {
  ALICE,
  accountOf,
  BOB,
  GAMES,
  makeCleanup,
  NOW,
  openBoxOf,
  openOffice,
  sendBoard,
  TOKEN,
  until,
} from './desk.ts';

const cleanup = makeCleanup();
afterEach(cleanup.run);

async function alicesDesk(now?: () => number) {
  const office = await openOffice(cleanup);
  const arrived: Entry[] = [];
  const onMail = (letters: readonly Entry[]) => void arrived.push(...letters);
  const alice = await openBoxOf(office, ALICE, cleanup, onMail, now);
  return { office, alice, arrived };
}

async function boardInHand(more: object = {}) {
  const { office, alice, arrived } = await alicesDesk();
  await sendBoard(office, ALICE, more);
  await until(() => arrived.length > 0);
  const [letter] = await alice.list();
  if (!letter) throw new Error('no letter');
  return { office, alice, letter };
}

describe('reading', () => {
  test('a letter shows who wrote it, where answers go and what is in it', async () => {
    const { letter } = await boardInHand({ html: '<p>Your turn</p>' });
    expect(letter).toMatchObject({ id: 'INBOX-1', sent: false, seen: false, at: NOW });
    expect(letter.letter).toMatchObject({
      from: { name: 'Turnpost', address: GAMES },
      to: [{ name: '', address: ALICE }],
      replyTo: [{ name: 'Turnpost', address: TOKEN }],
      subject: 'Forms Board 12 (alice vs bob)',
      messageId: 'board.12.4@turnpost.test',
      references: ['first@turnpost.test', 'second@turnpost.test'],
      html: expect.stringContaining('<p>Your turn</p>'),
    });
    expect(letter.letter.text).toContain('     a b c\n  1  # O #  1\n');
  });

  test('a letter that was read stays read', async () => {
    const { office, alice, letter } = await boardInHand();
    expect(await alice.markSeen(letter.id)).toBe(true);
    expect(await alice.read(letter.id)).toMatchObject({ seen: true });
    const another = await openBoxOf(office, ALICE, cleanup);
    expect(await another.list()).toMatchObject([{ seen: true }]);
  });

  test('pictures that came along are put where the letter names them', async () => {
    const { letter } = await boardInHand({
      html: '<img src="cid:board@x" alt="board">',
      attachments: [{ cid: 'board@x', contentType: 'image/png', content: Buffer.from('png') }],
    });
    expect(letter.letter.html).toContain('src="data:image/png;base64,cG5n"');
  });

  test('a letter without any header is read as well', async () => {
    expect(await parseLetter(Buffer.from('\r\nhello'))).toMatchObject({
      from: { name: '', address: '' },
      subject: '',
      references: [],
    });
  });

  test('an unknown id is nothing', async () => {
    const { alice } = await alicesDesk();
    expect(await alice.read('INBOX-7')).toBeUndefined();
    expect(await alice.reply('Sent-1')).toBeUndefined();
  });
});

describe('an answer', () => {
  test('goes to Reply-To, into the same thread, above the quoted letter', async () => {
    const { alice, letter } = await boardInHand();
    const draft = await alice.reply(letter.id);
    expect(draft).toMatchObject({
      to: `Turnpost <${TOKEN}>`,
      subject: 'Re: Forms Board 12 (alice vs bob)',
      inReplyTo: 'board.12.4@turnpost.test',
      references: ['first@turnpost.test', 'second@turnpost.test', 'board.12.4@turnpost.test'],
    });
    const [, month, day, year, time = ''] = new Date(NOW).toString().split(' ');
    expect(draft?.body).toBe(
      [
        '',
        '',
        `On Mon, ${Number(day)} ${month} ${year} at ${time.slice(0, 5)}, Turnpost <${GAMES}> wrote:`,
        '> It is your turn.',
        '>',
        '>> quoted already',
        '>',
        '>      a b c',
        '>   1  # O #  1',
        '',
      ].join('\n'),
    );
    expect(newLines(`e4xe5\nGood luck${draft?.body}`, GAMES)).toEqual(['e4xe5', 'Good luck']);
  });

  test('goes to From where there is no Reply-To, and says Re: once', async () => {
    const { alice, letter } = await boardInHand({ replyTo: undefined, subject: 'RE: hello' });
    expect(await alice.reply(letter.id)).toMatchObject({
      to: `Turnpost <${GAMES}>`,
      subject: 'RE: hello',
    });
  });

  test('quotes a name that has a meaning in a header', async () => {
    const { alice, letter } = await boardInHand({
      replyTo: { name: 'Games, "all" of them', address: GAMES },
    });
    const draft = await alice.reply(letter.id);
    expect(draft?.to).toBe(`"Games, \\"all\\" of them" <${GAMES}>`);
    expect(draft && (await alice.send({ ...draft, body: 'hi' }))).toEqual({
      ok: true,
      value: undefined,
    });
  });

  test('to a link fills in what the link says and stays in the thread', async () => {
    const { alice, letter } = await boardInHand();
    const link = `mailto:${TOKEN}?subject=Re%3A%20Board%20a%2Bb&amp;=&body=e4%78e5%0D%0A1+1&cc=x@y.test`;
    expect(await alice.reply(letter.id, link)).toEqual({
      to: TOKEN,
      subject: 'Re: Board a+b',
      body: 'e4xe5\n1+1',
      inReplyTo: 'board.12.4@turnpost.test',
      references: ['first@turnpost.test', 'second@turnpost.test', 'board.12.4@turnpost.test'],
    });
  });

  test.each([
    ['mailto:a@b.test?In-Reply-To=%3Cother@x.test%3E', { inReplyTo: 'other@x.test' }],
    ['mailto:a@b.test?to=c%2Bd@b.test', { to: 'a@b.test, c+d@b.test' }],
    ['MAILTO:?to=c@b.test', { to: 'c@b.test', subject: '', body: '' }],
    ['mailto:a@b.test?subject=two%0D%0ABcc:%20x@y.test', { subject: 'two Bcc: x@y.test' }],
  ])('link %s', async (link, expected) => {
    const { alice, letter } = await boardInHand();
    expect(await alice.reply(letter.id, link)).toMatchObject(expected);
  });

  test.each(['https://a.test', 'mailto:%', 'javascript:alert(1)'])(
    'not a link: %s',
    async (link) => {
      const { alice, letter } = await boardInHand();
      expect(await alice.reply(letter.id, link)).toBeUndefined();
    },
  );
});

describe('sending', () => {
  test('the letter is plain, threaded, and kept in Sent as it went', async () => {
    const { office, alice, letter } = await boardInHand();
    const heard: Entry[] = [];
    const games = await openBoxOf(office, GAMES, cleanup, (letters) => void heard.push(...letters));
    const draft = await alice.reply(letter.id);
    if (!draft) throw new Error('no draft');
    expect(await alice.send({ ...draft, body: `e4xe5 ä${draft.body}` })).toMatchObject({
      ok: true,
    });
    const got = await until(() => heard[0]);
    expect(got.letter).toMatchObject({
      from: { name: 'alice', address: ALICE },
      to: [{ name: 'Turnpost', address: TOKEN }],
      subject: 'Re: Forms Board 12 (alice vs bob)',
      html: undefined,
      references: ['first@turnpost.test', 'second@turnpost.test', 'board.12.4@turnpost.test'],
    });
    expect(got.letter.messageId).toMatch(/@players\.test$/);
    expect(newLines(got.letter.text ?? '', GAMES)).toEqual(['e4xe5 ä']);
    const list = await alice.list();
    expect(list.map(({ id, sent, seen }) => [id, sent, seen])).toEqual([
      ['INBOX-1', false, false],
      ['Sent-1', true, true],
    ]);
    expect(list[1]?.letter).toEqual(got.letter);
    expect(await alice.reply('Sent-1')).toMatchObject({ to: `Turnpost <${TOKEN}>` });
    expect(await games.list()).toHaveLength(1);
  });

  test.each([
    ['', { code: 'no-recipient' }],
    ['dave@players.test', { code: 'refused', reply: expect.stringMatching(/^550 .*dave@/) }],
    [`${BOB}, dave@players.test`, { code: 'refused', reply: expect.stringMatching(/^550 /) }],
  ])('to "%s" is a problem', async (to, error) => {
    const { alice } = await alicesDesk();
    const draft = { to, subject: 'hi', body: '', inReplyTo: undefined, references: [] };
    expect(await alice.send(draft)).toEqual({ ok: false, error });
    expect(await alice.list()).toEqual([]);
  });

  test('a post office that is gone is a problem', async () => {
    const { office, alice } = await alicesDesk();
    await office.stop();
    const draft = { to: BOB, subject: 'hi', body: '', inReplyTo: undefined, references: [] };
    expect(await alice.send(draft)).toEqual({ ok: false, error: { code: 'unreachable' } });
  });
});

test('newest first, and of the same second the answer', async () => {
  let time = NOW - 60_000;
  const { office, alice, arrived } = await alicesDesk(() => time);
  const write = (subject: string) =>
    alice.send({ to: GAMES, subject, body: '', inReplyTo: undefined, references: [] });
  await write('first');
  time = NOW;
  await write('second');
  await sendBoard(office, ALICE, { subject: 'answer' });
  await until(() => arrived.length > 0);
  const list = await alice.list();
  expect(list.map(({ letter }) => letter.subject)).toEqual(['answer', 'second', 'first']);
});

test('a lost connection is made anew', async () => {
  const office = await openOffice(cleanup);
  const { port } = accountOf(office.imapUrl(ALICE), 'imap');
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const server = connect(port, '127.0.0.1');
    for (const each of [socket, server]) sockets.add(each.on('error', () => undefined));
    socket.pipe(server).pipe(socket);
  }).listen(0, '127.0.0.1');
  cleanup.add(() => proxy.close());
  await once(proxy, 'listening');
  const alice = await openMailbox({
    owner: { name: 'alice', address: ALICE },
    imapUrl: office
      .imapUrl(ALICE)
      .replace(`:${port}/`, `:${(proxy.address() as AddressInfo).port}/`),
    smtpUrl: office.smtpUrl(ALICE),
    now: () => NOW,
  });
  cleanup.add(alice.stop);
  expect(await alice.list()).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await sendBoard(office, ALICE);
  await until(async () => (await alice.list().catch(() => [])).length === 1);
});

test('a mailbox that cannot be opened says so', async () => {
  const office = await openOffice(cleanup);
  await office.stop();
  await expect(openBoxOf(office, ALICE, cleanup)).rejects.toThrow();
});
