import { beforeEach, describe, expect, it } from 'vitest';
import { accountLimits, oneDayMs } from '../../../src/limits.ts';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { answerTo } from '../../support/post/letters.ts';

let board: Sent;

eachDesk('forms -size=4x4');
beforeEach(() => {
  board = desk.newest(ALICE);
});

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
/** A command with words below it, confirmed. */
const yesTo = async (from: string, subject: string, text = '') => {
  await desk.post({ from, subject, text });
  return desk.answer(from, 'yes');
};

describe('message', () => {
  it('brings words to another player, who can answer or block in one line', async () => {
    const sent = await yesTo(ALICE, 'message bob', 'Hello, bob.\n\nShall we?');
    expect(sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    const forBob = desk.newest(BOB);
    expect(forBob.subject).toBe('Turnpost: a message from alice');
    expect(forBob.text).toContain('alice writes:\n| Hello, bob.\n|\n| Shall we?\n');
    expect(forBob.raw).not.toContain(ALICE);
    expect(flat(desk.newest(ALICE))).toContain('Your message is on its way to bob.');
    await desk.answer(BOB, 'message alice\nWe shall.');
    expect(desk.newest(ALICE).text).toContain('bob writes:\n| We shall.');
  });

  it.each([
    ['message', 'Hi', 'To whom? Write a userid'],
    ['message bob and carol', 'Hi', 'To whom? Write a userid'],
    ['message bob', '', 'There was no message.'],
    ['message nobody', 'Hi', 'There is no player nobody.'],
    ['message alice', 'Hi', 'A message goes to another player'],
  ])('%s %s is refused', async (subject, text, sentence) => {
    const sent = await desk.post({ from: ALICE, subject, text });
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(flat(sent[0])).toContain(sentence);
  });

  it('is no way for strangers to reach players', async () => {
    const sent = await desk.post({ from: 'x@y.test', subject: 'message bob', text: 'Buy' });
    expect(sent.map(({ to }) => to)).toEqual(['x@y.test']);
    expect(sent[0]?.raw).not.toContain('Buy');
  });

  it('is for so many words a day and no more', async () => {
    await yesTo(ALICE, 'message bob', 'Hello');
    for (let number = 1; number < accountLimits.messagesPerDay + 3; number++) {
      desk.time.now += 600_000;
      await desk.answer(ALICE, `message bob\nHello ${number}`);
    }
    const got = () => desk.sent.filter(({ subject }) => subject.includes('a message from')).length;
    expect(got()).toBe(accountLimits.messagesPerDay);
    expect(flat(desk.newest(ALICE))).toContain('You have sent 20 messages today');
    desk.time.now += oneDayMs;
    await desk.answer(ALICE, 'message bob\nHello again');
    expect(got()).toBe(accountLimits.messagesPerDay + 1);
  });
});

describe('block', () => {
  it('keeps messages, challenges and comments away, and tells the other one nothing of it', async () => {
    const [done] = await yesTo(BOB, 'block alice');
    expect(done?.to).toBe(BOB);
    expect(flat(done)).toContain(
      'Messages, comments and challenges from alice no longer reach you',
    );
    const [noMessage] = await desk.post({ from: ALICE, subject: 'message bob', text: 'Hi' });
    expect(flat(noMessage)).toContain('bob accepts no messages at the moment. Yours was not sent.');
    const [noMatch] = await desk.post({ from: ALICE, subject: 'challenge bob', text: 'Hi' });
    expect(flat(noMatch)).toContain('bob accepts no challenges at the moment.');
    const before = desk.sent.length;
    await desk.post(answerTo(board, 'a4b4\nYou are slow.'));
    const [one, other] = desk.sent.slice(before);
    const forBob = one?.to === BOB ? one : other;
    const forAlice = one?.to === BOB ? other : one;
    expect(forBob?.text).toContain('alice played a4xb4');
    expect(forBob?.text).not.toMatch(/slow|comments/);
    expect(flat(forAlice)).toContain('bob accepts no comments at the moment');
    expect(desk.sent.map(({ text }) => text).join()).not.toContain('block bob');
  });

  it('works one way only', async () => {
    await yesTo(BOB, 'block alice');
    await yesTo(BOB, 'message alice', 'Hello');
    expect(desk.newest(ALICE).text).toContain('bob writes:\n| Hello');
  });

  it('is listed, and taken back', async () => {
    const [none] = await desk.post({ from: BOB, subject: 'block', text: '' });
    expect(flat(none)).toContain('You have blocked nobody.');
    await yesTo(BOB, 'block alice');
    const [again] = await yesTo(BOB, 'block ALICE');
    expect(flat(again)).toContain(
      'Messages, comments and challenges from alice no longer reach you',
    );
    const [list] = await desk.post({ from: BOB, subject: 'block', text: '' });
    expect(flat(list)).toContain('You have blocked one player: alice.');
    const [done] = await yesTo(BOB, 'unblock alice');
    expect(flat(done)).toContain('alice can write to you again.');
    const sent = await yesTo(ALICE, 'message bob', 'Hi');
    expect(sent.map(({ to }) => to)).toContain(BOB);
  });

  it.each([
    ['block alice bob', 'Who? Write a userid: block eve'],
    ['unblock', 'Who? Write a userid: unblock eve'],
    ['block nobody', 'There is no player nobody.'],
    ['block bob', 'You cannot block yourself.'],
    ['unblock alice', 'You have not blocked alice.'],
  ])('%s is refused', async (subject, sentence) => {
    const [refused] = await desk.post({ from: BOB, subject, text: '' });
    expect(flat(refused)).toContain(sentence);
  });
});

const FOOTER = 'You have an account here. Close account: signoff';

describe('the words below a no', () => {
  it('go with it, to a challenge and to an offer on a board', async () => {
    await yesTo(ALICE, 'challenge bob forms');
    await desk.answer(BOB, 'decline\nSorry, not this week.');
    const no = desk.newest(ALICE);
    expect(no.text.trim()).toBe(
      `bob declined challenge 2.\n\n${'*'.repeat(60)}\nbob writes:\n| Sorry, not this week.\n\n${FOOTER}`,
    );
    expect(no.email.html).toContain('Sorry, not this week.');
    expect(desk.newest(BOB).text).not.toContain('not sent');
    await desk.post(answerTo(board, 'a4b4'));
    await desk.post(answerTo(desk.newest(ALICE), 'undo'));
    await desk.answer(BOB, 'decline\nLet it stand.');
    expect(desk.newest(ALICE).text).toContain('bob writes:\n| Let it stand.');
    expect(desk.newest(BOB).text).not.toContain('not sent');
  });

  it('do not reach somebody who has blocked their writer, who is told so', async () => {
    await yesTo(ALICE, 'challenge bob forms');
    await yesTo(ALICE, 'block bob');
    await yesTo(BOB, 'decline 2', 'Hello?');
    expect(desk.newest(ALICE).text.trim()).toBe(`bob declined challenge 2.\n\n${FOOTER}`);
    expect(flat(desk.newest(BOB))).toContain('alice accepts no comments at the moment');
  });
});
