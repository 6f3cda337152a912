import { describe, expect, it } from 'vitest';
import { oneDayMs } from '../../../src/limits.ts';
import { reportLimits } from '../../../src/server-limits.ts';
import { deliver } from '../../../src/service/delivery/deliver.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import { addPlayer, noteReservedUserids } from '../../../src/store/people/players.ts';
import { conditionsNow } from '../../../src/store/server/conditions.ts';
import { ADMIN } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { changeOut, lettersOut } from '../../support/stored/letters.ts';

eachDesk();

async function report() {
  runHousekeeping(desk.shell);
  return desk.round();
}
const noSender = (words: string) =>
  desk.post({ from: `"${words}" <a@x.test>, b@x.test`, subject: words, text: words });
const refuse = {
  send: async () => ({ kind: 'refused', error: 'EENVELOPE 550 5.1.1' }) as const,
  verify: async () => undefined,
  close: () => undefined,
};

describe('the report to the admins', () => {
  it('is not written when there is nothing to tell', async () => {
    expect(await report()).toEqual([]);
  });

  it('tells at once of letters put aside, without a word of theirs', async () => {
    await noSender('Buy now');
    const [letter, ...more] = await report();
    expect(more).toEqual([]);
    expect(letter?.to).toBe(ADMIN);
    expect(letter?.text).toMatch(/put aside[\s\S]*1 {2}odd-from/);
    expect(letter?.raw).not.toMatch(/Buy now|x\.test/);
    expect(letter?.raw).toContain('Auto-Submitted: auto-generated');
  });

  it('is one letter for what comes within hours, and four a day at most', async () => {
    let letters = 0;
    for (let hour = 0; hour < 24; hour++) {
      await noSender('x');
      letters += (await report()).length;
      desk.time.now += oneDayMs / 24;
    }
    expect(letters).toBe(oneDayMs / reportLimits.everyMs);
  });

  it('waits for no clock that has been put back', async () => {
    desk.time.now += 400 * oneDayMs;
    await noSender('x');
    expect(await report()).toHaveLength(1);
    desk.time.now -= 400 * oneDayMs;
    let letters = 0;
    for (let hour = 0; hour < 24; hour++) {
      await noSender('x');
      letters += (await report()).length;
      desk.time.now += oneDayMs / 24;
    }
    expect(letters).toBe(oneDayMs / reportLimits.everyMs);
  });

  it('lists so much and counts the rest', async () => {
    for (let count = 0; count < reportLimits.lines + 4; count++) await noSender(`x${count}`);
    const [letter] = await report();
    expect(letter?.text.match(/odd-from/g)).toHaveLength(reportLimits.lines);
    expect(letter?.text).toContain('and 4 more');
    desk.time.now += reportLimits.everyMs;
    expect(await report()).toEqual([]);
  });

  it('tells of letters given up, and never of itself', async () => {
    const { shell } = desk;
    await desk.post({ from: 'eve@x.test', subject: 'help', text: '' });
    changeOut(shell.db, { state: 'composed', sentAt: null });
    await deliver(shell, refuse, new AbortController().signal);
    const [letter] = await report();
    expect(letter?.text).toMatch(/given up[\s\S]*1 {2}answer to somebody without an account/);
    expect(letter?.text).toContain('EENVELOPE 550 5.1.1');
    expect(letter?.text).not.toContain('eve');

    const reports = () => lettersOut(shell.db).filter(({ kind }) => kind === 'report');
    const ids = reports().map(({ id }) => id);
    changeOut(shell.db, { state: 'composed', sentAt: null }, ...ids);
    await deliver(shell, refuse, new AbortController().signal);
    expect(reports().map(({ state }) => state)).toEqual(['failed']);
    desk.time.now += oneDayMs;
    expect(await report()).toEqual([]);
  });

  it('tells once of names that nobody gets any more, and they stay', async () => {
    const names = ['alice', 'supp0rt', 'evil-casino.com'];
    for (const [index, userid] of names.entries()) {
      const address = `${userid}@home.test`;
      addPlayer(desk.shell.db, { id: index + 1, userid, address, language: 'en' }, desk.time.now);
    }
    desk.reopen();
    const [letter, ...more] = await report();
    expect(more).toEqual([]);
    expect(letter?.text).toContain('     supp0rt\n     evil-casino.com\n');
    expect(letter?.text).not.toContain('alice');
    desk.time.now += oneDayMs;
    desk.reopen();
    expect(await report()).toEqual([]);
    const [games] = await desk.post({ from: 'supp0rt@home.test', subject: 'games', text: '' });
    expect(games?.text).toContain('You asked: games');
  });

  it('looks at a name once, and at all of them once more when other words are kept', () => {
    const { db } = desk.shell;
    const add = (id: number, userid: string) =>
      addPlayer(db, { id, userid, address: `${userid}@home.test`, language: 'en' }, 0);
    const looked: string[] = [];
    const start = (words: string) => {
      noteReservedUserids(db, (userid) => looked.push(userid) > 0 && userid === words, words, 0);
      return looked.splice(0);
    };
    add(1, 'alice');
    add(2, 'bob');
    expect([start('bob'), start('bob')]).toEqual([['alice', 'bob'], []]);
    add(3, 'carol');
    expect([start('bob'), start('bob'), start('alice')]).toEqual([
      ['carol'],
      [],
      ['alice', 'carol'],
    ]);
    expect(conditionsNow(db, 'odd-name').map(({ key }) => key)).toEqual(['2', '1']);
  });

  it('is not counted among the letters that strangers cause', async () => {
    for (let day = 0; day < 12; day++) {
      await noSender('x');
      await report();
      desk.time.now += reportLimits.everyMs;
    }
    const [answer] = await desk.post({ from: ADMIN, subject: 'help', text: '' });
    expect(answer?.to).toBe(ADMIN);
  });
});
