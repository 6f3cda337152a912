import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerLimits, oneDayMs, oneHourMs } from '../../../src/limits.ts';
import { addressKey } from '../../../src/player/address.ts';
import { setCondition } from '../../../src/store/server/conditions.ts';
import {
  ADMIN,
  ALICE,
  BOB,
  type Desk,
  openBoard,
  openDesk,
  type Sent,
} from '../../support/desk/desk.ts';
import { newestBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo } from '../../support/post/letters.ts';
import { lateAnswers, suspendedAddresses } from '../../support/stored/letters.ts';

/** What becomes of letters with a proof beyond those that are answered in an hour. */

let full: Desk;
let account: Sent;
let board: Sent;
let desk: Desk;
beforeAll(async () => {
  full = openDesk();
  await openBoard(full, 'forms -size=4x4');
  board = newestBoard(full, ALICE);
  full.time.now += 2 * oneDayMs;
  // All the answers that she gets in an hour.
  for (let time = 0; time < answerLimits.perHour; time++) {
    await full.post(answerTo(board, `games\nLetter ${time}.`));
  }
  account = full.newest(ALICE);
});
afterAll(() => full.close());
beforeEach(() => {
  desk = full.copy();
});
afterEach(() => desk.close());

const ask = (text: string) => desk.post(answerTo(account, text));
const later = (ms: number) => {
  desk.time.now += ms;
  return desk.round();
};
const waiting = () => lateAnswers(desk.shell.db, desk.time.now);

describe('what is asked beyond the answers of an hour', () => {
  it('is answered when the hour is over, each once', async () => {
    desk.time.now += oneHourMs / 2;
    const asked = ['rating', 'challenges', 'show 1', 'nonsense here', 'resign 99', 'rating'];
    for (const text of asked) expect(await ask(text)).toEqual([]);
    expect(waiting()).toHaveLength(5);
    expect(await later(oneHourMs / 2 - 60_000)).toEqual([]);
    const sent = await later(120_000);
    expect(sent.map(({ to }) => to)).toEqual(Array(5).fill(ALICE));
    const words = [
      'You asked: rating',
      'You asked: challenges',
      'You asked: show 1 Forms Board 1:',
      'The first line of your e-mail is not a move or a command',
      'You asked: resign 99',
    ];
    for (const [at, each] of words.entries()) expect(flat(sent[at] as Sent)).toContain(each);
    expect(waiting()).toEqual([]);
    expect(await later(2 * oneHourMs)).toEqual([]);
    // Its answer is one to a letter about the account.
    expect(await desk.post(answerTo(sent[0] as Sent, 'set mail text'))).toHaveLength(1);
  });

  it('comes before what is asked later, and uses up the next hour like any other', async () => {
    await ask('rating');
    desk.time.now += oneHourMs - answerLimits.perHour * 1_000 - 500;
    // The first of them is an hour old, and one place is free.
    const [sent, ...more] = await ask('challenges');
    expect(more).toEqual([]);
    expect(sent && flat(sent)).toContain('You asked: rating');
    const next = await later(1_000);
    expect(next.map(flat)).toEqual([expect.stringContaining('You asked: challenges')]);
  });

  it('says what has changed at once', async () => {
    await ask('rating');
    const [told] = await ask('set mail text\nshow 1');
    expect(told && flat(told)).toMatch(/mail text: your e-mails are plain text.*Board 1:/);
    expect(waiting()).toHaveLength(1);
  });

  it('waits in a bounded number of bytes, and one letter says that more found no room', async () => {
    const boards = Array(10).fill('preview new forms -size=26x26').join('\n');
    await ask(boards);
    for (let number = 0; number < 40; number++)
      await ask(`rating\ngames bob\nresign ${number + 50}`);
    for (let number = 0; number < 40; number++) await ask(`${boards}\nresign ${number}`);
    const bytes = waiting().reduce((sum, said) => sum + said.length, 0);
    expect(bytes).toBeLessThan(answerLimits.lateBytes);
    const letters = waiting().length;
    expect(letters).toBeGreaterThan(10);
    const sent: Sent[] = [];
    // No more in an hour than ever.
    for (let hour = 0; hour < 3; hour++) {
      const got = await later(oneHourMs);
      expect(got.length).toBeLessThanOrEqual(answerLimits.perHour);
      sent.push(...got);
    }
    expect(sent).toHaveLength(letters);
    const full = sent.filter((each) => flat(each).includes('More of your e-mails changed nothing'));
    expect(full).toEqual([sent.at(-1)]);
  });

  it.each<[string, string, string]>([
    ['nobody else could have asked', 'games', 'games'],
    ['a machine asks again and again, by itself and behind others', 'games', 'rating'],
  ])('comes to an end where %s', async (_, first, next) => {
    // Whatever it gets, it answers with the same.
    let letters = 0;
    let got: readonly Sent[] = [...(await ask(first)), ...(await later(oneHourMs))];
    while (got.length > 0 && letters < 1_000) {
      letters += got.length;
      const answers: Sent[] = [];
      for (const letter of got) answers.push(...(await desk.post(answerTo(letter, next))));
      got = answers.length > 0 ? answers : await later(oneHourMs);
    }
    expect(letters).toBeLessThan(4 * answerLimits.perHour);
  });

  it('goes nowhere where the address is somebody else\u2019s by then, or the account is closed', async () => {
    await ask('rating');
    const closed = desk.copy();
    await desk.post({ from: ADMIN, subject: 'admin address alice new@home.test', text: '' });
    await desk.answer(ADMIN, 'yes');
    const sent = await later(2 * oneHourMs);
    expect([sent, waiting()]).toEqual([[], []]);
    await closed.post(answerTo(account, 'signoff'));
    await closed.answer(ALICE, 'yes');
    expect(lateAnswers(closed.shell.db, closed.time.now)).toEqual([]);
    closed.close();
  });

  it('goes nowhere where the address is hers no more', async () => {
    const other = 'alice@work.test';
    const confirmed = async (line: string, by = ALICE) => {
      await desk.post({ from: by, subject: line, text: '' });
      await desk.answer(by, 'yes');
    };
    await confirmed(`address add ${other}`);
    await desk.answer(other, 'yes');
    await ask('rating');
    await confirmed(`address main ${other}`);
    expect(waiting()).toHaveLength(1);
    await confirmed(`address remove ${ALICE}`, other);
    expect(waiting()).toEqual([]);
  });

  it('is not let out early by the end of a suspension', async () => {
    await ask('rating');
    const { db } = desk.shell;
    setCondition(db, { kind: 'suspension', key: addressKey(ALICE) }, desk.time.now);
    expect(await ask('games bob')).toEqual([]);
    expect(suspendedAddresses(db)).toEqual([]);
    expect(waiting()).toHaveLength(2);
    expect(await later(oneHourMs)).toHaveLength(2);
  });

  it('keeps no later letter of hers from showing whether the server takes any', async () => {
    const offered: string[] = [];
    const doubted = full.copy({
      submission: {
        send: async ({ to }) => {
          offered.push(to);
          return { kind: 'refused', error: 'EMESSAGE 550 5.7.1', status: '5.7.1' };
        },
        verify: async () => undefined,
        close: () => undefined,
      },
    });
    await doubted.post(answerTo(account, 'rating'));
    await doubted.post(answerTo(doubted.newest(BOB), 'games'));
    await doubted.post(answerTo(account, 'set mail text'));
    expect([...new Set(offered)]).toEqual([BOB, ALICE]);
    expect(lateAnswers(doubted.shell.db, doubted.time.now)).toHaveLength(1);
    doubted.close();
  });
});
