import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../support/desk.ts';
import { answerTo } from '../support/letters.ts';

const CAROL = 'carol@home.test';
const WORK = 'carol@work.test';
const PHONE = 'carol@phone.test';
const SECRET = 'hunter2-Xyz9';
let desk: Desk;
let logged: string[];
beforeEach(() => {
  logged = [];
  desk = openDesk({ logTo: { write: (line) => logged.push(line) } });
});
afterEach(() => desk.close());

const flat = (letter: Sent | undefined) => letter?.text.replace(/\s+/g, ' ') ?? '';
const count = (table: string): number =>
  desk.shell.db.prepare(`select count(*) from ${table}`).pluck().get() as number;
const addresses = () =>
  desk.shell.db.prepare('select address from addresses order by address').pluck().all();
const signUp = (line: string) => desk.post({ from: CAROL, subject: line, text: '' });
const yes = (from: string) => desk.post(answerTo(desk.newest(from), 'yes'));

describe('signup USERID PASSWORD ADDRESS', () => {
  it('opens the account with its password, and asks the other address once it is open', async () => {
    const asked = await signUp(`signup carol ${SECRET} ${WORK}`);
    expect(asked.map(({ to }) => to)).toEqual([CAROL]);
    expect(asked[0]?.text).toContain('signup carol *** ADDRESS');
    expect([count('players'), count('passwords'), count('pending_passwords')]).toEqual([0, 0, 1]);

    const opened = await yes(CAROL);
    expect(opened.map(({ to }) => to).sort()).toEqual([CAROL, WORK]);
    const welcome = opened.find(({ to }) => to === CAROL);
    expect(welcome?.subject).toBe('Turnpost: welcome, carol');
    expect(flat(welcome)).toContain('Your password is set.');
    expect(flat(welcome)).toContain(`If ${WORK} can be added, a letter has gone there now.`);
    expect([count('passwords'), count('pending_passwords')]).toEqual([1, 0]);
    expect(addresses()).toEqual([CAROL]);

    await yes(WORK);
    expect(addresses()).toEqual([CAROL, WORK]);
    const [told] = await desk.post({ from: WORK, subject: 'games', text: '' });
    expect(flat(told)).toContain('You have no boards');
  });

  it('makes the password count in letters from elsewhere', async () => {
    await openBoard(desk, 'minefield -size=4x4');
    await signUp(`signup carol ${SECRET}`);
    await yes(CAROL);
    await desk.answer(CAROL, 'challenge bob minefield -size=4x4 -first=me');
    await desk.answer(BOB, 'accept');
    await desk.post({ from: 'else@cafe.test', subject: `move 2 carol ${SECRET} c3`, text: '' });
    expect(desk.shell.db.prepare('select moves from matches where board = 2').pluck().get()).toBe(
      'c3',
    );
  });

  it('keeps the word nowhere', async () => {
    await signUp(`signup carol ${SECRET}`);
    await yes(CAROL);
    const { db } = desk.shell;
    db.pragma('wal_checkpoint(truncate)');
    const kept = Buffer.concat([
      readFileSync(db.name),
      readFileSync(`${db.name}-wal`),
      Buffer.from(logged.join('') + desk.sent.map(({ raw }) => raw).join('')),
    ]);
    expect(logged.join('')).toContain('"msg":"read"');
    expect(kept.includes(SECRET)).toBe(false);
  });

  it.each([
    ['signup carol short', 'A password has 8 to 64'],
    ['signup carol two words', 'A password has 8 to 64'],
    ['signup carol ***', 'A password has 8 to 64'],
    [`signup carol ${SECRET} a@b.test b@b.test c@b.test`, 'may name 2 further addresses'],
  ])('is refused, and nothing waits: %s', async (line, words) => {
    const [told, ...more] = await signUp(line);
    expect(more).toEqual([]);
    expect([told?.to, flat(told)]).toEqual([CAROL, expect.stringContaining(words)]);
    expect(told?.text).not.toContain('@b.test');
    expect(count('held')).toBe(0);
  });

  it('sends an address one letter, and none to the one that signs up or to a player', async () => {
    await openBoard(desk, 'minefield -size=4x4');
    await signUp(`signup carol ${ALICE} ${CAROL.toUpperCase()}`);
    const opened = await yes(CAROL);
    expect(opened.map(({ to }) => to)).toEqual([CAROL]);
    await signUp('signup carol2 x@y.test');
    expect(count('players')).toBe(3);
  });

  it('counts what it asked among what a new account may ask', async () => {
    await signUp(`signup carol ${WORK} ${PHONE}`);
    await yes(CAROL);
    const account = desk.newest(CAROL);
    const third = await desk.post(answerTo(account, 'address add third@home.test'));
    await desk.post(answerTo(third[0] ?? account, 'yes'));
    const [told] = await desk.post(answerTo(account, 'address add fourth@home.test'));
    expect(desk.sent.map(({ to }) => to)).toContain('third@home.test');
    expect(flat(told)).not.toContain('please confirm');
    expect(desk.sent.map(({ to }) => to)).not.toContain('fourth@home.test');
  });
});
