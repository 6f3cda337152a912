import { describe, expect, it } from 'vitest';
import { makeDay } from '../../../src/match/clock.ts';
import { runDueClocks } from '../../../src/service/due/clocks.ts';
import { playerByAddress } from '../../../src/store/people/players.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { storedClock, turnClock, vacationsFrom } from '../../../src/store/play/turn-clocks.ts';
import { dayTold } from '../../support/desk/dates.ts';
import { ADMIN, ALICE, BOB, openBoard } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { letPass } from '../../support/desk/pass.ts';
import { newestBoard, oneLine, play } from '../../support/desk/play.ts';
import { writeBounce } from '../../support/post/bounces.ts';
import { answerTo } from '../../support/post/letters.ts';
import { changeBoard, clocks, setAllDue } from '../../support/stored/play.ts';
import { downtimes } from '../../support/stored/server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
eachDesk();

/** Writes a new letter, and says yes to what is asked about it. */
async function write(from: string, line: string): Promise<void> {
  await desk.post({ from, subject: line, text: '' });
  await desk.answer(from, 'yes');
}

/** The newest letter to somebody comes back: there is no such address. */
async function comesBack(to: string): Promise<void> {
  const uid = desk.box.size + 1;
  desk.time.now += 1_000;
  desk.box.set(uid, writeBounce({ to: desk.newest(to).from, recipient: to }, uid));
  await desk.round();
}

const days = (count: number) => letPass(desk, count * DAY_MS);
const clockOn = (board: number) => {
  const match = matchOf(desk.shell.db, board);
  return match && turnClock(desk.shell.db, match, desk.time.now);
};
const outcomeOf = (board: number) => matchOf(desk.shell.db, board)?.outcome;
const reminders = () => desk.sent.filter(({ subject }) => subject.includes('your turn on'));

describe('the days of a match', () => {
  it('are those that each ply took, and go with a ply that is taken back', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -total=30d -increment=2d');
    await days(3);
    await play(desk, 'b1xa1');
    await days(1);
    await play(desk, 'c1xd1');
    expect(storedClock(desk.shell.db, 1)?.days).toEqual([3, 1]);
    // 30, and 2 for the ply, less 3.
    expect(clockOn(1)?.turn.allowedDays).toBe(21);
    await days(2);
    await desk.answer(BOB, 'undo 1');
    await desk.answer(ALICE, 'accept 1');
    expect(matchOf(desk.shell.db, 1)?.moves).toEqual(['b1xa1']);
    expect(storedClock(desk.shell.db, 1)?.days).toEqual([3]);
    expect(clockOn(1)).toMatchObject({ daysGone: 0, left: 21 });
  });

  it('are told as they are after a move that queued ones have answered', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -forfeit=10d -total=12d');
    await desk.post(answerTo(newestBoard(desk, BOB), 'queue d4-c4'));
    await days(9);
    await play(desk, 'a4b4');
    expect(storedClock(desk.shell.db, 1)?.days).toEqual([9, 0]);
    expect(clockOn(1)?.left).toBe(3);
    expect(oneLine(newestBoard(desk, ALICE))).toContain(
      'Move by Thursday, 3 December (UTC): 0 days gone, 3 left.',
    );
  });

  it.each([
    ['one day a move', '-forfeit=1d', 0],
    ['the server was away for some hours', '-forfeit=3d', 5 * HOUR_MS],
  ])('end when the letters say so, not before: %s', async (_, pace, awayMs) => {
    await openBoard(desk, `forms -size=4x4 -first=me ${pace}`);
    desk.time.now += awayMs;
    await desk.round();
    for (let step = 0; reminders().length === 0 && step < 200; step++) await letPass(desk, HOUR_MS);
    const said = reminders()[0]?.text.replace(/\s+/g, ' ') ?? '';
    const [, day = ''] =
      /You lose board \d+ unless you move by the end of ([\w, ]+) \(UTC\)/.exec(said) ?? [];
    const end = Date.parse(dayTold(day, desk.time.now)) + DAY_MS;
    await letPass(desk, end - HOUR_MS - desk.time.now);
    expect(outcomeOf(1)).toBeUndefined();
    await letPass(desk, 2 * HOUR_MS);
    expect(outcomeOf(1)).toEqual({ winner: 'white', ending: 'forfeited' });
  });

  it('are those of the zone that the player lives in', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -forfeit=3d');
    // 09:00 UTC is eight in the evening there.
    const before = clockOn(1);
    await write(ALICE, 'set zone Australia/Sydney');
    const after = clockOn(1);
    expect(makeDay(after?.last ?? 0)).toBe(makeDay(before?.last ?? 0));
    expect((before?.deadlineAt ?? 0) - (after?.deadlineAt ?? 0)).toBe(11 * 3_600_000);
    expect(clocks(desk.shell.db)[0]?.dueAt).toBe(after?.dueAt);
  });

  it('are counted for who has played them, also where White begins', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -clock=none');
    await play(desk, 'a4b4');
    await write(ALICE, 'challenge bob from 1 #1 -forfeit=10d -total=12d');
    await desk.answer(BOB, 'accept 2');
    await write(ALICE, 'vacation 2026-11-22 2026-11-30');
    await days(9);
    await write(BOB, 'move 2 d4c4');
    await write(ALICE, 'move 2 a2a1');
    expect(matchOf(desk.shell.db, 2)?.start.turn).toBe('white');
    expect(storedClock(desk.shell.db, 2)?.days).toEqual([9, 0]);
    expect(clockOn(2)).toMatchObject({ playerId: 2, left: 3 });
  });

  it('run out on a suspended player, who is told so', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -forfeit=3d');
    await write(ADMIN, 'admin suspend alice');
    expect(oneLine(desk.newest(ALICE))).toContain(
      'Your boards stay, and their clocks keep running',
    );
    await days(5);
    expect(outcomeOf(1)).toEqual({ winner: 'white', ending: 'forfeited' });
  });
});

describe('a board that is damaged', () => {
  it('is tried again in an hour, and keeps no player of another waiting', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -forfeit=3d');
    await write(ALICE, 'challenge bob minefield -size=4x4 -first=them -forfeit=3d');
    await desk.answer(BOB, 'accept');
    await days(2);
    changeBoard(desk.shell.db, { moves: 'z9' }, 1);
    setAllDue(desk.shell.db);
    desk.shell.log.level = 'silent';
    runDueClocks(desk.shell);
    const due = clocks(desk.shell.db).map(({ dueAt }) => dueAt);
    expect(due[0]).toBe(desk.time.now + 3_600_000);
    expect(due[1]).not.toBe(due[0]);
  });
});

describe('the absence of the server', () => {
  it('costs nobody a match, and is added to every clock', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -forfeit=3d');
    const before = clockOn(1)?.deadlineAt ?? 0;
    desk.time.now += 30 * DAY_MS;
    await desk.round();
    expect(outcomeOf(1)).toBeUndefined();
    expect(clockOn(1)?.daysGone).toBe(0);
    expect((clockOn(1)?.deadlineAt ?? 0) - before).toBeGreaterThanOrEqual(30 * DAY_MS - 3_600_000);
    await days(4);
    expect(outcomeOf(1)).toEqual({ winner: 'white', ending: 'forfeited' });
  });

  it('is not taken for one when it is short', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -forfeit=3d');
    desk.time.now += 3_500_000;
    await desk.round();
    expect(downtimes(desk.shell.db)).toBe(0);
  });
});

describe('letters that come back', () => {
  it('stop the clocks for seven days, which count as days off', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -forfeit=5d');
    const alice = playerByAddress(desk.shell.db, ALICE);
    await comesBack(ALICE);
    const [off] = vacationsFrom(desk.shell.db, alice?.id ?? 0, 0);
    expect(off).toMatchObject({ cause: 'bounce' });
    expect((off?.to ?? 0) - (off?.from ?? 0)).toBe(6);
    await days(6);
    expect(clockOn(1)?.daysGone).toBe(0);
    await days(8);
    expect(outcomeOf(1)).toEqual({ winner: 'white', ending: 'forfeited' });
  });

  it('stop them no longer than until the player writes', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -forfeit=5d');
    const alice = playerByAddress(desk.shell.db, ALICE);
    await comesBack(ALICE);
    await days(2);
    await desk.post({ from: ALICE, subject: 'games', text: '' });
    const [off] = vacationsFrom(desk.shell.db, alice?.id ?? 0, 0);
    expect((off?.to ?? 0) - (off?.from ?? 0)).toBe(2);
  });

  it('do not stop them when no days off are left', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -forfeit=5d');
    const alice = playerByAddress(desk.shell.db, ALICE);
    await write(ALICE, 'vacation 2026-12-01 2026-12-30');
    await comesBack(ALICE);
    expect(vacationsFrom(desk.shell.db, alice?.id ?? 0, 0)).toMatchObject([{ cause: 'player' }]);
  });
});

describe('a letter of the morning', () => {
  it('comes once a day, about every board that waits', async () => {
    await openBoard(desk, 'forms -size=4x4 -first=me -nag=1d -forfeit=9d');
    await write(ALICE, 'challenge bob minefield -size=4x4 -first=me -nag=2d -forfeit=9d');
    await desk.answer(BOB, 'accept');
    await days(6);
    const sentOn = reminders().map(({ email }) => email.date?.slice(0, 10));
    expect(sentOn).toEqual([...new Set(sentOn)]);
    expect(reminders().every(({ to }) => to === ALICE)).toBe(true);
    expect(reminders().at(-1)?.subject).toContain('your turn on 2 boards');
  });

  it('brings all that was written meanwhile to who wants one e-mail a day', async () => {
    await openBoard(desk, 'minefield -size=4x4 -first=me');
    await write(BOB, 'set notify daily');
    await desk.answer(ALICE, 'a1\n\nFirst words.');
    expect(desk.newest(BOB).subject).not.toContain('Minefield Board');
    // Bob has looked for himself, and moved.
    await desk.post({ from: BOB, subject: 'show 1', text: '' });
    await desk.answer(BOB, 'a2');
    await desk.answer(ALICE, 'b3\n\nMore words.');
    await days(1);
    const digest = desk.newest(BOB);
    expect(digest.subject).toBe('Turnpost: your turn on board 1');
    expect(digest.text).toContain('alice writes:\n| First words.\n|\n| More words.');
    expect(digest.email.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain(
      'set%20notify%20result',
    );
    await days(1);
    expect(desk.newest(BOB).text).not.toContain('First words');
  });
});
