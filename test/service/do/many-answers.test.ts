import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerLimits, oneHourMs, questionLimits } from '../../../src/limits.ts';
import { leaseLimits } from '../../../src/server-limits.ts';
import { ALICE, BOB, type Desk, openBoard, openDesk, type Sent } from '../../support/desk/desk.ts';
import { newestBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { endOfNewest } from '../../support/stored/letters.ts';
import { settings } from '../../support/stored/people.ts';

const ENOUGH = { state: 'ignored', reason: 'enough answers to this address' };
const DONE = { state: 'done', reason: null };

let full: Desk;
let desk: Desk;
let logged: string[];
let board: Sent;
beforeAll(async () => {
  full = openDesk();
  await openBoard(full, 'forms -size=4x4');
  board = newestBoard(full, ALICE);
  full.time.now += oneHourMs;
  // All the answers that she gets in an hour.
  for (let time = 0; time < answerLimits.perHour; time++) {
    await full.post(answerTo(board, `games\nLetter ${time}.`));
  }
  expect(full.newest(ALICE).text.replace(/\s+/g, ' ')).toContain('the last answer for some time');
});
afterAll(() => full.close());
beforeEach(() => {
  logged = [];
  desk = full.copy({ logTo: { write: (line) => logged.push(line) } });
});
afterEach(() => desk.close());

const fresh = (from: string, subject: string, time = 0) =>
  desk.post({ from, subject, text: `Letter ${time}.` });
/** A letter of alice's with a proof. */
const proven = (text: string) => desk.post(answerTo(desk.newest(ALICE), text));
const lastEnd = () => endOfNewest(desk.shell.db);
const setting = (name: string) => settings(desk.shell.db).find((each) => each.name === name)?.value;

describe('a player who has had all answers of an hour', () => {
  it.each([
    ['set mail text', 'mail text: your e-mails are plain text'],
    ['challenge open minefield', 'Challenge 2'],
    ['games\nset mail text\ngames', 'mail text: your e-mails are plain text'],
  ])('is told all the same what has changed: %s', async (text, words) => {
    const sent = await proven(text);
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(flat(desk.newest(ALICE))).toContain(words);
    expect(lastEnd()).toEqual(DONE);
  });

  it('is asked about what is not proven', async () => {
    const [asked] = await fresh(ALICE, 'set mail text');
    expect([asked?.to, asked?.subject]).toEqual([
      ALICE,
      expect.stringMatching(/^Turnpost: please confirm: \w/),
    ]);
    expect(lastEnd()).toMatchObject({ state: 'held' });
    await desk.post(answerTo(desk.newest(ALICE), 'yes'));
    expect([setting('mail'), lastEnd()]).toEqual(['text', DONE]);
    expect(flat(desk.newest(ALICE))).toContain('your e-mails are plain text');
  });

  const questions = 'games | show 1 | resign 99 | Lunch?'.split(' | ');

  it.each(questions)('is sent later what tells of no change: %s', async (text) => {
    expect(await proven(text)).toEqual([]);
    expect(lastEnd()).toMatchObject({ state: expect.stringMatching(/done|refused/), reason: null });
    desk.time.now += oneHourMs;
    const sent = await desk.round();
    expect(sent.map(({ to }) => to)).toEqual([ALICE]);
    expect(await desk.round()).toEqual([]);
  });

  it.each(questions)('is sent nothing for what proves nothing: %s', async (text) => {
    for (let time = 0; time < answerLimits.unprovenPerDay; time++) {
      await fresh(ALICE, 'games', time);
    }
    logged = [];
    expect(await desk.post({ from: ALICE, subject: '', text })).toEqual([]);
    expect(lastEnd()).toEqual(ENOUGH);
    expect(logged.join('')).toContain(ENOUGH.reason);
    expect(logged.join('')).not.toContain('a stranger');
  });

  it('plays on', async () => {
    const sent = await desk.post(answerTo(board, 'b1xa1'));
    expect([sent.map(({ to }) => to), lastEnd()]).toEqual([[ALICE, BOB], DONE]);
  });

  it('who is a machine that always says the same is told once, and the row ends', async () => {
    let letters = 0;
    let [got] = await proven('set mail text');
    while (got !== undefined && letters < 2 * leaseLimits.perAddressPerHour) {
      letters++;
      [got] = await desk.post(answerTo(got, 'set mail text'));
    }
    expect([letters, lastEnd()]).toEqual([1, DONE]);
    // What is not the same is told again.
    expect(await proven('set mail both')).toHaveLength(1);
    expect(await proven('set mail text')).toHaveLength(1);
  });

  it('gets what is owed late, where that is more than letters in an hour, and nothing is lost', async () => {
    const many = leaseLimits.perAddressPerHour + 5;
    const account = desk.newest(ALICE);
    for (let time = 0; time < many; time++) {
      await desk.post(answerTo(account, `limit forms ${1 + (time % 9)}`));
    }
    const told = () => desk.sent.filter(({ text }) => text.includes('You asked: limit')).length;
    expect(told()).toBeLessThan(many);
    desk.time.now += oneHourMs;
    await desk.round();
    desk.time.now += oneHourMs;
    await desk.round();
    expect(told()).toBe(many);
  });
});

describe('a stranger', () => {
  it('is one until there were too many letters, and then that is the reason', async () => {
    await fresh('eve@far.test', 'games');
    expect(lastEnd()).toEqual({ state: 'refused', reason: 'a stranger' });
    await fresh('eve@far.test', 'games', 1);
    expect(lastEnd()).toEqual({ state: 'ignored', reason: 'a stranger' });
    for (let time = 0; time < questionLimits.signUpsPerDay; time++) {
      await fresh('eve@far.test', `signup eve-${time}`, time);
      expect(lastEnd()).toMatchObject({ state: 'held' });
    }
    expect(await fresh('eve@far.test', 'signup eve', 99)).toEqual([]);
    expect(lastEnd()).toEqual({ state: 'ignored', reason: 'confirm-enough' });
  });
});
