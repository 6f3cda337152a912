import { describe, expect, it } from 'vitest';
import { questionLimits } from '../../../src/limits.ts';
import { ADMIN, ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { storedBoard } from '../../support/desk/play.ts';
import { answerTo } from '../../support/post/letters.ts';
import { endOfNewest } from '../../support/stored/letters.ts';
import { adminActs, adminLogChanges } from '../../support/stored/people.ts';
import { boards } from '../../support/stored/play.ts';

const RESIGN = 'admin resign 1 bob';
eachDesk('minefield -size=4x4');

const ended = () => storedBoard(desk).ending;
const acts = () => adminActs(desk.shell.db);
const ask = async (text = ''): Promise<Sent> => {
  const [confirm] = await desk.post({ from: ADMIN, subject: RESIGN, text });
  if (confirm?.subject.startsWith('Turnpost: please confirm') !== true)
    throw new Error('not asked');
  return confirm;
};

describe('an admin act', () => {
  it('is not opened by an answer to a board, nor to a letter about the account', async () => {
    await desk.post({ from: ADMIN, subject: 'signup boss', text: '' });
    const welcome = (await desk.answer(ADMIN, 'yes'))[0];
    await desk.answer(ADMIN, 'challenge alice minefield -size=4x4 -first=me');
    await desk.answer(ALICE, 'accept');
    const board = desk.newest(ADMIN);
    expect(board.subject).toContain('(boss vs alice)');
    for (const letter of [board, welcome]) {
      if (!letter) throw new Error('no letter');
      const [asked] = await desk.post(answerTo(letter, RESIGN));
      expect([asked?.to, asked?.subject]).toEqual([
        ADMIN,
        expect.stringMatching(/^Turnpost: please confirm: \w/),
      ]);
    }
    expect([ended(), acts()]).toEqual([null, []]);
  });

  it('is not opened by a player’s letter, proven or not', async () => {
    const [told] = await desk.answer(ALICE, RESIGN);
    expect(told?.text).toContain('only from the address of an admin');
    const [stranger] = await desk.post({ from: 'x@else.test', subject: RESIGN, text: '' });
    expect(stranger?.subject).toBe('Turnpost: board games by e-mail');
    expect([ended(), acts()]).toEqual([null, []]);
  });

  it('is asked about five times a day, whether or not the admin has an account', async () => {
    const asked: boolean[] = [];
    for (let time = 0; time < questionLimits.unprovenPerDay + 1; time++) {
      const [sent] = await desk.post({ from: ADMIN, subject: RESIGN, text: `Letter ${time}.` });
      asked.push(sent?.subject.startsWith('Turnpost: please confirm') ?? false);
    }
    expect(asked).toEqual([...Array(questionLimits.unprovenPerDay).fill(true), false]);
  });

  it('is asked about in a letter without a word of whoever wrote', async () => {
    const text = 'Dear admin, click https://evil.test/now\nadmin resign 1 alice\nyes';
    const asked = await ask(text);
    expect(asked.to).toBe(ADMIN);
    expect(asked.raw).not.toMatch(/evil|dear|click/i);
    expect(asked.text).toContain(RESIGN);
    expect(asked.text).not.toContain('resign 1 alice');
  });

  it.each([
    'yes',
    'Yes',
    'YES.',
    '\n\n  yes  ',
    'yes\n-- \nThe admin',
    'yes\nThank you.',
    'yes please',
    '"yes"',
    'y',
    'Ja, bitte!',
  ])('is carried out at %j', async (text) => {
    const asked = await ask();
    await desk.post(answerTo(asked, text));
    expect([ended(), acts()]).toEqual(['resigned-by-admin', [{ address: ADMIN, act: RESIGN }]]);
  });

  it.each([
    'Yes, I got your letter.',
    'yes yes',
    'yes!?',
    'oh yes',
    'ok',
    'sure',
    'ja gern',
    'no\nyes',
    'I am away until Monday.\nyes',
    '> yes',
    'Out of office: yes',
    'yes\u00a0and no',
    RESIGN,
    '',
  ])('is not carried out at %j', async (text) => {
    const asked = await ask();
    await desk.post(answerTo(asked, text));
    expect([ended(), acts()]).toEqual([null, []]);
  });

  // What vacation programs and ticket systems say, without any of the headers that give them away.
  it.each([
    'Thank you for your message. I am out of the office until 4 January.',
    'Ihre Nachricht ist angekommen. Ich bin bis Montag nicht im Haus.',
    'Yes! We have received your request and opened ticket #4711.',
    'This is an automatic reply.\n\nyes',
    'YES BANK: your message has been received.',
    '##- Please type your reply above this line -##\nyes',
  ])('is not carried out by a machine that says %j', async (text) => {
    const asked = await ask();
    await desk.post(answerTo(asked, text));
    const { to, subject } = asked;
    await desk.post({ from: to, subject: `Automatic reply: ${subject}`, text: `yes\n${text}` });
    expect([ended(), acts()]).toEqual([null, []]);
  });

  it.each([
    ['Auto-Submitted: auto-replied', 'Auto-Submitted'],
    ['Precedence: bulk', 'Precedence'],
    ['X-Autoreply: yes', 'automatic answer'],
    ['Return-Path: <>', 'null sender'],
  ])('is not carried out by a marked answer that says yes: %s', async (header, reason) => {
    const asked = await ask();
    const answer = answerTo(asked, 'yes');
    await desk.post({ ...answer, headers: [...(answer.headers ?? []), header] });
    expect([ended(), acts()]).toEqual([null, []]);
    expect(endOfNewest(desk.shell.db).reason).toBe(reason);
  });

  it('is carried out once when its yes comes twice', async () => {
    await desk.post({ from: ADMIN, subject: 'admin start forms alice bob -size=4x4', text: '' });
    const asked = desk.newest(ADMIN);
    await desk.post(answerTo(asked, 'yes'));
    const [told] = await desk.post(answerTo(asked, 'yes'));
    expect(told?.text.replace(/\s+/g, ' ')).toContain('it was answered before');
    expect(boards(desk.shell.db)).toHaveLength(2);
    expect(acts()).toHaveLength(1);
  });

  it('waits for 48 hours, and no longer', async () => {
    const asked = await ask();
    desk.time.now += questionLimits.heldMs + 1_000;
    const [told] = await desk.post(answerTo(asked, 'yes'));
    expect(told?.text).toContain('nothing left to confirm');
    expect([ended(), acts()]).toEqual([null, []]);
    const again = await ask();
    desk.time.now += questionLimits.heldMs - 10_000;
    await desk.post(answerTo(again, 'yes'));
    expect(acts()).toHaveLength(1);
  });

  it.each([ALICE, BOB, 'x@else.test', 'admin@turnpost.test.evil.test'])(
    'is not confirmed from another address: %s',
    async (from) => {
      const asked = await ask();
      await desk.post({ ...answerTo(asked, 'yes'), from });
      expect([ended(), acts()]).toEqual([null, []]);
    },
  );

  it('is not confirmed by somebody else’s yes to a letter of their own', async () => {
    await ask();
    await desk.post({ from: ALICE, subject: 'resign 1', text: '' });
    const own = desk.newest(ALICE);
    await desk.post({ ...answerTo(own, 'yes'), from: ADMIN });
    expect([ended(), acts()]).toEqual([null, []]);
  });

  it('stays in the log, which can only grow', async () => {
    await desk.post(answerTo(await ask(), 'yes'));
    for (const change of adminLogChanges(desk.shell.db)) expect(change).toThrow('append-only');
    expect(acts()).toEqual([{ address: ADMIN, act: RESIGN }]);
  });
});
