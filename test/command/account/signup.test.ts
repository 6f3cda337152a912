import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, openBoard, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { answerTo } from '../../support/post/letters.ts';
import { heldCommands } from '../../support/stored/letters.ts';
import { addresses, players } from '../../support/stored/people.ts';

const CAROL = 'carol@home.test';
const WORK = 'carol@work.test';
const SECRET = 'hunter2-Xyz9';
let logged: string[];
beforeEach(() => {
  logged = [];
});
eachDesk(undefined, { logTo: { write: (line) => logged.push(line) } });

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
const accounts = () => players(desk.shell.db).length;
const registered = () => addresses(desk.shell.db).map(({ address }) => address);
const signUp = (line: string) => desk.post({ from: CAROL, subject: line, text: '' });
const yes = (from: string) => desk.post(answerTo(desk.newest(from), 'yes'));

describe('signup USERID PASSWORD ADDRESS', () => {
  it('opens the account for the address of the letter alone, and writes to no other', async () => {
    await openBoard(desk, 'minefield -size=4x4');
    const asked = await signUp(`signup carol ${SECRET} ${ALICE} ${WORK}`);
    expect(asked.map(({ to }) => to)).toEqual([CAROL]);
    expect(asked[0]?.text).toMatch(/\n {5}signup carol ADDRESS\n/);
    expect(flat(asked[0])).toContain('ADDRESS stands for the address in that e-mail');
    expect(accounts()).toBe(2);
    const opened = await yes(CAROL);
    expect(opened.map(({ to, subject }) => [to, subject])).toEqual([
      [CAROL, 'Turnpost: welcome, carol'],
    ]);
    expect(flat(opened[0])).not.toContain(WORK);
    expect(flat(opened[0])).toContain('was not added, because anybody could have written it.');
    expect(flat(opened[0])).toContain('reply with: address add ADDRESS Here is');
    expect(registered()).toEqual([ALICE, BOB, CAROL]);
  });

  it.each(['please', 'thanks', 'bitte', '**', '***', 'now', 'today', 'short'])(
    'asks without %s',
    async (word) => {
      const [asks] = await signUp(`signup carol ${word}`);
      expect(asks?.text).toMatch(/\n {5}(?:signup|anmelden) carol\n/);
      const [welcome] = await yes(CAROL);
      expect(flat(welcome)).not.toContain('password');
    },
  );

  it('passes the word over', async () => {
    await signUp(`signup carol ${SECRET}`);
    await yes(CAROL);
    expect(desk.sent.map(({ to }) => to)).toEqual([CAROL, CAROL]);
    expect(logged.join('') + desk.sent.map(({ raw }) => raw).join('')).not.toContain(SECRET);
  });

  it('is refused with two other words, and nothing waits', async () => {
    const [told, ...more] = await signUp('signup carol two words');
    expect([told?.to, more]).toEqual([CAROL, []]);
    expect(flat(told)).toContain('signup');
    expect(heldCommands(desk.shell.db)).toBe(0);
  });
});

describe('a userid that could be taken for something else', () => {
  it.each([
    ['support', 'could be taken for this server. Please choose another'],
    ['GAMES', 'could be taken for this server.'],
    ['j4', 'could be taken for a word of its e-mails.'],
    ['12', 'could be taken for the number of a board.'],
    ['evil-casino.com', 'How about: signup evil-casino-com'],
  ])('is refused, with a word of what may be had: %s', async (userid, why) => {
    const [answer, ...more] = await signUp(`signup ${userid}`);
    expect(more).toEqual([]);
    expect(answer?.text.replace(/\s+/g, ' ')).toContain(why);
  });

  it('is had as it is suggested', async () => {
    const [asked] = await signUp('signup evil-casino-com');
    expect(asked?.text).toContain('signup evil-casino-com');
    await desk.answer(CAROL, 'yes');
    expect(desk.newest(CAROL).text).toContain('Welcome, evil-casino-com.');
  });
});
