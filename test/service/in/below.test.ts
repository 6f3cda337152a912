import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { forgetTraces } from '../../support/stored/letters.ts';

/** Alice is to move. The letter that she answers holds the move f1xe1, and bob's words hold more. */
const WORDS =
  'Just type one of these:\n\nresign\nyes\nf1xe1\naccept 1\nOr think about it for a while.';

let board: Desk;
beforeAll(async () => {
  board = openDesk();
  await openBoard(board, 'forms -size=6x6');
  await board.answer(ALICE, 'b1xa1');
  await board.answer(BOB, `c1xd1\n${WORDS}`);
  return () => board.close();
});

let desk: Desk;
beforeEach(() => {
  desk = board.copy();
});
afterEach(() => desk.close());

/** Alice answers her newest letter with this text, whole. */
const answer = (text: (letter: Sent) => readonly string[], type?: string) => {
  const letter = desk.newest(ALICE);
  const { messageId, replyTo } = letter.email;
  return desk.post({
    from: ALICE,
    to: replyTo?.[0]?.address ?? '',
    subject: `Re: ${letter.subject}`,
    text: text(letter).join('\n'),
    headers: [`In-Reply-To: ${messageId}`, `References: ${messageId}`],
    ...(type && { type }),
  });
};

const linesOf = ({ text }: Sent): readonly string[] => text.trimEnd().split('\n');
const bodyOf = ({ email }: Sent): string =>
  /<body[^>]*>([\s\S]*)<\/body>/.exec(email.html ?? '')?.[1] ?? '';
const HTML = 'Content-Type: text/html; charset=utf-8';
const marked = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => `> ${line}`.trimEnd());
const HEAD = 'Am 21.11.26 um 10:00 schrieb Turnpost:';
const OUTLOOK = [
  'Von: Turnpost <games@turnpost.test>',
  'Gesendet: Samstag, 21. November 2026 10:00',
  'An: alice@home.test',
  'Betreff: Forms Board 1 (alice vs bob)',
  '',
];

const moves = () => storedBoard(desk).moves;
const ending = () => storedBoard(desk).ending;
const BEFORE = 'b1xa1 c1xd1';
const PLAYED = `${BEFORE} f1xe1`;
/** What bob reads as alice's words: the lines with a margin. */
const comment = (): string =>
  desk
    .newest(BOB)
    .text.split('alice writes:\n')[1]
    ?.match(/^\|.*$/gm)
    ?.map((line) => line.replace(/^\| ?/, ''))
    .join('\n')
    .trim() ?? '';
const told = (): string => desk.newest(ALICE).text.replace(/\s+/g, ' ');

describe('a first line that stands in the words of the other side', () => {
  it.each(['resign', 'f1xe1'])(
    'is asked about, as in a quotation without a mark: %s',
    async (line) => {
      await answer(() => [line, '', 'Why should I?']);
      expect([moves(), ending()]).toEqual([BEFORE, null]);
      expect(told()).toContain(
        'is also in what the other side wrote to you, so it may be a quotation. Did you mean:',
      );
      await desk.answer(ALICE, 'yes');
      expect([moves(), ending()]).not.toEqual([BEFORE, null]);
      expect(comment()).toBe('Why should I?');
    },
  );

  it('is carried out where it is not the same', async () => {
    await answer(() => ['e2xd2', 'resign, you say?']);
    expect(moves()).toBe(`${BEFORE} e2xd2`);
  });

  it('is asked about in answer to the letter of the day', async () => {
    await desk.answer(ALICE, 'set notify daily\nmove 1 f1xe1');
    await desk.answer(BOB, 'b2xa2\nPlease:\n\nresign 1');
    desk.time.now += 24 * 3_600_000;
    await desk.round();
    expect(desk.newest(ALICE).text).toContain('| resign 1');
    await answer(() => ['resign 1', 'What?']);
    expect(ending()).toBe(null);
  });
});

describe('below a quotation, where nothing new stands above it', () => {
  it('a move is played, and the words below it go along', async () => {
    await answer((letter) => [HEAD, ...marked(linesOf(letter)), '', 'f1xe1', 'Good luck!']);
    expect(moves()).toBe(PLAYED);
    expect(comment()).toBe('Good luck!');
  });

  it('a move is played below a quotation without marks', async () => {
    await answer((letter) => ['', ...OUTLOOK, ...linesOf(letter), '', 'f1xe1', 'Good luck!']);
    expect(moves()).toBe(PLAYED);
    expect(comment()).toBe('Good luck!');
  });

  it('a move is played between two pieces of it', async () => {
    await answer((letter) => {
      const lines = linesOf(letter);
      const at = lines.indexOf('bob writes:');
      const [first, second] = [lines.slice(0, at), lines.slice(at)];
      return [HEAD, ...marked(first), '', 'f1xe1', 'Good luck!', '', ...marked(second)];
    });
    expect(moves()).toBe(PLAYED);
    expect(comment()).toBe('Good luck!');
  });

  it.each([
    ['in a blockquote', (body: string) => `<div>${HEAD}</div><blockquote>${body}</blockquote>`],
    ['without one', (body: string) => `<p>${OUTLOOK.slice(0, 4).join('<br>')}</p>${body}`],
  ])('a move is played below HTML that is quoted %s', async (_, quote) => {
    await answer(
      (letter) => [quote(bodyOf(letter)), '<p><br></p><p>f1xe1</p><p>Good luck!</p>'],
      HTML,
    );
    expect(moves()).toBe(PLAYED);
    expect(comment()).toBe('Good luck!');
  });

  it.each([40, 72])('a move is played where lines were broken at %i signs', async (width) => {
    const broken = new RegExp(`(.{1,${width}})(?: +|$)`, 'g');
    const quoted = (letter: Sent) => linesOf(letter).flatMap((line) => line.match(broken) ?? ['']);
    await answer((letter) => [HEAD, ...quoted(letter), '', 'f1xe1', 'Good luck!']);
    expect(moves()).toBe(PLAYED);
    expect(comment()).toBe('Good luck!');
  });

  it('a smile below the move goes along, and a signature does not', async () => {
    await answer((letter) => [HEAD, ...marked(linesOf(letter)), 'f1xe1', ':-)', '', '-- ', 'Al']);
    expect(moves()).toBe(PLAYED);
    expect(comment()).toBe(':-)');
  });
});

describe('below a quotation nothing is done', () => {
  const isAsked = async (typed: string, asked: string) => {
    await answer((letter) => [HEAD, ...marked(linesOf(letter)), '', typed]);
    expect([moves(), ending()]).toEqual([BEFORE, null]);
    expect(told()).toContain(`above the quotation: ${asked}`);
  };
  it.each([
    ['resign', 'resign 1'],
    ['move 7 e4e2', 'move 7 e4e2'],
  ])('by any other command, which is asked about: %s', isAsked);

  it('by a command below the move', async () => {
    await answer((letter) => [HEAD, ...marked(linesOf(letter)), 'f1xe1', 'resign']);
    expect([moves(), ending()]).toEqual([PLAYED, null]);
    expect(told()).toContain('above the quotation: resign 1');
  });

  it('by prose, and by nothing', async () => {
    await answer((letter) => [HEAD, ...marked(linesOf(letter)), '', 'What about f1xe1?']);
    expect(told()).toContain('Did you mean: f1xe1 That was not done yet.');
    await answer((letter) => [HEAD, ...marked(linesOf(letter)), '']);
    expect(told()).toContain('Your e-mail has no new text');
    expect(moves()).toBe(BEFORE);
  });

  it.each([
    ['text', undefined, (letter: Sent) => [...OUTLOOK, ...linesOf(letter)]],
    ['text without a head', undefined, linesOf],
    ['marks', undefined, (letter: Sent) => [HEAD, ...marked(linesOf(letter))]],
    ['HTML', HTML, (letter: Sent) => [bodyOf(letter)]],
  ])('by what is quoted: %s', async (_, type, quoted) => {
    await answer(quoted, type);
    expect([moves(), ending()]).toEqual([BEFORE, null]);
  });

  it('by a line that bears a mark, though it is not in the letter', async () => {
    await answer((letter) => [HEAD, ...marked(linesOf(letter)), '> f1xe1', '>f1xe1', ' | f1xe1']);
    expect(moves()).toBe(BEFORE);
  });

  it('where more than a tenth of the letter is gone', async () => {
    await answer((letter) => [HEAD, ...marked(linesOf(letter).slice(8)), '', 'f1xe1']);
    expect(moves()).toBe(BEFORE);
    expect(told()).toContain('above the quoted text');
  });

  it('where a letter is not known any more', async () => {
    forgetTraces(desk.shell.db);
    await answer((letter) => [HEAD, ...marked(linesOf(letter)), '', 'f1xe1']);
    expect(moves()).toBe(BEFORE);
  });

  it('where another letter is quoted', async () => {
    const other = board.sent.find(({ to }) => to === ALICE) as Sent;
    await answer(() => [HEAD, ...marked(linesOf(other)), '', 'f1xe1']);
    expect(moves()).toBe(BEFORE);
  });

  it('by the answer to an older board', async () => {
    const old = desk.newest(ALICE);
    await desk.answer(ALICE, 'f1xe1');
    const [, reply = ''] = /first line, for example: (\S+)/.exec(desk.newest(BOB).text) ?? [];
    await desk.answer(BOB, reply);
    await desk.post({
      from: ALICE,
      to: old.email.replyTo?.[0]?.address ?? '',
      text: [HEAD, ...marked(linesOf(old)), '', 'c6xb6'].join('\n'),
      headers: [`In-Reply-To: ${old.email.messageId}`],
    });
    expect(moves()).toBe(`${PLAYED} ${reply}`);
  });

  it('by the words of the other player, where it is not known which of several letters it is', async () => {
    const letter = desk.newest(ALICE);
    for (let count = 0; count < 4; count++)
      await desk.post({ from: ALICE, subject: 'show 1', text: '' });
    const shown = desk.newest(ALICE);
    expect(shown.email.replyTo).toEqual(letter.email.replyTo);
    const typed = linesOf(letter).flatMap((line) => line.replace('| f1xe1', 'f1xe1'));
    const words = typed.slice(typed.indexOf('bob writes:') - 1);
    await desk.post({
      from: ALICE,
      to: letter.email.replyTo?.[0]?.address ?? '',
      text: ['', ...OUTLOOK, ...linesOf(shown), 'f1xe1', ...words].join('\n'),
    });
    expect(moves()).toBe(BEFORE);
  });

  it('by a line of the other player that was changed on its way', async () => {
    const changed = (line: string) => (line.includes('Just type') ? 'f1xe1' : line);
    await answer((letter) => [...OUTLOOK, ...linesOf(letter).map(changed)]);
    expect(moves()).toBe(BEFORE);
  });
});

describe('a comment holds nothing of the letter that was answered', () => {
  it.each([
    ['without a head', []],
    ['below our own German one', ['Am 21.11.26 um 10:00 schrieb Turnpost:', '']],
    ['below one of Outlook without addresses', ['Von: Turnpost', 'Gesendet: Samstag', '']],
    [
      'below one of QQ',
      [
        '------------------ \u539f\u59cb\u90ae\u4ef6 ------------------',
        '\u53d1\u4ef6\u4eba: "Turnpost";',
        '',
      ],
    ],
    [
      'below one of Foxmail',
      ['', ALICE, '', 'From\uff1a Turnpost', 'Date\uff1a 2026-11-21 10:00', ''],
    ],
  ])('quoted %s', async (_, head) => {
    await answer((letter) => ['f1xe1', 'Good luck!', '', ...head, ...linesOf(letter).slice(1)]);
    expect(moves()).toBe(PLAYED);
    expect(comment()).toBe('Good luck!');
  });

  it('but a line of it that was typed above', async () => {
    await answer((letter) => ['f1xe1', 'Just type one of these:', 'Yes.', ...linesOf(letter)]);
    expect(comment()).toBe('Just type one of these:\nYes.');
  });
});
