import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseMailto } from '../../../sandbox/draft.ts';
import { oneDayMs, oneHourMs } from '../../../src/limits.ts';
import { runDueClocks } from '../../../src/service/due/clocks.ts';
import { puzzleLimits } from '../../../src/solo-limits.ts';
import { openAttempt } from '../../../src/store/puzzle/puzzles.ts';
import { BOB, type Desk, openDesk, type Sent } from '../../support/desk/desk.ts';
import { signUp } from '../../support/desk/players.ts';
import { letNothingOut } from '../../support/stored/letters.ts';
import { dailyPuzzleDueAt, puzzleRows } from '../../support/stored/play.ts';

let start: Desk;
let desk: Desk;
beforeAll(async () => {
  start = openDesk();
  desk = start;
  await signUp(desk, BOB);
  await settle('set puzzle daily');
});
afterAll(() => start.close());
beforeEach(() => {
  desk = start.copy();
});
afterEach(() => desk.close());

const settle = async (line: string) => {
  await desk.post({ from: BOB, subject: line, text: '' });
  await desk.answer(BOB, 'yes');
};
const puzzlesIn = (sent: readonly Sent[]) => sent.filter(({ subject }) => /puzzle/.test(subject));
/** What comes in the next so many days, looked at a few times a day. */
async function days(count: number): Promise<readonly Sent[]> {
  const before = desk.sent.length;
  for (let hours = 0; hours < count * 24; hours += 6) {
    desk.time.now += 6 * oneHourMs;
    await desk.round();
  }
  return desk.sent.slice(before);
}

describe('the puzzle of the day', () => {
  it('comes in the morning of its reader, once a day, another one each time', async () => {
    const sent = puzzlesIn(await days(3));
    expect(sent.map(({ subject }) => subject.split(' (')[0])).toEqual([
      'Turnpost: puzzle 1',
      'Turnpost: puzzle 2',
      'Turnpost: puzzle 3',
    ]);
    expect(sent[0]?.text).toContain('To end them: set puzzle off');
    const due = dailyPuzzleDueAt(desk.shell.db);
    expect(new Date(due).toISOString()).toMatch(/T08:00:00/);
    await settle('set zone Asia/Tokyo');
    const inTokyo = dailyPuzzleDueAt(desk.shell.db);
    expect(new Date(inTokyo).toISOString()).toMatch(/T23:00:00/);
  });

  it('does not come on days off', async () => {
    await settle('vacation 2026-11-22 2026-11-23');
    expect(puzzlesIn(await days(2))).toEqual([]);
    expect(puzzlesIn(await days(2)).length).toBeGreaterThan(0);
  });

  it('pauses after a week without an answer, says so once, and goes on with the next', async () => {
    const week = await days(puzzleLimits.unanswered);
    expect(puzzlesIn(week)).toHaveLength(puzzleLimits.unanswered);
    const after = await days(4);
    expect(after.map(({ text }) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringContaining(`You have not answered the last ${puzzleLimits.unanswered} puzzles`),
    ]);
    await desk.post({ from: BOB, subject: 'puzzle', text: '' });
    await desk.answer(BOB, 'give up');
    expect(puzzlesIn(await days(1))).toHaveLength(1);
  });

  it('is ended by the button of a mail program', async () => {
    const [letter] = puzzlesIn(await days(1));
    const header = letter?.email.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    const link = parseMailto(/^<(.*)>$/.exec(header)?.[1] ?? '');
    if (!link.ok) throw new Error('no button');
    const { to, subject, body } = link.value;
    await desk.post({ from: BOB, to, subject, text: body });
    expect(puzzlesIn(await days(2))).toEqual([]);
  });

  it('leaves with the account, and all that was solved', async () => {
    await days(1);
    expect(openAttempt(desk.shell.db, 1)).toBeDefined();
    await desk.post({ from: BOB, subject: 'signoff', text: '' });
    await desk.answer(BOB, 'yes');
    expect(puzzleRows(desk.shell.db)).toBe(0);
    expect(puzzlesIn(await days(2))).toEqual([]);
  });

  it('is put off with nothing lost where it cannot be sent', async () => {
    desk.time.now += oneDayMs;
    const letOut = letNothingOut(desk.shell.db);
    runDueClocks(desk.shell);
    expect(openAttempt(desk.shell.db, 1)).toBeUndefined();
    letOut();
    desk.time.now += 2 * oneHourMs;
    expect(puzzlesIn(await desk.round())).toHaveLength(1);
  });
});
