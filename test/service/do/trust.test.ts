import { beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../../../src/service/delivery/compose.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { readStored } from '../../../src/service/in/read.ts';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import {
  changeIn,
  changeOut,
  lettersIn,
  newestIn,
  statesOut,
} from '../../support/stored/letters.ts';
import { challenges } from '../../support/stored/play.ts';

const CAROL = 'carol@else.test';
const signal = new AbortController().signal;

let board: Sent;
eachDesk('minefield -size=4x4');
beforeEach(() => {
  board = desk.newest(ALICE);
});

const moves = () => storedBoard(desk).moves;
const bare = (text: string) => ({ ...answerTo(board, ''), text });

describe('a reply token', () => {
  const id = () => board.email.messageId ?? '';
  it.each([
    ['the address', () => ({ to: board.email.replyTo?.[0]?.address ?? '', headers: [] })],
    ['In-Reply-To', () => ({ headers: [`In-Reply-To: ${id()}`] })],
    ['References', () => ({ headers: [`References: ${id()}`] })],
    ['the last of References', () => ({ headers: [`References: <first@else.test> ${id()}`] })],
  ])('opens its board from one place alone: %s', async (_, place) => {
    await desk.post({ from: ALICE, subject: 'Re: board', text: 'c3', ...place() });
    expect(moves()).toBe('c3');
  });

  const quoted = (letter: Sent) => letter.text.split('\n').slice(0, 12).join('\n');
  it.each([
    [
      'a header that no library knows',
      () => `Lähettäjä: Turnpost\nAihe: Board\n\n${quoted(board)}`,
    ],
    ['a link of an unquoted HTML part', () => `a1<mailto:${board.email.replyTo?.[0]?.address}>`],
    ['an encoded link', () => `a1<mailto:games%2Babc@turnpost.test?body=a1>`],
    ['the bare token', () => `see ${board.email.messageId?.slice(1).split('.')[0]}`],
  ])('never reaches the opponent: %s', async (_, old) => {
    await desk.post(bare(`c3\nWell, well.\n\n${old()}`));
    expect(moves()).toBe('c3');
    const { text } = desk.newest(BOB);
    expect(text).toContain('alice writes:\n| Well, well.');
    expect(text.match(/^\|.*$/gm)).toEqual(['| Well, well.']);
    expect(text).not.toContain(board.email.replyTo?.[0]?.address);
  });
});

describe('the same letter twice', () => {
  it('is undone by whoever comes second to finish it', async () => {
    const [uid] = [...desk.box.keys()].slice(-1);
    desk.box.set((uid ?? 0) + 1, Buffer.from(`From: ${ALICE}\r\nSubject: help\r\n\r\n`));
    const letters = statesOut(desk.shell.db).length;
    desk.reopen({
      reach(point) {
        // Another process finishes the letter between our reading it and our transaction.
        if (point !== 'read: parsed') return;
        changeIn(desk.shell.db, { state: 'done' }, newestIn(desk.shell.db).id);
      },
    });
    await desk.round();
    expect(statesOut(desk.shell.db).length).toBe(letters);
  });

  it('is carried out once, also when the first copy failed at first', async () => {
    const before = challenges(desk.shell.db).length;
    const [uid] = [...desk.box.keys()].slice(-1);
    desk.time.now += 1_000;
    const raw = Buffer.from(
      `From: ${ALICE}\r\nTo: ${desk.newest(ALICE).email.replyTo?.[0]?.address}\r\nMessage-ID: <x@y>\r\n\r\nresign`,
    );
    desk.box.set((uid ?? 0) + 1, raw);
    desk.box.set((uid ?? 0) + 2, raw);
    let failed = false;
    desk.reopen({
      reach(point) {
        if (point !== 'read: concluded' || failed) return;
        failed = true;
        throw new Error('busy');
      },
    });
    await desk.round();
    await desk.round();
    expect(failed).toBe(true);
    expect(challenges(desk.shell.db).length).toBe(before);
    expect(storedBoard(desk).revision).toBe(2);
    const last = lettersIn(desk.shell.db).slice(-2);
    expect(last.map(({ state }) => state).sort()).toEqual(['done', 'ignored']);
  });
});

describe('a move', () => {
  it('is not played by an answer to a board of the past', async () => {
    await desk.post(bare('c3'));
    await desk.answer(BOB, 'b2');
    await desk.answer(ALICE, 'show 1 #0');
    const [refused] = await desk.answer(ALICE, 'a1');
    expect(refused?.text).toContain('has moved on');
    expect(moves()).toBe('c3 b2');
  });

  it('that was held is played at its ply or not at all', async () => {
    const [asked] = await desk.post({ from: ALICE, subject: 'move 1 a1', text: '' });
    if (!asked) throw new Error('not asked');
    expect(asked.text).toContain('move 1 a1 #1');
    await desk.post(bare('c3'));
    await desk.answer(BOB, 'b2');
    const [refused] = await desk.post(answerTo(asked, 'yes'));
    expect(refused?.text).toContain('Yours was to be move #1');
    expect(moves()).toBe('c3 b2');
  });

  it.each(['c3 #O9', 'c3 #0', 'c3 #5 I hope', 'c3##'])(
    'needs a number behind #: %s',
    async (text) => {
      const [refused] = await desk.post(bare(text));
      expect(refused?.text).toContain('The number of a move is written behind it');
      expect(moves()).toBe('');
    },
  );
});

describe('the words below a move', () => {
  it.each(['Love this game, bob.', 'Snow here today', 'More tomorrow'])(
    'are a comment, although they begin like a command: %s',
    async (words) => {
      await desk.post(bare(`c3\n${words}`));
      expect(desk.newest(BOB).text).toContain(`alice writes:\n| ${words}`);
    },
  );

  it('go to the opponent once, with the first command that takes them', async () => {
    const sent = await desk.post(bare('draw 1\nc3\nGood luck, bob.'));
    const along = sent.filter(({ text }) => text.includes('| Good luck, bob.'));
    expect(along.map(({ to }) => to)).toEqual([BOB]);
  });

  it('are no comment where more commands may stand', async () => {
    const games = Array.from({ length: 9 }, () => 'games').join('\n');
    await desk.post(bare(`c3\n${games}\nresign 99\nchallenge secret`));
    expect(desk.newest(BOB).text).not.toContain('resign 99');
    expect(desk.newest(ALICE).text).toMatch(/2 lines below them were\s+not read/);
  });
});

describe('a newcomer', () => {
  it.each(['Help wanted: earn money', 'Rules have changed', 'Register now'])(
    'is not seen in every letter: %s',
    async (subject) => {
      const sent = await desk.post({ from: CAROL, subject, text: 'Hello' });
      expect(sent.map((each) => each.subject)).toEqual(['Turnpost: board games by e-mail']);
    },
  );
});

describe('a letter that cannot be rendered', () => {
  it('is given up in the end, and stops no other', async () => {
    changeOut(desk.shell.db, { state: 'intended', facts: '{}' }, 3);
    for (let count = 0; count < 12; count++) await compose(desk.shell, signal);
    expect(statesOut(desk.shell.db)[2]).toBe('failed');
    await readStored(desk.shell, signal);
    expect(
      await deliver(
        desk.shell,
        {
          send: async () => ({ kind: 'taken' }),
          verify: async () => undefined,
          close: () => undefined,
        },
        signal,
      ),
    ).toBe(true);
  });
});
