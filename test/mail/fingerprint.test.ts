import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseLetter } from '../../src/mail/letter.ts';
import { fingerprint, rawHash } from '../../src/mail/reply.ts';
import { ALICE, BOB, type Desk, GAMES, openBoard, openDesk } from '../support/desk/desk.ts';
import { storedBoard } from '../support/desk/play.ts';
import { changeIn } from '../support/stored/letters.ts';
import { boards as storedBoards } from '../support/stored/play.ts';

interface Copy {
  readonly above?: readonly string[];
  readonly id?: string;
  readonly date?: string;
  readonly from?: string;
  readonly subject?: string;
  readonly type?: string;
  readonly encoding?: string;
  readonly body?: string;
}
const TEXT = 'e4e2\r\nSch\u00f6n, nicht wahr?\r\n';

/** A letter of alice's as it may come out of some relay. */
function write(copy: Copy = {}): Buffer {
  const { above = ['Received: from a by b; Sat, 21 Nov 2026 09:00:01 +0000'], body = TEXT } = copy;
  const header = [
    ...above,
    `From: ${copy.from ?? 'Alice <alice@home.test>'}`,
    'To: games@turnpost.test',
    `Subject: ${copy.subject ?? 'Re: Forms Board 1'}`,
    copy.date ?? 'Date: Sat, 21 Nov 2026 09:00:00 +0000',
    copy.id ?? 'Message-ID: <1@home.test>',
    `Content-Type: ${copy.type ?? 'text/plain; charset=utf-8'}`,
    `Content-Transfer-Encoding: ${copy.encoding ?? '8bit'}`,
  ];
  return Buffer.from([...header, '', body].filter((line) => line !== 'none').join('\r\n'));
}

async function printOf(copy: Copy): Promise<string | undefined> {
  const letter = await parseLetter(write(copy), GAMES);
  if (!letter.ok) throw new Error(letter.error);
  const print = fingerprint(letter.value);
  return print && Buffer.from(print).toString('hex');
}

const part = (encoding: string, body: string) =>
  `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
const FOOTER = 'This e-mail has been checked for viruses.\r\nwww.scanner.test\r\n';

const COPIES: readonly (readonly [string, Copy])[] = [
  ['other Received fields', { above: ['Received: from c by d', 'Received: from a by b'] }],
  ['a signature of a relay', { above: ['DKIM-Signature: v=1; b=x', 'Authentication-Results: x'] }],
  [
    'quoted-printable',
    { encoding: 'quoted-printable', body: 'e4e2\r\nSch=C3=B6n, nicht=\r\n wahr?\r\n' },
  ],
  ['base64', { encoding: 'base64', body: Buffer.from(TEXT).toString('base64') }],
  [
    'another charset',
    {
      type: 'text/plain; charset=iso-8859-1',
      encoding: 'quoted-printable',
      body: 'e4e2\r\nSch=F6n, nicht wahr?\r\n',
    },
  ],
  ['blanks at the ends of lines taken away', { body: TEXT.replaceAll('\r\n', '  \r\n') }],
  ['line ends of Unix', { body: TEXT.replaceAll('\r\n', '\n') }],
  ['an encoded subject', { subject: '=?utf-8?q?Re:_Forms_Board?=\r\n =?utf-8?q?_1?=' }],
  ['a folded subject', { subject: 'Re: Forms\r\n Board 1' }],
  ['another name for the sender', { from: '"alice" <alice@home.test>' }],
  ['a domain in capitals', { from: 'alice@HOME.TEST' }],
  ['a folded date', { date: 'Date: Sat, 21 Nov 2026\r\n  09:00:00 +0000' }],
  [
    'a multipart around it',
    { type: 'multipart/mixed; boundary=b', body: `--b\r\n${part('8bit', TEXT)}\r\n--b--` },
  ],
  ['a footer that says what it is', { body: TEXT + FOOTER }],
  ['a footer below a signature', { body: `${TEXT}-- \r\n${FOOTER}` }],
  ['a footer below a line', { body: `${TEXT}\r\n${'_'.repeat(47)}\r\n${FOOTER}` }],
  [
    'a footer of Mailman, in a part of its own',
    {
      type: 'multipart/mixed; boundary=b',
      body: `--b\r\n${part('8bit', TEXT)}\r\n--b\r\n${part('8bit', `${'_'.repeat(47)}\r\nplayers list\r\n`)}\r\n--b--`,
    },
  ],
  ['a footer below the quotation', { body: `${TEXT}\r\n> resign\r\n\r\n${FOOTER}` }],
  [
    'an attachment',
    {
      type: 'multipart/mixed; boundary=b',
      body: `--b\r\n${part('8bit', TEXT)}\r\n--b\r\nContent-Type: text/plain; name=scan.txt\r\n\r\nclean\r\n--b--`,
    },
  ],
];

const OTHERS: readonly (readonly [string, Copy])[] = [
  ['another word', { body: TEXT.replace('e4e2', 'e4e3') }],
  ['another case', { body: TEXT.replace('nicht', 'Nicht') }],
  ['another line', { body: `${TEXT}resign 1` }],
  ['another subject', { subject: 'Re: Forms Board 2' }],
  ['another date', { date: 'Date: Sat, 21 Nov 2026 09:00:01 +0000' }],
  ['another id', { id: 'Message-ID: <2@home.test>' }],
  ['no id', { id: 'none' }],
  ['another sender', { from: 'bob@work.test' }],
  ['a footer that looks like words of hers', { body: `${TEXT}Well played.\r\n` }],
];

describe('the fingerprint', () => {
  it.each(COPIES)('is the same with %s', async (_, copy) => {
    expect(await printOf(copy)).toBe(await printOf({}));
    expect(rawHash(write(copy))).not.toEqual(rawHash(write()));
  });

  it.each(OTHERS)('is another one with %s', async (_, copy) => {
    expect(await printOf(copy)).toBeDefined();
    expect(await printOf(copy)).not.toBe(await printOf({}));
  });

  it('needs an id or a date', async () => {
    expect(await printOf({ id: 'none', date: 'none' })).toBeUndefined();
    expect(await printOf({ id: 'none' })).toBe(await printOf({ id: 'none' }));
  });
});

describe('letters that come twice', () => {
  let desk: Desk;
  beforeEach(async () => {
    desk = openDesk();
    await openBoard(desk, 'forms -size=6x6');
  });
  afterEach(() => desk.close());

  const deliver = async (copies: readonly Copy[]) => {
    const to = desk.newest(ALICE).email.replyTo?.[0]?.address ?? '';
    for (const copy of copies) {
      const raw = write(copy).toString('utf8').replaceAll('games@turnpost.test', to);
      desk.box.set(desk.box.size + 1, Buffer.from(raw));
    }
    return desk.round();
  };
  const moves = () => storedBoard(desk).moves;
  const says = (body: string): Copy => ({ body, subject: 'board' });

  it('along different ways are carried out once', async () => {
    const played = says('b1xa1\r\nSch\u00f6n.\r\n');
    const encoded = {
      ...played,
      encoding: 'base64',
      body: Buffer.from(played.body ?? '').toString('base64'),
    };
    const sent = await deliver([played, { ...encoded, above: [] }, { ...played, above: ['X: y'] }]);
    expect(moves()).toBe('b1xa1');
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
  });

  it('with one Message-ID and different words are two letters', async () => {
    const sent = await deliver([says('Hello?'), says('b1xa1\r\nSch\u00f6n.\r\n')]);
    expect(moves()).toBe('b1xa1');
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, ALICE, BOB]);
  });

  describe('on two boards', () => {
    let boards: readonly string[];
    beforeEach(async () => {
      await desk.post({
        from: ALICE,
        subject: 'challenge bob forms -size=6x6 -first=me',
        text: '',
      });
      await desk.answer(ALICE, 'yes');
      await desk.answer(BOB, 'accept');
      boards = [1, 2].map((board) => addressOf(board));
    });
    const addressOf = (board: number): string =>
      desk.sent.findLast(({ to, subject }) => to === ALICE && subject.includes(`Board ${board} `))
        ?.email.replyTo?.[0]?.address ?? '';
    const drop = (copy: Copy, to: string): void => {
      const raw = write(copy).toString('utf8').replaceAll('games@turnpost.test', to);
      desk.box.set(desk.box.size + 1, Buffer.from(raw));
    };
    const all = () => storedBoards(desk.shell.db).map(({ moves }) => moves);
    const move = (copy: Copy): Copy => ({ ...copy, ...says('b1xa1\r\nSch\u00f6n.\r\n') });

    it.each([
      ['without an id', { id: 'none' }],
      ['with the same id', {}],
    ])('are two letters in the same words, %s', async (_, copy) => {
      for (const to of boards) drop(move(copy), to);
      await desk.round();
      expect(all()).toEqual(['b1xa1', 'b1xa1']);
      // And each of them is known when it comes once more.
      for (const to of boards) drop(move({ ...copy, above: ['X-Again: y'] }), to);
      expect(await desk.round()).toEqual([]);
    });

    it('are two letters in answer to an earlier and a later letter of the same board', async () => {
      const asks: Copy = { ...says('games'), id: 'none' };
      drop(asks, addressOf(1));
      expect(await desk.round()).toHaveLength(1);
      await desk.answer(ALICE, 'move 1 b1xa1');
      await desk.answer(BOB, 'move 1 c1xd1');
      drop(asks, addressOf(1));
      expect(await desk.round()).toHaveLength(1);
    });

    it('are known as copies whatever says which letter they answer', async () => {
      const [address = ''] = boards;
      const tag = /\+(.+)@/.exec(address)?.[1] ?? '';
      drop(move({}), address);
      await desk.round();
      drop(move({ above: [`Delivered-To: ${address.toUpperCase()}`] }), address);
      drop(move({ above: [`In-Reply-To: <${tag}.1@turnpost.test>`] }), GAMES);
      expect(await desk.round()).toEqual([]);
      expect(all()).toEqual(['b1xa1', '']);
    });

    it('are known as copies of those that were read before tokens were looked at', async () => {
      const [address = ''] = boards;
      drop(move({}), address);
      await desk.round();
      changeIn(desk.shell.db, { token: null });
      drop(move({ above: ['X-Again: y'] }), address);
      expect(await desk.round()).toEqual([]);
    });
  });
});
