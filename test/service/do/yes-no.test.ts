import { beforeEach, describe, expect, it } from 'vitest';
import { queriesOf } from '../../../src/store/reading/reading.ts';
import { ALICE, BOB, openBoard } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { signUp } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { players } from '../../support/stored/people.ts';
import { boards } from '../../support/stored/play.ts';

eachDesk();

const begun = () => boards(desk.shell.db).length;
const accounts = () => players(desk.shell.db).length;
const isOver = () => {
  const match = queriesOf(desk.shell.db, desk.time.now).match(1);
  return match?.outcome !== undefined;
};
const said = (address: string) => desk.newest(address).text.replace(/\s+/g, ' ');

describe('a challenge', () => {
  beforeEach(async () => {
    await signUp(desk, ALICE);
    await signUp(desk, BOB);
    await desk.answer(ALICE, 'challenge bob forms -size=6x6 -first=me');
  });

  it('is accepted in words, which go along where there are more', async () => {
    await desk.answer(BOB, 'Hi Alice!\n\nYes, please :-)\n\nGood to see you.\nBob');
    expect(begun()).toBe(1);
    expect(said(ALICE)).toContain('| Good to see you. | Bob');
  });

  it.each(
    (
      'Ja gern | \u{1f44d}\u{1f3fd} | "I accept your challenge." | ok accept | yes im in | ' +
      'Jaa bitte | Sure! Nora told me about you. | yes and thanks for asking me | ' +
      'ja genau, und wie geht es dir? | Na gut, dann mach das'
    ).split(' | '),
  )('is accepted by %s', async (text) => {
    await desk.answer(BOB, text);
    expect(begun()).toBe(1);
  });

  it('is declined in words', async () => {
    await desk.answer(BOB, 'Nein, danke.');
    expect(said(ALICE)).toContain('bob declined challenge');
    expect(begun()).toBe(0);
  });

  it.each(
    (
      'yes? | ok\nresign 1 | yes\nno | yes, Alice said | y\u0336e\u0336s\u0336 | not yes | ' +
      'no draw | Sure, gladly! But only after lunch | Ok, the weather is fine | Yes! resign 1'
    ).split(' | '),
  )('is not answered by %j, and the answer tells how', async (text) => {
    const letter = desk.newest(BOB);
    await desk.answer(BOB, text);
    expect(begun()).toBe(0);
    expect(said(BOB)).toContain('Do you accept challenge 1? Reply with one word: yes (or: no)');
    // An answer to that answer counts as one to the challenge.
    await desk.answer(BOB, 'yes');
    expect(begun()).toBe(1);
    await desk.post(answerTo(letter, 'yes'));
    expect(begun()).toBe(1);
  });

  it('is not answered by a yes to another letter', async () => {
    const welcome = desk.sent.find(({ to, subject }) => to === BOB && /welcome/i.test(subject));
    if (!welcome) throw new Error('bob was not welcomed');
    await desk.post(answerTo(welcome, 'help forms'));
    await desk.answer(BOB, 'yes');
    expect(begun()).toBe(0);
  });
});

describe('an offer', () => {
  it('is answered in words, only in answer to the letter that shows it', async () => {
    await openBoard(desk, 'minefield -size=8x8');
    await desk.answer(ALICE, 'e4');
    const before = desk.newest(ALICE);
    await desk.answer(BOB, 'draw');
    const offered = desk.newest(ALICE);
    await desk.post(answerTo(before, 'Sure!'));
    expect(isOver()).toBe(false);
    await desk.post(answerTo(offered, 'I never accept draws'));
    expect(said(ALICE)).toMatch(/could not read that .* Do you agree\? Reply with one word: yes/);
    await desk.answer(ALICE, 'no draw');
    expect(said(BOB)).toContain('alice declined the draw');
    // That offer is gone.
    await desk.post(answerTo(offered, 'yes'));
    expect(isOver()).toBe(false);
  });

  const replyToDraw = async (text: string) => {
    await openBoard(desk, 'minefield -size=8x8');
    await desk.answer(ALICE, 'e4');
    await desk.answer(BOB, 'draw');
    await desk.answer(ALICE, text);
  };

  it.each([
    "no, let's play on!",
    "No way, I'm winning :) let's play on!",
    'Nein danke, wir spielen weiter. Es wird gerade spannend.',
    'No, I think I can still win',
    'No - I would guess the bishops are stronger',
    "No, I'd rather not, sorry",
    "I don't think so.",
    'Nein, das möchte ich lieber nicht',
    'Nein, ich glaube, ich kann noch gewinnen',
  ])('of a draw is declined in words of play: %s', async (text) => {
    await replyToDraw(text);
    expect(said(BOB)).toContain('alice declined the draw');
  });

  it.each([
    ...["no, let's not play on", "I'd play on, yes", "let's play on, or draw?"],
    ...['not no thanks', 'No, actually', 'Nein, doch lieber', 'ok, no'],
    ...['Yes, I got your offer', 'Sure, but only this once if I win next time', 'I want to'],
    ...['No, I mean yes', 'No, but maybe later', 'No, I think I resign', 'No, if I may ask'],
  ])('of a draw stays open: %s', async (text) => {
    await replyToDraw(text);
    expect(said(BOB)).not.toContain('declined');
    expect(isOver()).toBe(false);
  });

  it.each([
    ...['Yes, that is fine with me.', 'Ja, damit bin ich einverstanden', 'Ja, das ist mir recht.'],
    'Ja, aber nur dieses eine Mal',
  ])('of a draw is accepted in a whole sentence: %s', async (text) => {
    await replyToDraw(text);
    expect(said(BOB)).toContain('both players agreed');
  });

  it.each([
    ...['Einverstanden!', 'yes, she can', 'Ok fine. Next time I look twice.'],
    ...['Sure, but only this once', 'Of course, no problem at all!'],
  ])('of an undo takes the ply back: %s', async (text) => {
    await openBoard(desk, 'forms -size=8x8');
    await desk.answer(ALICE, 'e4e5');
    await desk.answer(ALICE, 'undo');
    await desk.answer(BOB, 'ok fine, but only if I win ;)');
    expect(said(BOB)).toMatch(/would like to take a move back.* Reply with one word: yes/);
    await desk.answer(BOB, text);
    expect(said(ALICE)).toContain('taken back');
  });
});

describe('a question', () => {
  const signOff = async (text: string) => {
    await signUp(desk, ALICE);
    await desk.answer(ALICE, 'signoff');
    await desk.answer(ALICE, text);
    return queriesOf(desk.shell.db, desk.time.now).playerByUserid('alice') === undefined;
  };

  it.each(['yes please', 'Ja, bitte!', 'y'])(
    'about a sign-off takes the plainest yes: %s',
    async (text) => {
      expect(await signOff(text)).toBe(true);
    },
  );

  it.each([
    'ok',
    'sure',
    '\u{1f44d}',
    'ja gern',
    'accept',
    'yes it was me',
    'Yes! Bye.',
    'Yes, great',
  ])('about a sign-off takes no other: %s', async (text) => {
    expect(await signOff(text)).toBe(false);
    expect(said(ALICE)).toContain('yes');
  });

  it.each(['ok', 'Sure!', 'Yes that was me! May I play nora?', '(yes)', 'confirm'])(
    'about a sign-up takes %s',
    async (text) => {
      await desk.post({ from: ALICE, subject: 'signup alice', text: '' });
      await desk.answer(ALICE, text);
      expect(accounts()).toBe(1);
    },
  );

  it('is dropped by a no, and not asked again at once', async () => {
    await desk.post({ from: ALICE, subject: 'signup alice', text: '' });
    const question = desk.newest(ALICE);
    await desk.answer(ALICE, 'No, thanks.');
    expect(said(ALICE)).toContain('Dropped');
    await desk.post(answerTo(question, 'yes'));
    expect(accounts()).toBe(0);
    expect(said(ALICE)).toContain('nothing left to confirm');
    const count = desk.sent.length;
    await desk.post({ from: ALICE, subject: 'signup alice', text: '' });
    expect(desk.sent.length).toBe(count);
    desk.time.now += 2 * 60 * 60 * 1000;
    await desk.post({ from: ALICE, subject: 'signup alice', text: ' ' });
    await desk.answer(ALICE, 'yes');
    expect(accounts()).toBe(1);
  });
});
