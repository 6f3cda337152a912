import { beforeEach, describe, expect, it } from 'vitest';
import { answerLimits, challengeLimits, oneDayMs, oneHourMs } from '../../../src/limits.ts';
import { ALICE, BOB, openBoard, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { full } from '../../support/run/seed.ts';
import { lettersOut } from '../../support/stored/letters.ts';
import { challenges } from '../../support/stored/play.ts';

/** What others can do to a player, and what not. */

let account: Sent;
let bobs: Sent;
eachDesk('forms -size=4x4');
beforeEach(async () => {
  [bobs] = (await desk.answer(BOB, 'games')) as [Sent];
  [account] = (await desk.answer(ALICE, 'games')) as [Sent];
  desk.time.now += 2 * oneDayMs;
});

/** A letter that anybody could have written in alice's name. */
const forged = (text: string, count = 0) =>
  desk.post({ from: ALICE, subject: text.split('\n')[0] ?? '', text: `${text}\nLetter ${count}.` });
const bytesOf = (letters: readonly Sent[]) =>
  letters.reduce((sum, { raw }) => sum + Buffer.byteLength(raw), 0);
const to = (letters: readonly Sent[], address: string) =>
  letters.filter((each) => each.to === address);

describe('letters that anybody could have written', () => {
  it('that mean nothing do not silence her either', async () => {
    for (let day = 0; day < 6; day++) {
      for (let count = 0; count < 10; count++) await forged('Lunch?', 10 * day + count);
      desk.time.now += oneDayMs;
    }
    const [answer] = await desk.post(answerTo(account, 'Lunch?'));
    expect(answer?.to).toBe(ALICE);
  });

  it('show her the whole board, in plain text where it fits in no other way', async () => {
    await openBoard(desk, 'forms -size=8x8');
    desk.time.now += oneDayMs;
    const [shown] = await forged('show 2');
    expect(shown?.text).toContain('  8  # O # O # O # O  8');
    const told = (await forged('help', 1)).map(({ text }) => text).join('');
    expect(told).toContain('All commands: ');
  });

  it('are answered as often as they may be, however little room is left', async () => {
    // As many pages as a letter may ask for.
    const pages = ['tutorial', 'commands', 'classic', 'forms', 'minefield', 'set', 'queue', 'show'];
    const text = ['help', ...pages.map((page) => `help ${page}`)].join('\n');
    const before = desk.sent.length;
    for (let count = 0; count < 10; count++) await desk.post({ from: ALICE, subject: '', text });
    const got = to(desk.sent.slice(before), ALICE);
    expect(got).toHaveLength(answerLimits.unprovenPerDay);
    const short = got.filter(({ text }) => text.startsWith('This answer is too long'));
    expect(short.length).toBeGreaterThan(0);
    for (const each of short) expect(bytesOf([each])).toBeLessThanOrEqual(answerLimits.shortBytes);
  });

  it('do not use up what the solver does for her in a day', async () => {
    for (let count = 0; count < 12; count++) await forged('solve "x"', count);
    await desk.post(answerTo(newestBoard(desk, ALICE), 'resign'));
    for (let count = 0; count < 12; count++) await forged('solve 1', count);
    const sent = await desk.post(answerTo(desk.newest(ALICE), 'solve 1'));
    expect(sent.map(flat).join(' ')).not.toContain('in a day');
    expect(sent.map(({ to: each }) => each)).toEqual([ALICE]);
  });
});

describe('one player', () => {
  const numbers = () => challenges(desk.shell.db).map(({ number }) => number);
  const states = (address: string) =>
    lettersOut(desk.shell.db)
      .filter((each) => each.address === address)
      .slice(-2)
      .map(({ kind, state, lastError: why }) => ({ kind, state, why }));

  it('who challenges and withdraws again and again causes a few letters', async () => {
    const before = desk.sent.length;
    for (let count = 0; count < (full ? 100 : 3 * challengeLimits.toAnotherPerDay); count++) {
      await desk.post(answerTo(account, `challenge bob forms\nLetter ${count}.`));
      await desk.post(answerTo(account, `withdraw ${numbers().at(-1)}\nLetter ${count}.`));
    }
    expect(to(desk.sent.slice(before), BOB)).toHaveLength(2 * challengeLimits.toAnotherPerDay);
    expect(numbers()).toHaveLength(1 + challengeLimits.toAnotherPerDay);
    desk.time.now += 2 * oneHourMs;
    // So many refusals in a row are answered again once something is asked.
    await desk.post(answerTo(account, 'help'));
    const [refused] = await desk.post(answerTo(account, 'challenge bob forms'));
    expect(refused && flat(refused)).toMatch(/challenged bob 10 times today.* again in 2\d hours/);
    // The board is not late for that.
    const sent = await desk.post(answerTo(newestBoard(desk, ALICE), 'b1xa1'));
    expect(sent.map((each) => each.to)).toEqual([ALICE, BOB]);
    desk.time.now += oneDayMs;
    await desk.post(answerTo(account, 'challenge bob forms'));
    expect(numbers()).toHaveLength(2 + challengeLimits.toAnotherPerDay);
  });

  it('who takes a challenge back before it has gone out causes no letter', async () => {
    desk.put(answerTo(account, 'challenge bob forms'));
    desk.put(answerTo(account, 'withdraw 2'));
    const sent = await desk.round();
    expect(sent.map((each) => each.to)).toEqual([ALICE, ALICE]);
    expect(states(BOB)).toMatchObject([
      {},
      { kind: 'challenge', state: 'failed', why: 'withheld' },
    ]);
  });

  it('whom another has blocked reaches that one with nothing that still waits', async () => {
    desk.put(answerTo(account, 'message bob\nHello.'));
    desk.put(answerTo(account, 'challenge bob forms'));
    desk.put(answerTo(bobs, 'block alice'));
    desk.put(answerTo(account, 'withdraw 2\nNever mind.'));
    const sent = await desk.round();
    expect(to(sent, BOB).map(flat)).toEqual([
      expect.stringContaining('from alice no longer reach you'),
    ]);
    expect(states(BOB)).toMatchObject([{ why: 'withheld' }, { kind: 'answer', state: 'sent' }]);
  });

  it('is counted by when the letters came in, not by when they are read', async () => {
    for (let count = 0; count < 30; count++) {
      desk.put(answerTo(account, `rating\nLetter ${count}.`));
      desk.time.now += oneHourMs / 6;
    }
    // All of them are fetched at once, as after a day without a connection.
    desk.time.now += oneDayMs;
    expect(await desk.round()).toHaveLength(30);
  });
});
