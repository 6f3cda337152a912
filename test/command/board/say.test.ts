import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';

let board: Sent;
eachDesk('forms -size=4x4');
beforeEach(() => {
  board = desk.newest(ALICE);
});

const DAY = 86_400_000;
const revision = (): number => storedBoard(desk).revision;
const oneLine = (letter: Sent | undefined): string => (letter?.text ?? '').replace(/\s+/g, ' ');

describe('say', () => {
  it('works out of turn, from an old letter, and leaves a move of the other one fresh', async () => {
    const forBob = desk.newest(BOB);
    await desk.post(answerTo(forBob, 'say\nGood luck.'));
    const [words] = await desk.post(answerTo(desk.newest(ALICE), 'a4b4'));
    expect(revision()).toBe(2);
    expect(words?.subject).toContain('Board 1');
    await desk.post(answerTo(forBob, 'say 1\nStill here.'));
    expect(desk.newest(ALICE).text).toContain('bob writes:\n| Still here.');
  });

  it.each([
    ['a subject', { subject: 'say 1', text: 'Hello.' }],
    ['the first line of the text', { subject: 'multiple', text: 'say 1\nHello.' }],
  ])('is read in %s, and the words wait for the yes', async (_, letter) => {
    const [asked] = await desk.post({ from: ALICE, ...letter });
    expect(asked?.subject).toMatch(/^Turnpost: please confirm: \w/);
    expect(asked?.text).toContain('say 1');
    expect(asked?.text).not.toContain('Hello');
    await desk.answer(ALICE, 'yes');
    expect(desk.newest(BOB).text).toContain('alice writes:\n| Hello.');
  });

  it('keeps its words from a move that stands above it', async () => {
    await desk.answer(ALICE, 'challenge bob forms -size=4x4 -first=me');
    await desk.answer(ALICE, 'yes');
    await desk.answer(BOB, 'accept');
    const sent = await desk.post(answerTo(board, 'a4b4\nsay 2\nOnly for board 2.'));
    expect(sent.some((each) => oneLine(each).includes('You played a4xb4'))).toBe(true);
    const told = sent.filter(({ text }) => text.includes('Only for board 2.'));
    expect(told.map(({ to, subject }) => [to, subject.includes('Board 2')])).toEqual([[BOB, true]]);
  });

  it('gives the words to itself when a move of the same board stands above it', async () => {
    const sent = await desk.post(answerTo(board, 'a4b4\nsay\nHello.'));
    expect(sent.filter(({ text }) => text.includes('alice writes:\n| Hello.'))).toHaveLength(1);
    expect(revision()).toBe(2);
  });

  it('works for two weeks after the end', async () => {
    await desk.post(answerTo(board, 'resign'));
    desk.time.now += 13 * DAY;
    await desk.answer(ALICE, 'say 1\nThank you.');
    expect(desk.newest(BOB).text).toContain('alice writes:\n| Thank you.');
    desk.time.now += 2 * DAY;
    const [late] = await desk.answer(ALICE, 'say 1\nOne more thing.');
    expect(oneLine(late)).toContain('The match on board 1 ended more than 14 days ago');
    expect(late?.to).toBe(ALICE);
  });

  it('is for ten letters a day', async () => {
    for (let count = 0; count < 10; count++) {
      await desk.post(answerTo(board, `say 1\nNumber ${count}.`));
    }
    const [enough] = await desk.post(answerTo(board, 'say 1\nNumber 10.'));
    expect(oneLine(enough)).toContain('You have written 10 times today on board 1');
    expect(desk.newest(BOB).text).toContain('Number 9.');
    desk.time.now += DAY;
    await desk.post(answerTo(board, 'say 1\nNumber 11.'));
    expect(desk.newest(BOB).text).toContain('Number 11.');
  });

  it.each([
    ['no words', 'say 1', 'Write them on the lines below the command: say 1'],
    ['words beside the number', 'say 1 hello', 'your words on the lines below: say 1'],
    ['an unknown board', 'say 7\nHi.', 'There is no board 7. To list your boards: games'],
  ])('is refused: %s', async (_, text, sentence) => {
    const sent = await desk.post(answerTo(board, text));
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(oneLine(sent[0])).toContain(sentence);
  });

  it('is refused to those who have no seat', async () => {
    const carol = 'carol@cafe.test';
    await desk.post({ from: carol, subject: 'signup carol', text: '' });
    await desk.answer(carol, 'yes');
    const sent = await desk.answer(carol, 'say 1\nMay I?');
    expect(sent.map(({ to }) => to)).toEqual([carol]);
    expect(oneLine(sent[0])).toContain('You do not play on board 1. To look at it: show 1');
  });
});
