import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { answerTo } from '../../support/post/letters.ts';
import { heldCommands } from '../../support/stored/letters.ts';
import { addresses, players } from '../../support/stored/people.ts';

const CAROL = 'carol@home.test';
const WORK = 'carol@work.test';
const SECRET = 'hunter2-Xyz9';
let desk: Desk;
let logged: string[];
beforeEach(() => {
  logged = [];
  desk = openDesk({ logTo: { write: (line) => logged.push(line) } });
});
afterEach(() => desk.close());

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
const accounts = () => players(desk.shell.db).length;
const registered = () => addresses(desk.shell.db).map(({ address }) => address);
const signUp = (line: string) => desk.post({ from: CAROL, subject: line, text: '' });
const yes = (from: string) => desk.post(answerTo(desk.newest(from), 'yes'));

describe('signup USERID PASSWORD ADDRESS', () => {
  it('opens the account, and adds the other address when its owner says so again', async () => {
    const asked = await signUp(`signup carol ${SECRET} ${WORK}`);
    expect(asked.map(({ to }) => to)).toEqual([CAROL]);
    expect(asked[0]?.text).toContain('signup carol ADDRESS');
    expect(accounts()).toBe(0);

    const opened = await yes(CAROL);
    // Her yes was to a letter that did not show the address, so nothing goes there yet.
    expect(opened.map(({ to, subject }) => [to, subject])).toEqual([
      [CAROL, 'Turnpost: welcome, carol'],
    ]);
    const [welcome] = opened;
    expect(flat(welcome)).toContain(`reply with: address add ${WORK}`);
    expect(registered()).toEqual([CAROL]);

    const [asks] = await desk.answer(CAROL, `address add ${WORK}`);
    expect(asks?.text).toContain(`address add ${WORK}`);
    expect((await yes(CAROL)).map(({ to }) => to).sort()).toEqual([CAROL, WORK]);
    expect(registered()).toEqual([CAROL]);

    await yes(WORK);
    expect(registered()).toEqual([CAROL, WORK]);
    const [told] = await desk.post({ from: WORK, subject: 'games', text: '' });
    expect(flat(told)).toContain('You have no boards');
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

  it.each([
    ['signup carol two words', 'signup'],
    [`signup carol ${SECRET} a@b.test b@b.test c@b.test`, 'can name 2 more addresses'],
  ])('is refused, and nothing waits: %s', async (line, words) => {
    const [told, ...more] = await signUp(line);
    expect(more).toEqual([]);
    expect([told?.to, flat(told)]).toEqual([CAROL, expect.stringContaining(words)]);
    expect(told?.text).not.toContain('@b.test');
    expect(heldCommands(desk.shell.db)).toBe(0);
  });

  it('writes to none of the addresses, and names each but the one that signs up', async () => {
    await openBoard(desk, 'minefield -size=4x4');
    await signUp(`signup carol ${ALICE} ${CAROL.toUpperCase()}`);
    const [welcome, ...more] = await yes(CAROL);
    expect([welcome?.to, more]).toEqual([CAROL, []]);
    expect(flat(welcome).match(/address add \S+/g)).toEqual([`address add ${ALICE}`]);
    await signUp('signup carol2 x@y.test');
    expect(accounts()).toBe(3);
    expect(desk.sent.map(({ to }) => to)).not.toContain(WORK);
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
