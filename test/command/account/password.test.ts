import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { setFor } from '../../support/stored/people.ts';

const SECRET = 'hunter2-Xyz9';
let logged: string[];
beforeEach(() => {
  logged = [];
});
eachDesk('minefield -size=4x4', { logTo: { write: (line) => logged.push(line) }, logsLater: true });

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
const NEEDLESS = 'You need no password here';

describe('password', () => {
  it.each([
    'password',
    `password ${SECRET}`,
    `PASSWORD ${SECRET} more`,
    `passwort ${SECRET}`,
    `change password alice old-word ${SECRET}`,
    `change password ${SECRET}`,
  ])('says that none is needed, and asks nothing: %s', async (line) => {
    for (const sent of [
      await desk.post({ from: ALICE, subject: line, text: '' }),
      await desk.post({ from: ALICE, subject: 'Hello', text: `${line}\n` }),
      await desk.answer(ALICE, line),
    ]) {
      expect(sent.map(({ to }) => to)).toEqual([ALICE]);
      expect(flat(sent[0])).toContain(NEEDLESS);
      expect(sent[0]?.text).toContain('password ...');
      expect(sent.map(({ raw }) => `${raw}`).join() + logged.join()).not.toContain(SECRET);
    }
  });

  it('of a stranger is answered like any other letter that is none of ours', async () => {
    await desk.post({ from: 'someone@cafe.test', subject: `password ${SECRET}`, text: '' });
    expect(desk.sent.map(({ text }) => text).join()).not.toContain(SECRET);
  });

  it.each(['help password', 'help change password'])(
    'has the page about the classic: %s',
    async (line) => {
      const [page] = await desk.answer(ALICE, line);
      expect(flat(page)).toContain('you need no password');
    },
  );
});

describe('whoever had a password', () => {
  beforeEach(() => {
    setFor(desk.shell.db, 1, 'passwords', 'gone');
  });
  const GONE = 'Your password was deleted';

  it('is told once that none is needed, in the next letter', async () => {
    const [first] = await desk.answer(ALICE, 'c3');
    const letters = [first, ...(await desk.answer(BOB, 'b2'))];
    const told = letters.filter((letter) => flat(letter).includes(GONE));
    expect(told.map((letter) => letter?.to)).toEqual([ALICE]);
    expect(told[0]?.email.html?.replace(/\s+/g, ' ')).toContain(GONE);
  });

  it('is told in a question, and only in the first of two letters', async () => {
    await desk.post({ from: ALICE, subject: 'set zone Europe/Berlin', text: '' });
    expect(flat(desk.newest(ALICE))).toContain(GONE);
    const [answer] = await desk.answer(ALICE, 'yes');
    expect(flat(answer)).not.toContain(GONE);
  });
});

describe('signup USERID PASSWORD', () => {
  it.each([
    'signup eve smith',
    `userid eve ${SECRET}`,
    `Sign up eve ${SECRET}`,
    `signup eve ${SECRET}, please`,
  ])('asks about the userid that it would be: %s', async (line) => {
    const [asked] = await desk.post({ from: 'eve@cafe.test', subject: line, text: '' });
    expect(asked?.text).toContain('signup eve\n');
    expect(`${asked?.raw}`).not.toMatch(/smith|hunter2/);
    const [welcome] = await desk.answer('eve@cafe.test', 'yes');
    expect(welcome?.text).toContain('eve');
    expect(`${welcome?.raw}`).not.toMatch(/smith|hunter2/);
  });
});
