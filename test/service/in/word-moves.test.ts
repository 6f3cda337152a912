import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { charade } from '../../support/toy/charade.ts';
import { offerToys } from '../../support/toy/offer-toys.ts';

/**
 * A game whose moves are words, beside one whose moves are cells: what is a move at a board depends on
 * the game that is played there. Alice is Black and begins, at a board of each.
 */
const ALICE = 'alice@home.test';
const BOB = 'bob@work.test';
/** Their numbers. */
const FORMS = 1;
const CASED = 2;
const SMALL = 3;

offerToys(charade('Charade', true), charade('Small', false));

let boards: Desk;
beforeAll(async () => {
  boards = openDesk();
  await openBoard(boards, 'forms -size=6x6');
  for (const rules of ['charade', 'small']) {
    const [welcome] = boards.sent.filter(({ subject }) => subject.includes('welcome, alice'));
    await boards.post(answerTo(welcome as Sent, `challenge bob ${rules} -first=me`));
    await boards.answer(BOB, 'accept');
  }
});
afterAll(() => boards?.close());

let desk: Desk;
beforeEach(() => {
  desk = boards.copy();
});
afterEach(() => desk?.close());

const boardLetter = (number: number, to: string): Sent => {
  const subject = new RegExp(`Board ${number} `);
  const letter = desk.sent.findLast((each) => each.to === to && subject.test(each.subject));
  if (!letter) throw new Error(`${to} has no board ${number}`);
  return letter;
};
const answerBoard = (number: number, text: string, to = ALICE) =>
  desk.post(answerTo(boardLetter(number, to), text));
const moves = (number: number): string => storedBoard(desk, number).moves;
const told = (to = ALICE): string => desk.newest(to).text.replace(/\s+/g, ' ');

/** What a letter says to alice, without the words of her own that it may repeat. */
const toldAfter = async (letter: Promise<readonly Sent[]>): Promise<string> => {
  const sent = await letter;
  expect(sent.map(({ to }) => to)).toEqual([ALICE]);
  return sent[0]?.text ?? '';
};

/** Every make of a move at the same places, and what nobody takes for one. */
const WORDS = ['pass', 'swap', 'on', 'o-o', '32x27', 'bxc3', '4'];
const PROSE = 'gosh';

describe('a move that is no cell', () => {
  it('is one in the answer to a board of its game', async () => {
    for (const [at, word] of WORDS.entries()) {
      const from = at % 2 === 0 ? ALICE : BOB;
      await answerBoard(CASED, word, from);
      await answerBoard(SMALL, `${word} #${at + 1}\nHave fun.`, from);
    }
    expect([CASED, SMALL].map(moves)).toEqual([WORDS.join(' '), WORDS.join(' ')]);
    expect(told(BOB)).toContain('alice writes: | Have fun.');
  });

  it('is prose in the answer to another board', async () => {
    const prose = await toldAfter(answerBoard(FORMS, PROSE));
    expect(prose).toContain('alone on the first line. A move looks like this: b1xa1');
    // On a full board of Forms, `bxc3` is a capture.
    for (const word of [...WORDS.filter((each) => each !== 'bxc3'), 'bxc9', 'Bxc3']) {
      expect(await toldAfter(answerBoard(FORMS, word)), word).toBe(prose);
    }
    await answerBoard(FORMS, 'b1xa1\nso\non');
    expect(moves(FORMS)).toBe('b1xa1');
    expect(told(BOB)).toContain('alice writes: | so | on');
  });

  it('is prose in a letter that answers nothing', async () => {
    const fresh = (word: string) => desk.post({ from: ALICE, subject: 'Hello', text: word });
    const prose = await toldAfter(fresh(PROSE));
    for (const word of [...WORDS, 'Bxc3']) {
      desk.close();
      desk = boards.copy();
      expect(await toldAfter(fresh(word)), word).toBe(prose);
    }
  });

  it.each(['Re: Small Board 3 (alice vs bob)', 'Re: Small Board 3 (alice vs bob) swap'])(
    'is one under the subject of its board: %s',
    async (subject) => {
      await desk.post({ from: ALICE, subject, text: subject.endsWith(')') ? 'swap' : '' });
      expect(told()).toContain('move 3 swap #1');
      await desk.answer(ALICE, 'yes');
      expect(moves(SMALL)).toBe('swap');
    },
  );

  it('stands below a quotation like any other', async () => {
    const letter = boardLetter(CASED, ALICE);
    const { text, ...draft } = answerTo(letter, '');
    await desk.post({ ...draft, text: `${text}\n\nswap\n` });
    expect(moves(CASED)).toBe('swap');
  });

  it('is offered where a sign behind it makes it unclear, and only there', async () => {
    await answerBoard(CASED, 'o-o?');
    expect(told()).toContain('Did you mean: o-o That');
    await answerBoard(FORMS, 'o-o?');
    expect(desk.newest(ALICE).text).not.toContain('o-o');
  });
});

describe('a command that names the board', () => {
  it.each([
    ['move 3 pass', 'pass'],
    ['small move 3 PASS', 'pass'],
    ['board 3 swap', 'swap'],
    ['move 3 4', '4'],
    ['move 3 o-o #1', 'o-o'],
  ])('reads the moves of its game: %s', async (line, move) => {
    await desk.post({ from: ALICE, subject: line, text: '' });
    await desk.answer(ALICE, 'yes');
    expect(moves(SMALL)).toBe(move);
  });

  it('refuses those of another as ever', async () => {
    for (const [line, sentence] of [
      ['move 1 pass', 'This game has no pass: you have to move.'],
      ['move 1 swap', 'This game has no swap: who moves first is settled with the challenge.'],
      ['forms move 2 pass', 'This game has no pass'],
      ['move 1 o-o', 'That is not written like a move.'],
      ['submit 1 pass', 'That is not written like a move.'],
      ['move 99 o-o', 'That is not written like a move.'],
      ['queue 1 pass', 'Write a move to play whatever your opponent does: queue 1'],
      ['preview 1 pass', 'Write the moves after the number of a board'],
      ['charade move 1 pass', 'Number 1 is Forms, not Charade, so nothing was done.'],
    ] as const) {
      await answerBoard(FORMS, line);
      expect(told(), line).toContain(sentence);
    }
    expect([FORMS, CASED, SMALL].map(moves)).toEqual(['', '', '']);
  });

  it('shows what would come of it, and plays it in two steps', async () => {
    await answerBoard(CASED, 'preview Bxc3 bxc3 pass');
    expect(told()).toContain('You asked: preview 2 Bxc3 bxc3 pass');
    await answerBoard(FORMS, 'preview 3 SWAP pass');
    expect(told()).toContain('You asked: preview 3 swap pass');
    await answerBoard(FORMS, 'preview new charade Bxc3 C3 c3');
    expect(told()).toContain('You asked: preview new charade -size=4x4 Bxc3 C3 c3');
    await answerBoard(CASED, 'submit Bxc3');
    await answerBoard(CASED, 'confirm');
    expect(moves(CASED)).toBe('Bxc3');
  });

  it('makes moves in advance', async () => {
    await answerBoard(CASED, 'queue if Bxc3 then bxc3 IF C3 THEN c3; Pass if o-o then 4', BOB);
    expect(told(BOB)).not.toContain('bxc3');
    await answerBoard(CASED, 'queue if Bxc3 then bxc3 IF C3 THEN c3; pass if o-o then 4', BOB);
    expect(told(BOB)).toContain('if Bxc3 then bxc3 if C3 then c3; pass if o-o then 4');
    await answerBoard(CASED, 'Bxc3');
    expect(moves(CASED)).toBe('Bxc3 bxc3');
    await answerBoard(CASED, 'C3');
    expect(moves(CASED)).toBe('Bxc3 bxc3 C3 c3');
  });
});

describe('the case of a move', () => {
  it.each(['Bxc3', 'bxc3', 'C3', 'c3'])('is kept where it matters: %s', async (move) => {
    for (const [line, want] of [
      [move, move],
      [`move ${move}`, move],
      [`move 2 ${move} #1`, move],
      [`I play ${move}`, move === 'c3' ? move : ''],
    ] as const) {
      desk.close();
      desk = boards.copy();
      await answerBoard(CASED, line);
      expect(moves(CASED), line).toBe(want);
    }
  });

  it('is kept where cells stand in prose', async () => {
    await answerBoard(CASED, 'I wonder about C3 and whether that would do, what do you say');
    expect(desk.newest(ALICE).text).toContain('Did you mean: C3\n');
    await answerBoard(SMALL, 'I wonder about C3 and whether that would do, what do you say');
    expect(desk.newest(ALICE).text).toContain('Did you mean: c3\n');
  });

  it('does not matter elsewhere', async () => {
    await answerBoard(SMALL, 'BXC3');
    expect(moves(SMALL)).toBe('bxc3');
  });
});

describe('words in the place of a userid and a password', () => {
  it.each([
    ['small move 3 alice wherever on', 'on'],
    ['move 3 alice wherever bxc3', 'bxc3'],
    ['move 3 alice wherever pass', 'pass'],
  ])('are that before a move of the game: %s', async (line, move) => {
    await desk.post({ from: ALICE, subject: line, text: '' });
    await desk.answer(ALICE, 'yes');
    expect(moves(SMALL)).toBe(move);
  });

  it('are none where they are moves of the game that is played there', async () => {
    await answerBoard(CASED, 'preview 2 swap pass\npreview 2 o-o 32x27 pass');
    expect(told()).toMatch(/You asked: preview 2 swap pass .*You asked: preview 2 o-o 32x27 pass/);
    await answerBoard(FORMS, 'preview 1 swap pass');
    expect(told()).toContain('Write the moves after the number of a board');
  });
});
