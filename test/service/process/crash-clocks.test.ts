import { afterAll, describe, expect, it } from 'vitest';
import { morningLimits, oneDayMs, oneHourMs } from '../../../src/limits.ts';
import { absenceLimits } from '../../../src/server-limits.ts';
import {
  type Act,
  closePrepared,
  expectDone,
  expectNoneTwice,
  prepare,
} from '../../support/desk/acts.ts';
import { dieAt } from '../../support/desk/death.ts';
import { ALICE, BOB, type Desk, openBoard } from '../../support/desk/desk.ts';
import { letPass } from '../../support/desk/pass.ts';
import { inHand, pictureOf, unfinished } from '../../support/desk/picture.ts';
import { play } from '../../support/desk/play.ts';
import { signUpAll } from '../../support/desk/players.ts';
import { full, throwDice } from '../../support/run/seed.ts';

/** What clocks do by themselves, while the process dies over it. */

/** Rounds in which a successor must be done with everything. */
const ROUNDS_MAX = 3;
/** More points than any of these reach. */
const POINTS_MAX = 200;

const dayOf = (date: string): number => Date.parse(date) / oneDayMs;

/** The server is at work until shortly before; the rest of the time goes by without it. */
async function waitUntil(desk: Desk, at: number): Promise<void> {
  await letPass(desk, at - absenceLimits.heartbeatMs - desk.time.now);
  desk.time.now = at;
}

const morningOf = (date: string): number => Date.parse(date) + morningLimits.hour * oneHourMs;

const ACTS: readonly Act[] = [
  {
    name: 'a reminder',
    async before(desk) {
      await openBoard(desk, 'forms -size=4x4 -nag=2d -forfeit=9d');
      await waitUntil(desk, morningOf('2026-11-23'));
    },
    letters: () => [],
    to: [ALICE],
    comesTo: {
      matches: [{ reminded_day: dayOf('2026-11-23') }],
      jobs: [{ kind: 'morning', key: 1, facts: `{"day":${dayOf('2026-11-23')}}` }],
    },
  },
  {
    name: 'the announcement of a forfeit',
    async before(desk) {
      await openBoard(desk, 'forms -size=4x4 -forfeit=4d');
      await waitUntil(desk, morningOf('2026-11-23'));
    },
    letters: () => [],
    to: [ALICE],
    comesTo: { matches: [{ ending: null, reminded_day: dayOf('2026-11-23') }] },
  },
  {
    name: 'a forfeit',
    async before(desk) {
      await openBoard(desk, 'forms -size=4x4 -forfeit=4d');
      await waitUntil(desk, Date.parse('2026-11-26'));
    },
    letters: () => [],
    to: [ALICE, BOB],
    comesTo: {
      matches: [{ winner: 'white', ending: 'forfeited', revision: 2 }],
      match_events: [{ event: 'start' }, { event: 'forfeit' }],
    },
  },
  {
    name: 'the letter of the day',
    async before(desk) {
      await openBoard(desk, 'forms -size=4x4');
      await desk.post({ from: BOB, subject: 'set notify daily', text: '' });
      await desk.answer(BOB, 'yes');
      await play(desk, 'a4b4');
      await waitUntil(desk, morningOf('2026-11-22'));
    },
    letters: () => [],
    to: [BOB],
    comesTo: {
      waiting: [],
      jobs: [{ kind: 'morning', key: 2, facts: `{"day":${dayOf('2026-11-22')}}` }],
    },
  },
  {
    name: 'the puzzle of the day',
    async before(desk) {
      await signUpAll(desk, [ALICE]);
      await desk.post({ from: ALICE, subject: 'set puzzle daily', text: '' });
      await desk.answer(ALICE, 'yes');
      await waitUntil(desk, morningOf('2026-11-22'));
    },
    letters: () => [],
    to: [ALICE],
    comesTo: {
      puzzle_attempts: [{ number: 1, state: 'open' }],
      jobs: [{ kind: 'puzzle', facts: `{"day":${dayOf('2026-11-22')},"unanswered":1}` }],
    },
  },
];

/** Does an act, dying at the given points one after the other. Returns where, and what came of it. */
async function run(act: Act, deaths: readonly number[]) {
  const desk = await prepare(act);
  const sentBefore = desk.sent.length;
  const died: string[] = [];
  const mayComeAgain: string[] = [];
  for (const count of deaths) {
    const death = dieAt(desk, count);
    desk.reopen(death);
    await desk.round().catch(() => undefined);
    desk.reopen();
    mayComeAgain.push(...inHand(desk.shell.db));
    if (death.at === undefined) break;
    died.push(death.at);
  }
  const { db } = desk.shell;
  for (let round = 1; round <= ROUNDS_MAX; round++) await desk.round();
  const sent = desk.sent.slice(sentBefore);
  expect(unfinished(db)).toEqual([]);
  expectDone(act, db, sent);
  expectNoneTwice(sent, mayComeAgain);
  const picture = pictureOf(db);
  desk.close();
  return { died, picture };
}

describe('a process that dies over a clock', () => {
  const dice = throwDice('deaths over clocks');
  afterAll(closePrepared);

  it.each(dice.sample(ACTS, 2))('loses and repeats nothing of $name', async (act) => {
    const { picture } = await run(act, []);
    const steps = new Set<string>();
    let points = 0;
    // Every point, until a run ends without having come to it.
    for (;;) {
      const { died, picture: after } = await run(act, [points + 1]);
      expect(after, `after a death at point ${points + 1}: ${died}`).toEqual(picture);
      if (died.length === 0) break;
      steps.add(died[0]?.split(':')[0] ?? '');
      if (++points > POINTS_MAX) throw new Error('there is no end of points');
    }
    expect([...steps]).toEqual(expect.arrayContaining(['clocks', 'compose', 'deliver']));
    for (let sample = 0; sample < (full ? 40 : 3); sample++) {
      const deaths = [dice.upTo(points), dice.upTo(points)];
      const { died, picture: after } = await run(act, deaths);
      expect(after, `after deaths at ${died}`).toEqual(picture);
    }
  });
});
