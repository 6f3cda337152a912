import { afterEach, describe, expect, it } from 'vitest';
import { ADMIN, type Desk, GAMES, openDesk } from '../../support/desk/desk.ts';

const ALICE = 'alice@home.test';
const BOB = 'bob@work.test';

let desk: Desk;
afterEach(() => desk.close());

async function signUp(...people: readonly [string, string][]): Promise<void> {
  for (const [address, userid] of people) {
    await desk.post({ from: address, subject: `signup ${userid}`, text: '' });
    await desk.answer(address, 'yes');
  }
}

describe('a match by letters', () => {
  it('goes from the sign-up to the last ply', async () => {
    desk = openDesk();
    const [confirm] = await desk.post({ from: ALICE, subject: 'signup alice', text: '' });
    expect(confirm?.subject).toMatch(/^Turnpost: please confirm: \w/);
    const [welcome] = await desk.answer(ALICE, 'yes');
    expect(welcome?.text).toContain('Welcome, alice.');
    await signUp([BOB, 'bob']);

    desk.newest(ALICE);
    const challenged = await desk.answer(
      ALICE,
      'challenge bob forms -size=2x2 -first=me\nHello there.',
    );
    expect(challenged.map(({ to }) => to)).toEqual([BOB, ALICE]);
    expect(desk.newest(BOB).text).toContain('alice writes:\n| Hello there.');

    const boards = await desk.answer(BOB, 'accept');
    expect(boards.map(({ to, subject }) => [to, subject])).toEqual([
      [ALICE, 'Forms Board 1 (alice vs bob)'],
      [BOB, 'Forms Board 1 (alice vs bob)'],
    ]);
    await desk.answer(ALICE, 'b1a1');
    await desk.answer(BOB, 'b2a2\nGood luck.');
    expect(desk.newest(ALICE).text).toContain('bob writes:\n| Good luck.');
    const last = await desk.answer(ALICE, 'a1xa2');
    expect(last).toHaveLength(2);
    expect(last[0]?.text).toContain(
      "bob has won: bob's last stone is gone; you made the last move.",
    );
    expect(desk.filed.size).toBe(desk.box.size);
  });

  it('lets an admin start and resign', async () => {
    desk = openDesk();
    await signUp([ALICE, 'alice'], [BOB, 'bob']);
    const [asked] = await desk.post({
      from: ADMIN,
      subject: 'admin start forms alice bob',
      text: '',
    });
    expect(asked?.text).toContain('admin start forms alice bob -size=8x8');
    const started = await desk.answer(ADMIN, 'yes');
    expect(started.map(({ to }) => to)).toEqual([ALICE, BOB, ADMIN]);
    await desk.post({ from: ADMIN, subject: 'admin resign 1 bob', text: '' });
    await desk.answer(ADMIN, 'yes');
    expect(desk.newest(BOB).text).toContain('alice has won: the admin resigned the match for you.');
  });

  it('does nothing on the word of a From header', async () => {
    desk = openDesk();
    await signUp([ALICE, 'alice'], [BOB, 'bob']);
    await desk.post({ from: ALICE, subject: 'challenge bob forms', text: '' });
    expect(desk.newest(ALICE).subject).toMatch(/^Turnpost: please confirm: \w/);
    expect(desk.newest(BOB).subject).toBe('Turnpost: welcome, bob');
    await desk.answer(ALICE, 'Yes.');
    expect(desk.newest(BOB).subject).toContain('alice challenges you');
  });

  it('says once to strangers what this is, and nothing to those who ask for nothing', async () => {
    desk = openDesk();
    const hello = { from: 'x@spam.test', subject: 'Hello', text: 'Buy now' };
    expect(await desk.post(hello)).toHaveLength(1);
    expect(await desk.post(hello)).toEqual([]);
    expect(await desk.post({ from: 'x@spam.test', to: GAMES, text: 'games' })).toEqual([]);
    const [help] = await desk.post({ from: 'x@spam.test', subject: 'help', text: '' });
    expect(help?.text).toContain('signup');
  });
});
