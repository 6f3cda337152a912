import { describe, expect, it } from 'vitest';
import { invitationLimits, oneDayMs } from '../../../src/limits.ts';
import { count } from '../../../src/store/letters/counters.ts';
import { ALICE, BOB, GAMES, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { answerTo } from '../../support/post/letters.ts';
import { invitations } from '../../support/stored/people.ts';

const CAROL = 'carol@else.test';

eachDesk('forms -size=4x4');

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
const yesTo = async (from: string, subject: string, text = '') => {
  await desk.post({ from, subject, text });
  return desk.answer(from, 'yes');
};
const lettersTo = (address: string) => desk.sent.filter(({ to }) => to === address);

describe('invite', () => {
  it('writes once, in our own words, and the sign-up accepts', async () => {
    await yesTo(ALICE, `invite ${CAROL} forms -size=6x6 -first=them`, 'Buy my pills');
    const [letter] = lettersTo(CAROL);
    expect(letter?.subject).toBe('Turnpost: alice invites you to a game of Forms');
    expect(letter?.text).toContain('     Board  6x6\n');
    expect(letter?.raw).not.toMatch(/pills|alice@/);
    if (!letter) throw new Error('no letter');
    const sent = await desk.post(answerTo(letter, 'signup carol'));
    expect(sent.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      [ALICE, 'Forms Board 2 (carol vs alice)'],
      [CAROL, 'Forms Board 2 (carol vs alice)'],
      [CAROL, 'Turnpost: welcome, carol'],
    ]);
    expect(flat(desk.newest(ALICE))).toContain('carol has opened an account and accepted');
  });

  it('says what was offered, and is counted until it is answered', async () => {
    const sent = await yesTo(ALICE, `invite ${CAROL} forms -size=6x6`);
    const told = sent.find(({ to }) => to === ALICE);
    expect(flat(told)).toContain('Your invitation to Forms on 6x6 is on its way to carol@');
    await desk.answer(ALICE, 'challenges');
    expect(flat(desk.newest(ALICE))).toContain('One invitation of yours waits for an answer.');
    await desk.answer(CAROL, 'no');
    await desk.answer(ALICE, 'challenges');
    expect(flat(desk.newest(ALICE))).not.toContain('invitation');
  });

  it('never writes to the same address again, whoever asks and however it is spelled', async () => {
    await yesTo(ALICE, `invite ${CAROL} forms`);
    desk.time.now += 400 * oneDayMs;
    await yesTo(ALICE, `invite ${CAROL} forms`);
    await yesTo(BOB, 'invite CAROL+x@else.test minefield');
    expect(desk.sent.filter(({ to }) => /carol/i.test(to))).toHaveLength(1);
    const { db } = desk.shell;
    expect(JSON.stringify(invitations(db))).not.toContain('carol');
  });

  it('takes a stop for an answer, and keeps quiet then', async () => {
    await yesTo(ALICE, `invite ${CAROL} forms`);
    expect(await desk.answer(CAROL, 'stop')).toHaveLength(1);
    desk.time.now += oneDayMs;
    await yesTo(BOB, `invite ${CAROL} forms`);
    expect(lettersTo(CAROL)).toHaveLength(2);
  });

  it('says the same whoever the address belongs to, and shows nobody’s userid', async () => {
    const said = async (address: string) => {
      desk.time.now += oneDayMs;
      await desk.post({ from: ALICE, subject: `invite ${address} forms`, text: '' });
      const before = desk.sent.length;
      await desk.answer(ALICE, 'yes');
      const letters = desk.sent.slice(before).filter(({ to }) => to === ALICE);
      expect(letters).toHaveLength(1);
      return flat(letters[0]).replaceAll(address, 'ADDRESS');
    };
    const free = await said(CAROL);
    expect(await said(BOB)).toBe(free);
    expect(await said(CAROL)).toBe(free);
    expect(await said(GAMES)).toBe(free);
    expect(await said('noreply@else.test')).toBe(free);
    expect(free).not.toContain('bob');
    const [list] = await desk.post({ from: ALICE, subject: 'games', text: '' });
    expect(flat(list)).not.toContain('Challenge');
  });

  it('tells a player that somebody would like to play, unless that one is blocked', async () => {
    await yesTo(ALICE, `invite ${BOB} minefield -size=6x6`);
    expect(flat(desk.newest(BOB))).toContain(
      'alice would like to play Minefield with you on a board of 6x6. To offer a match: challenge alice minefield -size=6x6',
    );
    await yesTo(ALICE, 'block bob');
    const before = lettersTo(ALICE).length;
    await yesTo(BOB, `invite ${ALICE} forms`);
    expect(lettersTo(ALICE)).toHaveLength(before);
  });

  it('has caps for each player and for all', async () => {
    for (let number = 0; number <= invitationLimits.perPlayerPerDay; number++) {
      await desk.post({ from: ALICE, subject: `invite c${number}@x.test forms`, text: '' });
      if (number < invitationLimits.perPlayerPerDay) await desk.answer(ALICE, 'yes');
    }
    expect(flat(desk.newest(ALICE))).toContain(
      `You have sent ${invitationLimits.perPlayerPerDay} invitations today`,
    );
    for (let more = invitationLimits.perPlayerPerDay; more < 2 * invitationLimits.perDay; more++) {
      count(desk.shell.db, { kind: 'invite', key: 1 }, desk.time.now);
    }
    // What others have sent leaves everybody a share.
    for (let own = 0; own < invitationLimits.guaranteedPerDay; own++) {
      await yesTo(BOB, `invite d${own}@x.test forms`);
      expect(lettersTo(`d${own}@x.test`)).toHaveLength(1);
    }
    await desk.answer(BOB, 'invite e@x.test forms');
    expect(flat(desk.newest(BOB))).toMatch(
      /so each player has only 2, and you have sent yours. You can invite again in 2\d hours/,
    );
    desk.time.now += oneDayMs;
    await yesTo(BOB, 'invite e@x.test forms');
    expect(lettersTo('e@x.test')).toHaveLength(1);
  });

  it.each([
    ['invite', 'Whom, and to what? Write an address and a game'],
    ['invite a@b.test forms now', 'Whom, and to what?'],
    ['invite carol forms', 'That is not written like an address.'],
    [`invite ${ALICE} forms`, 'That address is your own.'],
    ['invite a@b.test poker', 'There is no game with that name.'],
    ['invite a@b.test forms -size=5x5', 'A 5x5 board has an odd number of cells'],
  ])('%s is refused', async (line, sentence) => {
    const sent = await desk.post({ from: ALICE, subject: line, text: '' });
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(flat(sent[0])).toContain(sentence);
  });

  it('ends with the account of whoever sent it', async () => {
    await yesTo(ALICE, `invite ${CAROL} forms`);
    await yesTo(ALICE, 'signoff');
    const sent = await yesTo(CAROL, 'signup carol');
    expect(sent.map(({ subject }) => subject)).toEqual(['Turnpost: welcome, carol']);
  });
});
