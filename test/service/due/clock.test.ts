import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { oneDayMs, oneHourMs } from '../../../src/limits.ts';
import {
  actOf,
  closePrepared,
  expectDone,
  expectNoneTwice,
  prepare,
} from '../../support/desk/acts.ts';
import { ALICE, type Desk, openBoard, openDesk } from '../../support/desk/desk.ts';
import { type Picture, pictureOf, unfinished, withoutShown } from '../../support/desk/picture.ts';
import { throwDice } from '../../support/run/seed.ts';

afterAll(closePrepared);

/** A minute between polls, as cron has it. */
const POLL_MS = 60_000;
const POLLS_MAX = 3;

/** A question shows when it was asked for, and so the pieces of its lines are others. */
const apartFromTheMinute = (picture: Picture): Picture => ({
  ...picture,
  letter_bytes: withoutShown(picture)['letter_bytes'] ?? [],
});

/** In what act, and how far. */
const JUMPS: readonly (readonly [string, number])[] = [
  ['a move', 10 * oneDayMs],
  ['a move', -10 * oneDayMs],
  ['a sign-up', oneDayMs],
  ['a sign-up', -oneDayMs],
  ['three letters at once', oneHourMs],
  ['three letters at once', -oneHourMs],
];

describe('a clock that jumps', () => {
  const dice = throwDice('clocks that jump');
  it.each(dice.sample(JUMPS, 2))(
    'at any point of %s, by %d ms, delays nothing and repeats nothing',
    async (name, jumpMs) => {
      const act = actOf(name);
      /** What comes of a jump at a point, and how many points there are; none is the 0th. */
      const jumpAt = async (at: number): Promise<readonly [unknown, number]> => {
        const desk = await prepare(act);
        const sentBefore = desk.sent.length;
        for (const letter of act.letters(desk)) desk.put(letter);
        let reached = 0;
        desk.reopen({
          reach() {
            if (++reached === at) desk.time.now += jumpMs;
          },
        });
        for (let poll = 1; poll <= POLLS_MAX; poll++) {
          await desk.round();
          desk.time.now += POLL_MS;
        }
        const { db } = desk.shell;
        expect(unfinished(db), `after a jump at point ${at}`).toEqual([]);
        expectDone(act, db, desk.sent.slice(sentBefore));
        expectNoneTwice(desk.sent.slice(sentBefore), []);
        const now = apartFromTheMinute(pictureOf(db));
        desk.close();
        return [now, reached];
      };
      const [picture, count] = await jumpAt(0);
      const points = Array.from({ length: count }, (_, index) => index + 1);
      for (const at of dice.sample(points, 20)) {
        const [now, reached] = await jumpAt(at);
        expect(reached).toBeGreaterThanOrEqual(at);
        expect(now, `after a jump at point ${at}`).toEqual(picture);
      }
    },
  );

  it('back does not keep a letter that waits waiting', async () => {
    const act = actOf('a move');
    const prepared = await prepare(act);
    let down = true;
    const taken: string[] = [];
    const submission = {
      send: async ({ to }: { to: string }) => {
        if (down) return { kind: 'later', error: '451' } as const;
        taken.push(to);
        return { kind: 'taken' } as const;
      },
      verify: async () => undefined,
      close: () => undefined,
    };
    const desk = prepared.copy({ submission });
    prepared.close();
    for (const letter of act.letters(desk)) desk.put(letter);
    await desk.round();
    down = false;
    desk.time.now -= 10 * oneDayMs;
    // The longest that a letter may wait for its next try.
    for (let hour = 0; hour <= 4; hour++) {
      desk.time.now += oneHourMs;
      await desk.round();
    }
    expect(taken.sort()).toEqual([...act.to].sort());
    desk.close();
  });
});

describe('a place with summer time', () => {
  const before = process.env['TZ'];
  let desk: Desk;
  afterEach(() => {
    desk.close();
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  it.each([
    ['Europe/Berlin', Date.UTC(2026, 2, 29, 0, 59, 50)],
    ['Europe/Berlin', Date.UTC(2026, 9, 25, 0, 59, 50)],
    ['America/New_York', Date.UTC(2026, 10, 1, 5, 59, 50)],
    ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 14, 59, 50)],
  ])('%s dates letters right in the hour that comes twice or not at all', async (zone, now) => {
    process.env['TZ'] = zone;
    desk = openDesk({ now });
    // A second a letter: the change is in the middle of these.
    await openBoard(desk, 'forms -size=4x4');
    for (const square of ['a4b4', 'nonsense', 'show']) await desk.answer(ALICE, square);
    const moment = new Date(now + 10_000);
    expect(moment.getTimezoneOffset()).not.toBe(new Date(now).getTimezoneOffset());
    const times = desk.sent.map(({ email }) => Date.parse(email.date ?? ''));
    expect(times).toEqual([...times].sort((one, next) => one - next));
    expect(times.at(-1)).toBe(desk.time.now);
    expect(unfinished(desk.shell.db)).toEqual([]);
  });
});
