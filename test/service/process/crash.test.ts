import { afterAll, describe, expect, it } from 'vitest';
import { readLimits } from '../../../src/server-limits.ts';
import type { Database } from '../../../src/store/file/database.ts';
import {
  ACTS,
  type Act,
  actOf,
  closePrepared,
  expectAllArrived,
  expectDone,
  expectNoneTwice,
  prepare,
} from '../../support/desk/acts.ts';
import { dieAt } from '../../support/desk/death.ts';
import type { Desk } from '../../support/desk/desk.ts';
import { inHand, type Picture, pictureOf, unfinished } from '../../support/desk/picture.ts';
import { full, throwDice } from '../../support/run/seed.ts';
import { lettersIn, putAside } from '../../support/stored/letters.ts';

/** What else goes wrong while the process is dead. */
const MISHAPS: readonly [string, (desk: Desk) => void][] = [
  ['nothing else', () => undefined],
  [
    'every letter delivered twice',
    (desk) => {
      for (const [uid, raw] of [...desk.box].slice(-3)) {
        const again = Buffer.from(`Received: from elsewhere by mx.test; ${uid}\r\n`);
        desk.box.set(desk.box.size + 1, Buffer.concat([again, raw]));
      }
    },
  ],
  [
    'a new UIDVALIDITY, and all letters back in the mailbox',
    (desk) => {
      desk.uidValidity++;
      desk.filed.clear();
    },
  ],
];

/** Rounds in which a successor must be done with everything. */
const ROUNDS_MAX = 3;

afterAll(closePrepared);

interface Run {
  /** The points at which it died. */
  readonly died: readonly string[];
  /** Undefined when it died too often over one letter, which was put aside then. */
  readonly picture: Picture | undefined;
}

/** Does an act, dying at the given points one after the other, with a mishap after the first. */
async function play(
  act: Act,
  deaths: readonly number[],
  mishap: (desk: Desk) => void,
): Promise<Run> {
  const desk = await prepare(act);
  const sentBefore = desk.sent.length;
  for (const letter of act.letters(desk)) desk.put(letter);
  const died: string[] = [];
  const mayComeAgain: string[] = [];
  for (const [index, count] of deaths.entries()) {
    const death = dieAt(desk, count);
    desk.reopen(death);
    await desk.round().catch(() => undefined);
    desk.reopen();
    mayComeAgain.push(...inHand(desk.shell.db));
    if (index === 0) mishap(desk);
    if (death.at === undefined) break;
    died.push(death.at);
  }
  const { db } = desk.shell;
  const poison = readTooOften(db);
  for (let round = 1; round <= ROUNDS_MAX; round++) await desk.round();

  expect(unfinished(db)).toEqual([]);
  expect([...desk.box.keys()].filter((uid) => !desk.filed.has(uid))).toEqual([]);
  expectNoneTwice(desk.sent.slice(sentBefore), mayComeAgain);
  expectAllArrived(db, desk.sent);
  expect(putAside(db)).toEqual(poison);
  if (poison.length === 0) expectDone(act, db, desk.sent.slice(sentBefore));
  const picture = poison.length === 0 ? pictureOf(db) : undefined;
  desk.close();
  return { died, picture };
}

/** Letters that the process has died over as often as is allowed. */
const readTooOften = (db: Database): readonly number[] =>
  lettersIn(db)
    .filter(({ state, attempts }) => state === 'stored' && attempts >= readLimits.attempts)
    .map(({ id }) => id);

/** The points that a round reaches when nobody dies. */
async function pointsOf(act: Act): Promise<readonly string[]> {
  const desk = await prepare(act);
  for (const letter of act.letters(desk)) desk.put(letter);
  const points: string[] = [];
  desk.reopen({ reach: (point) => points.push(point) });
  await desk.round();
  desk.close();
  return points;
}

describe('a process that dies', () => {
  const dice = throwDice('deaths');

  describe.each(MISHAPS)('with %s', (_, mishap) => {
    it.each(dice.sample(ACTS, 2))(
      'at any point loses and repeats nothing of $name',
      async (act) => {
        const { picture } = await play(act, [], mishap);
        const points = await pointsOf(act);
        // Every step is died in: storing, reading, composing, sending, filing; and the robot's.
        const steps = new Set(points.map((point) => point.split(':')[0]));
        const robots = act.comesTo['jobs'] ? ['robot'] : [];
        expect([...steps].sort()).toEqual(
          ['compose', 'deliver', 'file', 'read', 'receive', ...robots].sort(),
        );
        const numbers = points.map((_, index) => index + 1);
        // Of points that come more often any one. In full each is died at where nothing else goes wrong.
        const named = [...new Set(points)].flatMap((point) =>
          dice.some(
            numbers.filter((count) => points[count - 1] === point),
            1,
          ),
        );
        const [alone, beside] = full ? [numbers, named] : [named, dice.some(named, 5)];
        for (const count of mishap === MISHAPS[0]?.[1] ? alone : beside) {
          const run = await play(act, [count], mishap);
          expect(run.died).toHaveLength(1);
          expect(run.picture, `after a death at point ${count}: ${run.died}`).toEqual(picture);
        }

        for (let times = 0; times < (full ? 10 : 2); times++) {
          const deaths = [dice.upTo(points.length), dice.upTo(points.length)];
          const run = await play(act, deaths, mishap);
          // Two deaths over one letter are what it takes to put it aside.
          if (run.picture === undefined) continue;
          expect(run.picture, `after deaths at points ${deaths}: ${run.died}`).toEqual(picture);
        }
      },
    );
  });

  it('three times over one letter puts that letter aside, and no other', async () => {
    const act = actOf('a move');
    const desk = await prepare(act);
    for (const letter of act.letters(desk)) desk.put(letter);
    const poison = desk.box.size;
    for (let start = 1; start <= 3; start++) {
      desk.reopen({
        reach(point) {
          if (point !== 'read: counted') return;
          desk.shell.db.close();
          throw new Error('died');
        },
      });
      await desk.round().catch(() => undefined);
    }
    desk.reopen();
    const [helped] = await desk.post({ from: 'carol@x.test', subject: 'help', text: '' });
    expect(helped?.to).toBe('carol@x.test');
    const letter = lettersIn(desk.shell.db).find(({ uid }) => uid === poison);
    expect(letter?.state).toBe('put-aside');
    desk.close();
  });
});
