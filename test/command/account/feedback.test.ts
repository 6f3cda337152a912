import { describe, expect, it } from 'vitest';
import { accountLimits, oneDayMs } from '../../../src/limits.ts';
import { ADMIN, ALICE } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { charges } from '../../support/stored/letters.ts';

eachDesk('forms -size=4x4');

const flat = (text = '') => text.replace(/\s+/g, ' ');
const toAdmin = () => desk.sent.filter(({ to }) => to === ADMIN);

describe('feedback', () => {
  it('waits for a yes in a new letter, and then goes to the admins without an address', async () => {
    await desk.post({ from: ALICE, subject: 'feedback', text: 'Could there be Hex?' });
    expect(toAdmin()).toEqual([]);
    await desk.answer(ALICE, 'yes');
    const [letter] = toAdmin();
    expect(letter?.subject).toBe('Turnpost: feedback from alice');
    expect(letter?.text).toContain('alice writes:\n| Could there be Hex?');
    expect(letter?.raw).not.toContain(ALICE);
    expect(flat(desk.newest(ALICE).text)).toContain('on its way to the admins');
  });

  it('is for so many letters a day, and again the next', async () => {
    await desk.post({ from: ALICE, subject: 'feedback', text: 'One' });
    await desk.answer(ALICE, 'yes');
    for (let number = 1; number < accountLimits.feedbackPerDay + 2; number++) {
      await desk.answer(ALICE, `feedback\nNumber ${number}`);
    }
    expect(toAdmin()).toHaveLength(accountLimits.feedbackPerDay);
    expect(flat(desk.newest(ALICE).text)).toContain('You have written to the admins 3 times today');
    desk.time.now += oneDayMs;
    await desk.answer(ALICE, 'feedback\nThe next day');
    expect(toAdmin()).toHaveLength(accountLimits.feedbackPerDay + 1);
  });

  it('is charged to who has written it', async () => {
    await desk.post({ from: ALICE, subject: 'feedback', text: 'One' });
    await desk.answer(ALICE, 'yes');
    const charged = charges(desk.shell.db).filter(({ address }) => address === ADMIN);
    expect(charged.map(({ causer }) => causer)).toEqual([1]);
  });

  it('says so where there is nobody to read it', async () => {
    const alone = { ...desk.shell, admins: new Set<string>() };
    Object.assign(desk.shell, alone);
    await desk.post({ from: ALICE, subject: 'feedback', text: 'One' });
    expect(flat(desk.newest(ALICE).text)).toContain('This server has no admin to write to.');
  });

  it('is no way for strangers to reach the admins', async () => {
    const sent = await desk.post({ from: 'x@y.test', subject: 'feedback', text: 'Buy' });
    expect(sent.map(({ to }) => to)).toEqual(['x@y.test']);
    expect(sent[0]?.text).not.toContain('Buy');
  });
});
