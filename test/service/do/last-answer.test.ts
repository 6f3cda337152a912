import { beforeEach, describe, expect, it } from 'vitest';
import { answerLimits, oneDayMs, oneHourMs } from '../../../src/limits.ts';
import { prune } from '../../../src/service/due/housekeeping.ts';
import { ALICE, BOB, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { newestBoard } from '../../support/desk/play.ts';
import { flat } from '../../support/desk/players.ts';
import { answerTo, type Draft } from '../../support/post/letters.ts';

let welcome: Sent;
eachDesk('forms -size=4x4');
beforeEach(() => {
  welcome = desk.sent.find(
    ({ to, subject }) => to === ALICE && subject.includes('welcome'),
  ) as Sent;
  desk.time.now += oneHourMs;
});

/** Writes the same again and again. Returns the answers, undefined where there was none. */
async function ask(
  text: string,
  times: number,
  draft: (text: string) => Draft = (more) => answerTo(welcome, more),
): Promise<readonly (string | undefined)[]> {
  const answers: (string | undefined)[] = [];
  for (let time = 0; time < times; time++) {
    const [sent] = await desk.post(draft(`${text}\nLetter ${time}.`));
    answers.push(sent && flat(sent));
  }
  return answers;
}
/** What anybody could have written. */
const fresh = (text: string): Draft => ({ from: ALICE, subject: text.split('\n')[0] ?? '', text });
const which = (answers: readonly (string | undefined)[], words: string) =>
  answers.flatMap((answer, at) => (answer?.includes(words) ? [at] : []));

describe('the last answer before a cap', () => {
  it('says that it is the last one of the hour, and that the board goes on', async () => {
    const most = answerLimits.perHour;
    const answers = await ask('games', most + 2);
    expect(which(answers, 'This was the last answer for some time')).toEqual([most - 1]);
    expect(answers.slice(most)).toEqual([undefined, undefined]);
    expect(answers[most - 1]).toContain('is answered in 60 minutes at the earliest');
    const played = await desk.post(answerTo(newestBoard(desk, ALICE), 'b1xa1'));
    expect(played.map(({ to }) => to)).toEqual([ALICE, BOB]);
    desk.time.now += oneHourMs;
    expect(await ask('games', 1)).toEqual([expect.stringContaining('You asked: games')]);
  });

  it('may have been emptied by a clock that was wrong for a while', async () => {
    await ask('games', answerLimits.perHour);
    const { shell, time } = desk;
    const wrongBy = 400 * oneDayMs;
    time.now += wrongBy;
    await prune(shell, 365, new AbortController().signal);
    time.now -= wrongBy;
    const [told] = await desk.post(answerTo(welcome, 'set mail text'));
    expect(told?.text).toContain('You asked: set mail text');
  });

  it('is a board, where one was asked for', async () => {
    await ask('games', answerLimits.perHour - 1);
    expect(await ask('show 1', 2)).toEqual([
      expect.stringContaining('This was the last answer for some time'),
      undefined,
    ]);
  });

  it('to what nothing proves says how to go on', async () => {
    const most = answerLimits.unprovenPerDay;
    const answers = await ask('games', most + 1, fresh);
    expect(which(answers, 'could be from anybody who knows your address')).toEqual([most - 1]);
    expect(answers.at(-1)).toBeUndefined();
    expect(await ask('games', 1)).toEqual([expect.stringContaining('You asked: games')]);
    desk.time.now += oneDayMs;
    expect(await ask('games', 1, fresh)).toEqual([expect.stringContaining('You asked: games')]);
  });

  it('says that nothing was known so often that no more is said', async () => {
    const answers = await ask('Lunch tomorrow?', answerLimits.refusalsInARow + 1);
    expect(which(answers, 'others like them get no answer for now')).toEqual([
      answerLimits.refusalsInARow - 1,
    ]);
    expect(answers.at(-1)).toBeUndefined();
    expect(await ask('help', 1)).toEqual([expect.stringContaining('You asked: help')]);
  });
});
