import { describe, expect, it } from 'vitest';
import { oneDayMs, shownLimits } from '../../../src/limits.ts';
import { addPlayer } from '../../../src/store/people/players.ts';
import { ADMIN, ALICE, BOB } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { players } from '../../support/stored/people.ts';
import { activePlayers } from '../../support/stored/play.ts';

eachDesk('forms -size=4x4');

/** The rows of the list that a line brings, each as its words. */
async function listed(line: string): Promise<readonly string[][]> {
  desk.time.now += oneDayMs / 24;
  const [letter] = await desk.answer(ALICE, line);
  const lines = letter?.text.split('\n') ?? [];
  const head = lines.findIndex((each) => /^ {2}Player /.test(each));
  if (head < 0) return [];
  const rows = lines.slice(head + 1);
  return rows.slice(0, rows.indexOf('')).map((row) => row.trim().split(/ {2,}/));
}
const userids = async (line: string) =>
  (await listed(line)).map(([userid = '']) => userid.replace(' (you)', ''));

/** Somebody who has an account and has never written. */
const addSilent = (userid: string) => {
  const id = 100 + players(desk.shell.db).length;
  const address = `${userid}@x.test`;
  addPlayer(desk.shell.db, { id, userid, address, language: 'en' }, desk.time.now);
};

describe('players', () => {
  it('stand in the order in which they were heard of, roughly said', async () => {
    addSilent('zoe');
    desk.time.now += 40 * oneDayMs;
    await desk.post({ from: BOB, subject: 'games', text: '' });
    expect((await listed('players')).map(([userid, , heard]) => [userid, heard])).toEqual([
      ['alice (you)', 'this week'],
      ['bob', 'this year'],
      ['zoe', 'this year'],
    ]);
    await desk.answer(BOB, 'games');
    desk.time.now += 10 * oneDayMs;
    expect((await listed('players')).map(([userid, , heard]) => [userid, heard])).toEqual([
      ['alice (you)', 'this week'],
      ['bob', 'this month'],
      ['zoe', 'this year'],
    ]);
  });

  it('of a game have a rating or a board in it', async () => {
    addSilent('zoe');
    expect(await userids('players forms')).toEqual(['alice', 'bob']);
    expect(await userids('players minefield')).toEqual([]);
    await desk.answer(ALICE, 'move 1 a4b4');
    await desk.answer(BOB, 'd4c4');
    await desk.answer(BOB, 'resign 1');
    const rows = await listed('players forms');
    expect(rows.map(([userid, rating, , boards]) => [userid, boards, rating])).toEqual([
      ['alice (you)', '0', '1762?'],
      ['bob', '0', '1438?'],
    ]);
  });

  it('say whether a challenge would reach them, and no more of whom they block', async () => {
    const open = async (line: string) => (await listed(line)).find(([id]) => id === 'bob')?.at(-1);
    expect(await open('players')).toBe('yes');
    await desk.post({ from: BOB, subject: 'block alice', text: '' });
    await desk.answer(BOB, 'yes');
    expect([await open('players'), await open('players forms')]).toEqual(['no', 'no']);
    await desk.answer(BOB, 'unblock alice');
    await desk.answer(BOB, 'limit forms 1');
    expect([await open('players'), await open('players forms')]).toEqual(['yes', 'no']);
  });

  it('are those with an account that nobody has stopped', async () => {
    addSilent('zoe');
    await desk.post({ from: ADMIN, subject: 'admin suspend zoe', text: '' });
    await desk.answer(ADMIN, 'yes');
    expect(await userids('players')).toEqual(['alice', 'bob']);
    await desk.answer(BOB, 'signoff');
    await desk.answer(BOB, 'yes');
    expect(await userids('players')).toEqual(['alice']);
  });

  it('are a page of a list', async () => {
    for (let number = 0; number < shownLimits.listLines + 3; number++) {
      addSilent(`p${'abcde'[Math.floor(number / 5)]}${'abcde'[number % 5]}`);
    }
    const first = await userids('players');
    expect(first).toHaveLength(shownLimits.listLines);
    expect(desk.newest(ALICE).text).toContain('players -page=2');
    const second = await userids('players -page=2');
    expect(second).toHaveLength(5);
    expect(new Set([...first, ...second]).size).toBe(shownLimits.listLines + 5);
  });

  it('are shown to players only, and what was heard of them goes with them', async () => {
    const [stranger] = await desk.post({ from: 'x@y.test', subject: 'players', text: '' });
    expect(stranger?.text).not.toContain('alice');
    await desk.answer(BOB, 'games');
    const active = () => activePlayers(desk.shell.db);
    expect(active()).toContain(2);
    await desk.answer(BOB, 'signoff');
    await desk.answer(BOB, 'yes');
    expect(active()).not.toContain(2);
  });

  it('fit into a letter with the longest userids', async () => {
    addSilent('a2b456789c1234567d9e');
    await desk.post({ from: 'x@y.test', subject: 'signup x2b456789c1234567d9e', text: '' });
    await desk.answer('x@y.test', 'yes');
    for (const line of ['set language de', 'players', 'players forms']) {
      const [list] = await desk.answer('x@y.test', line);
      const lines = list?.text.split('\n') ?? [];
      expect(lines.filter((each) => each.length > 72)).toEqual([]);
    }
    expect(desk.newest('x@y.test').text).toContain('Gemeldet');
  });
});
