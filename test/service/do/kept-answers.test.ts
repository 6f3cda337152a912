import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answersPerAddressPerHourMax, oneDayMs, oneHourMs } from '../../../src/limits.ts';
import {
  ADMIN,
  ALICE,
  BOB,
  type Desk,
  openBoard,
  openDesk,
  type Sent,
} from '../../support/desk/desk.ts';
import { newestBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { keptAnswers } from '../../support/stored/letters.ts';

/** What becomes of letters with a proof beyond those that are answered in an hour. */

let full: Desk;
let account: Sent;
let board: Sent;
let desk: Desk;
beforeAll(async () => {
  full = openDesk({ log: 'silent' });
  await openBoard(full, 'forms -size=4x4');
  board = newestBoard(full, ALICE);
  full.time.now += 2 * oneDayMs;
  // All the answers that she gets in an hour.
  for (let time = 0; time < answersPerAddressPerHourMax; time++) {
    await full.post(answerTo(board, `games\nLetter ${time}.`));
  }
  account = full.newest(ALICE);
});
afterAll(() => full.close());
beforeEach(() => {
  desk = full.copy();
});
afterEach(() => desk.close());

const ask = (text: string) => desk.post(answerTo(account, text));
const later = (ms: number) => {
  desk.time.now += ms;
  return desk.round();
};
const waiting = () => keptAnswers(desk.shell.db);

describe('what is asked beyond the answers of an hour', () => {
  it('is answered in one letter, when the hour is over', async () => {
    desk.time.now += oneHourMs / 2;
    for (const text of ['rating', 'challenges', 'show 1', 'nonsense here', 'resign 99', 'rating']) {
      expect(await ask(text)).toEqual([]);
    }
    expect(await later(oneHourMs / 2 - 60_000)).toEqual([]);
    const sent = await later(120_000);
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    const text = flat(sent[0] as Sent);
    for (const words of [
      'There are 20 answers in an hour at most',
      'Your 2 letters, the last of 23 November 2026, 09:30 UTC: You asked: rating',
      'Your letter of 23 November 2026, 09:30 UTC: You asked: challenges',
      'You asked: show 1 Forms Board 1:',
      'The first line of your letter is no move and no command',
      'You asked: resign 99',
    ]) {
      expect(text).toContain(words);
    }
    expect(waiting()).toEqual([]);
    expect(await later(2 * oneHourMs)).toEqual([]);
    // Its answer is one to a letter about the account.
    expect(await desk.post(answerTo(sent[0] as Sent, 'set mail text'))).toHaveLength(1);
  });

  it('comes before what is asked later', async () => {
    await ask('rating');
    desk.time.now += oneHourMs - 20_500;
    // The first of the twenty is an hour old, and one place is free.
    const [sent, ...more] = await ask('challenges');
    expect(more).toEqual([]);
    expect(sent && flat(sent)).toMatch(/You asked: rating .* You asked: challenges/);
  });

  it('says what has changed at once', async () => {
    await ask('rating');
    const [told] = await ask('set mail text\nshow 1');
    expect(told && flat(told)).toMatch(/mail text: your letters are plain text.*Board 1:/);
    expect(waiting()).toHaveLength(1);
  });

  it('is one letter of a bounded size, and says how many found no room in it', async () => {
    const boards = Array(10).fill('preview new forms -size=26x26').join('\n');
    await ask(boards);
    for (let number = 0; number < 40; number++)
      await ask(`rating\ngames bob\nresign ${number + 50}`);
    for (let number = 0; number < 40; number++) await ask(`${boards}\nresign ${number}`);
    expect(waiting()).toHaveLength(2);
    expect(waiting().reduce((sum, { weight }) => sum + weight, 0)).toBeLessThan(300_000);
    const [sent, ...more] = await later(oneHourMs);
    expect(more).toEqual([]);
    expect(sent && flat(sent)).toContain('80 more letters changed nothing, and had no room here');
    expect(sent?.raw.length).toBeLessThan(1_000_000);
  });

  it.each<[string, string, string]>([
    ['nobody else could have asked', 'games', 'games'],
    ['a machine asks again and again, by itself and behind others', 'games', 'rating'],
  ])('comes to an end where %s', async (_, first, next) => {
    // Whatever it gets, it answers with the same.
    let letters = 0;
    let got: readonly Sent[] = [...(await ask(first)), ...(await later(oneHourMs))];
    while (got.length > 0 && letters < 1_000) {
      letters += got.length;
      const answers: Sent[] = [];
      for (const letter of got) answers.push(...(await desk.post(answerTo(letter, next))));
      got = answers.length > 0 ? answers : await later(oneHourMs);
    }
    expect(letters).toBeLessThan(4 * answersPerAddressPerHourMax);
  });

  it('is nothing that anybody could have written', async () => {
    for (let time = 0; time < 10; time++) {
      await desk.post({ from: ALICE, subject: 'games', text: `Letter ${time}.` });
    }
    expect(waiting()).toEqual([]);
  });

  it('goes nowhere where the address is somebody else\u2019s by then, or the account is closed', async () => {
    await ask('rating');
    const closed = desk.copy();
    await desk.post({ from: ADMIN, subject: 'admin address alice new@home.test', text: '' });
    await desk.answer(ADMIN, 'yes');
    const sent = await later(2 * oneHourMs);
    expect([sent, waiting()]).toEqual([[], []]);
    await closed.post(answerTo(account, 'signoff'));
    await closed.answer(ALICE, 'yes');
    expect(keptAnswers(closed.shell.db)).toEqual([]);
    closed.close();
  });

  it('leaves others and their letters alone', async () => {
    await ask('rating');
    const sent = await desk.post(answerTo(desk.newest(BOB), 'games'));
    expect(sent.map(({ to }) => to)).toEqual([BOB]);
    const played = await desk.post(answerTo(board, 'b1xa1'));
    expect(played.map(({ to }) => to)).toEqual([ALICE, BOB]);
  });
});
