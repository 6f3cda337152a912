import { beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { ADMIN, ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { answerTo } from '../../support/post/letters.ts';

let board: Sent;

eachDesk('forms -size=4x4');
beforeEach(() => {
  board = desk.newest(ALICE);
});

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
const ask = async (from: string) => {
  await desk.post({ from, subject: 'whoami all', text: '' });
  return desk.answer(from, 'yes');
};

describe('whoami', () => {
  it('stands alone', async () => {
    const [refused] = await desk.post({ from: ALICE, subject: 'whoami bob', text: '' });
    expect(flat(refused)).toContain('Write just: whoami, or for all that is kept about you');
  });

  it('tells a stranger nothing but what this is', async () => {
    const sent = await desk.post({ from: 'x@else.test', subject: 'whoami', text: '' });
    expect(sent.map(({ subject }) => subject)).toEqual(['Turnpost: board games by e-mail']);
  });
});

describe('whoami all', () => {
  it('takes a fresh yes, whatever proof came along', async () => {
    const [asked] = await desk.post(answerTo(board, 'whoami all'));
    expect(asked?.subject).toMatch(/^Turnpost: please confirm: \w/);
    const [letter] = await desk.answer(ALICE, 'yes');
    expect(letter?.subject).toBe('Turnpost: all that is kept about you');
    expect(letter?.email.html).toBeUndefined();
  });

  it('is sent once a day', async () => {
    await ask(ALICE);
    const [refused] = await desk.post({ from: ALICE, subject: 'whoami all', text: '' });
    expect(flat(refused)).toContain('sent to you today. Please ask again tomorrow.');
    desk.time.now += oneDayMs;
    const [again] = await ask(ALICE);
    expect(again?.subject).toBe('Turnpost: all that is kept about you');
  });

  it('holds what is in every table about the player, and nobody else’s words', async () => {
    await desk.post(answerTo(board, 'a4b4\nalice says hello'));
    await desk.post(answerTo(desk.newest(BOB), 'd4c4\nbob says hello'));
    await desk.post(answerTo(desk.newest(BOB), 'resign'));
    await desk.post({ from: ADMIN, subject: 'admin start minefield alice bob', text: '' });
    await desk.answer(ADMIN, 'yes');
    await desk.post({ from: ALICE, subject: 'challenge bob minefield -size=4x4', text: 'Gently.' });
    await desk.answer(ALICE, 'yes');
    await desk.post({ from: ALICE, subject: 'set zone Europe/Berlin', text: '' });
    await desk.answer(ALICE, 'yes');
    await desk.post({ from: BOB, subject: 'challenge alice forms', text: '' });
    await desk.answer(BOB, 'yes');
    await desk.answer(ALICE, 'decline\nNo time.');
    await desk.answer(ALICE, 'solve "forms 4x4 4/.xx./.ww./4 x"');
    const [letter] = await ask(ALICE);
    if (!letter) throw new Error('no letter');
    const all = JSON.parse(letter.text.slice(letter.text.indexOf('{')));
    expect(all.account.userid).toBe('alice');
    expect(all.addresses).toEqual([{ address: ALICE, main: 1, since: '2026-11-21T09:00:02Z' }]);
    expect(all.settings).toEqual([{ name: 'zone', value: 'Europe/Berlin' }]);
    expect(all.boards.map((each: { board: number }) => each.board)).toEqual([1, 2]);
    expect(all.boards[0].record).toContain('1. a4xb4 d4xc4 1-0');
    expect(all.challenges).toHaveLength(3);
    expect(all.ratings).toEqual([
      expect.objectContaining({
        rules: 'forms',
        matches: 1,
        since: expect.stringMatching(/^2026/),
      }),
    ]);
    expect(all['ratings changed']).toEqual([
      expect.objectContaining({ board: 1, before: 1600, after: all.ratings[0].rating }),
    ]);
    const texts = all['comments and messages in letters'].map(
      (each: { text: string }) => each.text,
    );
    expect(texts).toEqual(['alice says hello', 'Gently.', 'No time.']);
    expect(JSON.stringify(all['commands that waited for a yes'])).toContain('challenge bob');
    expect(all['questions to the solver']).toHaveLength(1);
    expect(all['admin log']).toEqual([
      expect.objectContaining({ act: 'admin start minefield alice bob -size=8x8' }),
    ]);
    expect(all['letters charged to you']).toContainEqual(
      expect.objectContaining({ account: 'notice', proof: 'token' }),
    );
    expect(all['letters to you'].length).toBeGreaterThan(8);
    expect(letter.text).not.toContain('bob says hello');
  });
});
